import { assertNever } from '../../terms'
import { allRunRightToLeft, hasRightToLeft } from '../direction'
import { onlyPicture } from '../tree/pictures'
import { plainText } from '../tree/read-inlines'
import type { Block, Footnote, Inline, ListItem } from '../tree/tree'
import { attribute, escaped } from './escape'
import { inlineHtml, textHtml, type HtmlContext } from './inline-html'
import { noteId, referenceId } from './note-ids'

/** Blocks as HTML, in order. It is valid within a `main` element; HTML in the text itself is never output as HTML. */
export const blocksHtml = (blocks: readonly Block[], context: HtmlContext): string =>
  blocks.map((block) => blockHtml(block, context)).join('')

/** One block as HTML: a single element, or nothing where a reader would see nothing. */
export function blockHtml(block: Block, context: HtmlContext): string {
  switch (block.kind) {
    case 'heading': {
      const id = attribute('id', context.isPart === true ? undefined : context.idOf(block.id))
      return `<h${block.level}${id}${direction(block.children)}>${inlineHtml(block.children, context)}</h${block.level}>\n`
    }
    case 'paragraph':
      return paragraphHtml(block.children, context)
    case 'quote':
      return quoteHtml(block, context)
    case 'list':
      return listHtml(block, context)
    case 'definitions':
      return definitionsHtml(block, context)
    case 'code':
      return codeHtml(block.text, block.language, context)
    case 'math':
      return `<div class="formula">${context.formula(block.text, true)}</div>\n`
    case 'table':
      return tableHtml(block, context)
    case 'rule':
      return '<hr>\n'
    case 'html':
      return block.text.startsWith('<!--') ? '' : codeHtml(block.text, '', context)
    default:
      return assertNever(block)
  }
}

/** A callout is a quotation with a class for its style; its title may be one of our own words, in another script. */
function quoteHtml({ callout, blocks }: Extract<Block, { kind: 'quote' }>, context: HtmlContext): string {
  const name = callout === undefined || context.isPart === true ? undefined : `callout ${callout}`
  const said = callout === undefined || blocks.length < 2 ? blocks : blocks.slice(1)
  const attributes = attribute('class', name) + fromRight(said.map(wordsOfBlock))
  return `<blockquote${attributes}>\n${blocksHtml(blocks, context)}</blockquote>\n`
}

/** The footnotes as a section at the end, each with links back to its references. */
export function footnotesHtml(footnotes: readonly Footnote[], context: HtmlContext): string {
  if (footnotes.length === 0) return ''
  const items = footnotes.map((note, index) => {
    if (context.isPart === true) return `<li>${withEnd(note.blocks, '', context)}</li>\n`
    const number = index + 1
    const ways = Array.from({ length: note.references }, (_, occurrence) => {
      const name = context.words.backToText + (note.references > 1 ? ` ${occurrence + 1}` : '')
      const address = `#${context.idOf(referenceId(number, occurrence + 1))}`
      return ` <a class="back"${attribute('href', address)} role="doc-backlink"${attribute('aria-label', name)}>↩\ufe0e</a>`
    }).join('')
    return `<li${attribute('id', context.idOf(noteId(number)))}>${withEnd(note.blocks, ways, context)}</li>\n`
  })
  const fromSide = fromRight(footnotes.map(({ blocks }) => wordsOfBlock(blocks[0])))
  if (context.isPart === true) return `<hr>\n<ol${fromSide}>\n${items.join('')}</ol>\n`
  return `<section class="notes" role="doc-endnotes"${attribute('aria-label', context.words.notes)}>\n<ol${numberRoom(items.length, context)}${fromSide}>\n${items.join('')}</ol>\n</section>\n`
}

/** Blocks with HTML added to the end of the last paragraph, or after the last block. */
function withEnd(blocks: readonly Block[], end: string, context: HtmlContext): string {
  if (end === '') return blocksHtml(blocks, context)
  const last = lineOf(blocks.at(-1))
  if (last === undefined) return `${blocksHtml(blocks, context)}<p>${end.trimStart()}</p>\n`
  const words = `<p${direction(last)}>${inlineHtml(last, context)}${end}</p>\n`
  return blocksHtml(blocks.slice(0, -1), context) + words
}

/** The words of a paragraph; `undefined` for every other block, and for a picture with a caption. */
const lineOf = (block: Block | undefined): readonly Inline[] | undefined =>
  block?.kind === 'paragraph' && (onlyPicture(block.children)?.title ?? '') === ''
    ? block.children
    : undefined

/** The direction attribute of words that run from right to left; all others follow the page. */
const direction = (inlines: readonly Inline[]): string =>
  hasRightToLeft(plainText(inlines)) ? ' dir="auto"' : ''

/**
 * The direction attribute of a block whose parts all run from right to left: its markers, bars and columns begin at the
 * right.
 */
const fromRight = (parts: readonly (readonly Inline[] | undefined)[]): string =>
  allRunRightToLeft(parts.map((part = []) => plainText(part))) ? ' dir="rtl"' : ''

const wordsOfBlock = (block: Block | undefined): readonly Inline[] | undefined =>
  block?.kind === 'paragraph' || block?.kind === 'heading' ? block.children : undefined

function paragraphHtml(children: readonly Inline[], context: HtmlContext): string {
  if (children.length === 0) return ''
  const only = onlyPicture(children)
  if (only !== undefined) return pictureHtml(only, context)
  return `<p${direction(children)}>${inlineHtml(children, context)}</p>\n`
}

/** A picture that is not part of a sentence; its title appears below it. */
function pictureHtml(image: Extract<Inline, { kind: 'image' }>, context: HtmlContext): string {
  const picture = inlineHtml([{ ...image, title: '' }], context)
  const caption = escaped(image.title)
  if (context.isPart === true) return `<p>${picture}${caption === '' ? '' : `<br>\n${caption}`}</p>\n`
  if (caption === '') return `<p class="picture">${picture}</p>\n`
  const side = direction([{ kind: 'text', text: image.title }])
  return `<figure>${picture}<figcaption${side}>${caption}</figcaption></figure>\n`
}

function listHtml(list: Extract<Block, { kind: 'list' }>, context: HtmlContext): string {
  const name = list.start === undefined ? 'ul' : 'ol'
  const start = list.start === undefined || list.start === 1 ? undefined : list.start
  const isTasks = list.items.every(({ isDone }) => isDone !== undefined)
  const tasks = context.isPart === true ? ' style="list-style: none"' : ' class="tasks"'
  const room = list.start === undefined ? '' : numberRoom(list.start + list.items.length - 1, context)
  const items = list.items.map((item) => itemHtml(item, list.isTight, context)).join('')
  return `<${name}${attribute('start', start)}${isTasks ? tasks : room}${fromRight(list.items.map(({ blocks }) => wordsOfBlock(blocks[0])))}>\n${items}</${name}>\n`
}

/** The class of a list whose last number does not fit into the usual indentation (`LONG_NUMBERS`). */
const numberRoom = (last: number, { isPart }: HtmlContext): string =>
  isPart === true || last < 100 ? '' : ` class="digits-${String(last).length}"`

function itemHtml({ isDone, blocks }: ListItem, isTight: boolean, context: HtmlContext): string {
  const [first, ...rest] = blocks
  const words = lineOf(first)
  const line = words === undefined ? '' : taskHtml(isDone, inlineHtml(words, context), context)
  const begin =
    words === undefined
      ? taskHtml(isDone, '', context, wordsOfBlock(first))
      : isTight
        ? line
        : `<p>${line}</p>`
  const others = blocksHtmlOf(words === undefined ? blocks : rest, isTight, context)
  return `<li${words === undefined ? '' : direction(words)}>${begin}${others === '' ? '' : `\n${others}`}</li>\n`
}

function definitionsHtml(
  { isTight, items }: Extract<Block, { kind: 'definitions' }>,
  context: HtmlContext,
): string {
  const parts = items.map(({ term, definitions }) => {
    const meanings = definitions.map((blocks) => `<dd>${definitionHtml(blocks, isTight, context)}</dd>\n`)
    return `<dt${direction(term)}>${inlineHtml(term, context)}</dt>\n${meanings.join('')}`
  })
  return `<dl${fromRight(items.map(({ term }) => term))}>\n${parts.join('')}</dl>\n`
}

/** A tight definition begins with its words instead of a paragraph. */
function definitionHtml(blocks: readonly Block[], isTight: boolean, context: HtmlContext): string {
  const [first, ...rest] = blocks
  const line = isTight ? lineOf(first) : undefined
  if (line === undefined) return `\n${blocksHtml(blocks, context)}`
  const words = inlineHtml(line, context)
  return rest.length === 0 ? words : `${words}\n${blocksHtml(rest, context)}`
}

/**
 * The checkbox of a task. It is labelled by the words after it, or by those of `name` where a block follows. Mail
 * programs and word processors drop a checkbox, but not a character.
 */
function taskHtml(
  isDone: boolean | undefined,
  words: string,
  { isPart }: HtmlContext,
  name: readonly Inline[] = [],
): string {
  if (isDone === undefined) return words
  if (isPart === true) return `${isDone ? '☑' : '☐'} ${words}`
  const label = attribute('aria-label', plainText(name) || undefined)
  return `<label><input type="checkbox" disabled${isDone ? ' checked' : ''}${label}> ${words}</label>`
}

/** In a tight list a further paragraph is a line of its item. */
const blocksHtmlOf = (blocks: readonly Block[], isTight: boolean, context: HtmlContext): string =>
  blocks
    .map((block) => {
      const line = isTight ? lineOf(block) : undefined
      return line === undefined ? blockHtml(block, context) : `${inlineHtml(line, context)}\n`
    })
    .join('')

/** The language is named where scripts that highlight code look for it. */
function codeHtml(text: string, language: string, context: HtmlContext): string {
  const code = textHtml(text, context)
  if (context.isPart === true) return `<pre><code>${code}</code></pre>\n`
  const name = /^[\w+#.-]{1,40}$/.test(language) ? `language-${language}` : undefined
  return `<pre tabindex="0"><code${attribute('class', name)}>${code}</code></pre>\n`
}

const sideOf = (align: string | undefined, { isPart }: HtmlContext): string =>
  isPart === true
    ? attribute('style', align === undefined ? undefined : `text-align: ${align}`)
    : attribute('class', align)

function tableHtml({ align, head, rows }: Extract<Block, { kind: 'table' }>, context: HtmlContext): string {
  const row = (cells: readonly (readonly Inline[])[], name: 'th' | 'td') => {
    const html = cells.map((cell, column) => {
      const scope = name === 'th' && cell.length > 0 ? ' scope="col"' : ''
      const tag = name === 'th' && cell.length === 0 ? 'td' : name
      const side = sideOf(align[column], context)
      return `<${tag}${scope}${side}${direction(cell)}>${inlineHtml(cell, context)}</${tag}>`
    })
    return `<tr>${html.join('')}</tr>\n`
  }
  const body = rows.length === 0 ? '' : `<tbody>\n${rows.map((one) => row(one, 'td')).join('')}</tbody>\n`
  if (context.isPart === true)
    return `<table${fromRight(head)}>\n<thead>\n${row(head, 'th')}</thead>\n${body}</table>\n`
  return `<div class="table" tabindex="0"${fromRight(head)}><table>\n<thead>\n${row(head, 'th')}</thead>\n${body}</table></div>\n`
}
