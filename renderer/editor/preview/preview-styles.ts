import { Decoration } from '@codemirror/view'

export const hidden = Decoration.replace({})
export const mark = (name: string) => Decoration.mark({ class: name })
export const lineOf = (name: string) => Decoration.line({ class: name })

export const faint = mark('cm-mark')

/** The styles of words. */
export const styles: Readonly<Record<string, Decoration>> = {
  Emphasis: mark('cm-emphasis'),
  StrongEmphasis: mark('cm-strong'),
  Strikethrough: mark('cm-struck'),
  Highlight: mark('cm-highlight'),
  InlineCode: mark('cm-inline-code'),
  Superscript: mark('cm-superscript'),
  Subscript: mark('cm-subscript'),
  Link: mark('cm-link'),
  Autolink: mark('cm-link'),
  FootnoteReference: mark('cm-footnote'),
  FootnoteLabel: mark('cm-footnote'),
  HTMLTag: mark('cm-html'),
  Comment: mark('cm-html'),
}

/** The styles of the lines of a block. */
export const lineStyles: Readonly<Record<string, Decoration>> = {
  ATXHeading1: lineOf('cm-h1'),
  ATXHeading2: lineOf('cm-h2'),
  ATXHeading3: lineOf('cm-h3'),
  ATXHeading4: lineOf('cm-h4'),
  ATXHeading5: lineOf('cm-h5'),
  ATXHeading6: lineOf('cm-h6'),
  SetextHeading1: lineOf('cm-h1'),
  SetextHeading2: lineOf('cm-h2'),
  Blockquote: lineOf('cm-quote'),
  DefinitionTerm: lineOf('cm-term'),
  Definition: lineOf('cm-definition'),
  FencedCode: lineOf('cm-code'),
  CodeBlock: lineOf('cm-code'),
  HTMLBlock: lineOf('cm-html-block'),
  CommentBlock: lineOf('cm-html-block'),
  FrontMatter: lineOf('cm-front-matter'),
  MathBlock: lineOf('cm-formula-line'),
  Table: lineOf('cm-table'),
  TableHeader: lineOf('cm-table-head'),
}
