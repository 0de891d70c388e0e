import type { Element, ElementContent } from 'hast'
import type { Handle } from 'hast-util-to-mdast'
import { asIs, asIsInLine, wordsOf } from './html-words'

/** A formula by its source where that is known, otherwise by what its elements mean. */
export const formula: Handle = (_state, element: Element) => {
  const tex = (sourceOf(element) ?? texOf(element)).trim()
  if (tex === '' || /\n\s*\n/.test(tex)) return { type: 'text', value: wordsOf(element) }
  const isBlock = element.properties['display'] === 'block'
  if (isBlock && !tex.includes('$$')) return asIs(`$$\n${tex}\n$$`)
  return /[$\n]/.test(tex) ? { type: 'inlineCode', value: tex } : asIsInLine(`$${tex}$`)
}

function sourceOf(element: Element): string | undefined {
  for (const child of element.children) {
    if (child.type !== 'element') continue
    const isSource = child.tagName === 'annotation' && child.properties['encoding'] === 'application/x-tex'
    const found = isSource ? wordsOf(child) : sourceOf(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** The TeX of a node. An element that is not known, or has other parts than it needs, is read as its parts in a row. */
function texOf(node: ElementContent): string {
  if (node.type !== 'element') return node.type === 'text' ? escaped(node.value.trim()) : ''
  const { tagName, properties } = node
  const children = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  const parts = children.map(texOf)
  const written = WITH_PARTS[tagName]?.(parts, children)
  if (written !== undefined) return written
  switch (tagName) {
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return ''
    case 'mi':
      return nameOf(wordsOf(node).trim())
    case 'ms':
    case 'mtext':
      return `\\text{${escaped(wordsOf(node).replace(/\s/g, ' '))}}`
    case 'msqrt':
      return `\\sqrt{${row(parts)}}`
    case 'mtable':
      return `\\begin{matrix} ${parts.join(' \\\\ ')} \\end{matrix}`
    case 'mtr':
      return parts.join(' & ')
    case 'mfenced': {
      const { open = '(', close = ')' } = properties
      return `${escaped(String(open))}${parts.join(', ')}${escaped(String(close))}`
    }
    default:
      return row(parts)
  }
}

type Parts = readonly string[]
type Written = (parts: Parts, children: readonly ElementContent[]) => string | undefined

const ofTwo =
  (write: (first: string, second: string, children: readonly ElementContent[]) => string): Written =>
  ([first, second, ...others], children) =>
    first === undefined || second === undefined || others.length > 0
      ? undefined
      : write(first, second, children)

const underAndOver: Written = ([base, under, over, ...others]) =>
  base === undefined || under === undefined || over === undefined || others.length > 0
    ? undefined
    : `${asBase(base)}_{${under}}^{${over}}`

/** Elements with a fixed number of parts; `undefined` where they have another number. */
const WITH_PARTS: Readonly<Partial<Record<string, Written>>> = {
  mfrac: ofTwo((above, below) => `\\frac{${above}}{${below}}`),
  mroot: ofTwo((words, degree) => `\\sqrt[${degree}]{${words}}`),
  msup: ofTwo((base, raised) => `${asBase(base)}^{${raised}}`),
  msub: ofTwo((base, lowered) => `${asBase(base)}_{${lowered}}`),
  munder: ofTwo((base, under, [node]) =>
    isLimited(node) ? `${asBase(base)}_{${under}}` : `\\underset{${under}}{${base}}`,
  ),
  mover: ofTwo((base, over, [node, sign]) => {
    const accent = ACCENTS.get(sign === undefined ? '' : wordsOf(sign).trim())
    if (accent !== undefined) return `\\${accent}{${base}}`
    return isLimited(node) ? `${asBase(base)}^{${over}}` : `\\overset{${over}}{${base}}`
  }),
  msubsup: underAndOver,
  munderover: underAndOver,
}

const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['^', 'hat'],
  ['ˆ', 'hat'],
  ['~', 'tilde'],
  ['˜', 'tilde'],
  ['_', 'overline'],
  ['¯', 'overline'],
  ['‾', 'overline'],
  ['―', 'overline'],
  ['→', 'vec'],
  ['⃗', 'vec'],
  ['˙', 'dot'],
  ['¨', 'ddot'],
])

const FUNCTIONS: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd hom inf ker lg lim ln log max min sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

function nameOf(letters: string): string {
  if (FUNCTIONS.has(letters)) return `\\${letters}`
  return letters.length > 1 && /^\p{L}+$/u.test(letters) ? `\\mathrm{${letters}}` : escaped(letters)
}

/** The letters without the signs that TeX reads as its own, and without operators that are not seen. */
const escaped = (letters: string): string =>
  letters
    .replace(/[\u2061-\u2064\u200b]/g, '')
    .replaceAll('\u2212', '-')
    .replaceAll('\\', '\\backslash ')
    .replace(/[#$%&_{}]/g, '\\$&')
    .replaceAll('~', '\\sim ')
    .replaceAll('^', '\\wedge ')

/** Whether what stands under and over an element are its limits, as with a sum or the name of a function. */
const isLimited = (base: ElementContent | undefined): boolean =>
  base?.type === 'element' && (base.tagName === 'mo' || FUNCTIONS.has(wordsOf(base).trim()))

/** What a raised or lowered part refers to: one sign, or a group. */
const asBase = (tex: string): string => (/^(?:.|\\[a-zA-Z]+)$/su.test(tex) ? tex : `{${tex}}`)

/** The end of a formula that is read for a command. */
const LAST = 21

/** Parts in a row. A command ends before a letter only at a space. */
const row = (parts: Parts): string =>
  parts.reduce(
    (tex, part) =>
      tex + (/\\[a-zA-Z]{1,20}$/.test(tex.slice(-LAST)) && /^[a-zA-Z]/.test(part) ? ' ' : '') + part,
    '',
  )
