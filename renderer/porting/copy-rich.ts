import { readDocument } from '../../shared/markdown/tree/read-document'

/**
 * A text for the clipboard: as HTML without styles, images of this device and internal links, so that all links lead to
 * the web; and as plain text, as in an export, for programs without formatting.
 */
export async function richText(markdown: string): Promise<{ readonly html: string; readonly plain: string }> {
  // Loaded on demand, because the first screen needs none of these.
  const [{ blocksHtml, footnotesHtml }, { formulaHtml }, { leadsOutside }, { plainTextOf }] =
    await Promise.all([
      import('../../shared/markdown/html/html'),
      import('../../shared/markdown/html/formula'),
      import('../../shared/markdown/html/leads-outside'),
      import('../../shared/markdown/plain-text/plain-text'),
    ])
  const tree = readDocument(markdown)
  const { blocks, footnotes } = tree
  const context = {
    linkTo: (link: { readonly kind: string; readonly address?: string }) =>
      link.address !== undefined && leadsOutside(link.address) ? link.address : undefined,
    picture: (address: string) => (/^https:/i.test(address) ? { address } : undefined),
    idOf: (id: string) => id,
    formula: formulaHtml,
    isPart: true as const,
    words: { notes: 'Notes', note: 'Note', backToText: 'Back to the text' },
  }
  const html = blocksHtml(blocks, context) + footnotesHtml(footnotes, context)
  return { html, plain: plainTextOf(tree) }
}

/** Copies a text to the clipboard, formatted and as plain text. */
export async function copyRich(markdown: string): Promise<void> {
  const { html, plain } = await richText(markdown)
  const blob = (text: string, type: string) => new Blob([text], { type })
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/html': blob(html, 'text/html'), 'text/plain': blob(plain, 'text/plain') }),
  ])
}
