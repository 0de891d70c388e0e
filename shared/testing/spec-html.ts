import { plainText } from '../markdown/tree/read-inlines'
import type { Block, DocumentTree, Inline } from '../markdown/tree/tree'

/** A document tree as the HTML in the examples of the specifications, including the text's own HTML. */
export const specHtml = (tree: DocumentTree): string => tree.blocks.map((block) => blockHtml(block)).join('')

function blockHtml(block: Block, isTight = false): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${words(block.children)}</h${block.level}>\n`
    case 'paragraph':
      return isTight ? words(block.children) : `<p>${words(block.children)}</p>\n`
    case 'quote':
      return `<blockquote>\n${block.blocks.map((one) => blockHtml(one)).join('')}</blockquote>\n`
    case 'list': {
      const name = block.start === undefined ? 'ul' : 'ol'
      const start = (block.start ?? 1) === 1 ? '' : ` start="${block.start}"`
      const items = block.items.map(
        ({ isDone, blocks }) => `<li>${box(isDone)}${itemHtml(blocks, block.isTight)}</li>\n`,
      )
      return `<${name}${start}>\n${items.join('')}</${name}>\n`
    }
    case 'code': {
      const language = block.language === '' ? '' : ` class="language-${escaped(block.language)}"`
      return `<pre><code${language}>${escaped(block.text)}${block.text === '' ? '' : '\n'}</code></pre>\n`
    }
    case 'table':
      return tableHtml(block)
    case 'rule':
      return '<hr />\n'
    case 'html':
      return `${block.text}\n`
    case 'definitions':
      return '<dl>'
    case 'math':
      return block.text
  }
}

const box = (isDone: boolean | undefined): string =>
  isDone === undefined ? '' : `<input ${isDone ? 'checked="" ' : ''}disabled="" type="checkbox"> `

function itemHtml(blocks: readonly Block[], isTight: boolean): string {
  let html = ''
  for (const [index, block] of blocks.entries()) {
    const isInline = isTight && block.kind === 'paragraph'
    if (!isInline && !html.endsWith('\n')) html += '\n'
    html += blockHtml(block, isTight)
    if (isInline && index < blocks.length - 1) html += '\n'
  }
  return html
}

function tableHtml({ align, head, rows }: Extract<Block, { kind: 'table' }>): string {
  const row = (cells: readonly (readonly Inline[])[], name: string) => {
    const html = cells.map((cell, column) => {
      const side = align[column] === undefined ? '' : ` align="${align[column]}"`
      return `<${name}${side}>${words(cell)}</${name}>\n`
    })
    return `<tr>\n${html.join('')}</tr>\n`
  }
  const body = rows.length === 0 ? '' : `<tbody>\n${rows.map((one) => row(one, 'td')).join('')}</tbody>\n`
  return `<table>\n<thead>\n${row(head, 'th')}</thead>\n${body}</table>\n`
}

const NAMES = {
  emphasis: 'em',
  strong: 'strong',
  underline: 'u',
  struck: 'del',
  highlight: 'mark',
  subscript: 'sub',
  superscript: 'sup',
}

const words = (inlines: readonly Inline[]): string => inlines.map(inlineHtml).join('')

function inlineHtml(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return escaped(inline.text)
    case 'code':
      return `<code>${escaped(inline.text)}</code>`
    case 'html':
      return inline.text
    case 'break':
      return '<br />\n'
    case 'link':
      return `<a href="${address(inline.address)}"${title(inline.title)}>${words(inline.children)}</a>`
    case 'image':
      return `<img src="${address(inline.address)}" alt="${escaped(inline.alt)}"${title(inline.title)} />`
    case 'math':
    case 'footnote':
      return ''
    case 'document-link':
      return plainText(inline.children)
    default:
      return `<${NAMES[inline.kind]}>${words(inline.children)}</${NAMES[inline.kind]}>`
  }
}

const title = (text: string): string => (text === '' ? '' : ` title="${escaped(text)}"`)

/** The address as the reference implementation writes it, with invalid characters percent-encoded. */
const address = (written: string): string =>
  escaped(
    encodeURI(written)
      .replace(/%25(?=[\da-f]{2})/gi, '%')
      .replace(/%5B/g, '[')
      .replace(/%5D/g, ']'),
  ).replace(/[[\]]/g, encodeURIComponent)

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
