/** The syntax nodes of the signs around the words of each element. */
export const SIGNS: Readonly<Record<string, string>> = {
  StrongEmphasis: 'EmphasisMark',
  Emphasis: 'EmphasisMark',
  Highlight: 'HighlightMark',
  Strikethrough: 'StrikethroughMark',
  Subscript: 'SubscriptMark',
  Superscript: 'SuperscriptMark',
  InlineMath: 'MathMark',
  InlineCode: 'CodeMark',
  Link: 'LinkMark',
}

/** The syntax nodes of marks before the words of a line. */
export const LINE_MARKS: ReadonlySet<string> = new Set(['QuoteMark', 'ListMark', 'TaskMarker', 'HeaderMark'])
