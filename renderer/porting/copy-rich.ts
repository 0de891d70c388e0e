/** A text as HTML for the clipboard: no style, no picture of this device, and links to the web alone: none within it. */
export async function richHtml(markdown: string): Promise<string> {
  // Nothing that the first screen needs.
  const [{ readDocument }, { blocksHtml, footnotesHtml }, { formulaHtml }, { leadsOutside }] =
    await Promise.all([
      import('../../shared/markdown/tree/read-document'),
      import('../../shared/markdown/html/html'),
      import('../../shared/markdown/html/formula'),
      import('../../shared/markdown/html/leads-outside'),
    ])
  const { blocks, footnotes } = readDocument(markdown)
  const context = {
    linkTo: (link: { readonly kind: string; readonly address?: string }) =>
      link.address !== undefined && leadsOutside(link.address) ? link.address : undefined,
    picture: (address: string) => (/^https:/i.test(address) ? { address } : undefined),
    idOf: (id: string) => id,
    formula: formulaHtml,
    isPart: true as const,
    words: { notes: 'Notes', note: 'Note', backToText: 'Back to the text' },
  }
  return blocksHtml(blocks, context) + footnotesHtml(footnotes, context)
}

/** Puts a text on the clipboard, formatted for programs that take that, and as it is for the others. */
export async function copyRich(markdown: string): Promise<void> {
  const html = await richHtml(markdown)
  const blob = (text: string, type: string) => new Blob([text], { type })
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/html': blob(html, 'text/html'), 'text/plain': blob(markdown, 'text/plain') }),
  ])
}
