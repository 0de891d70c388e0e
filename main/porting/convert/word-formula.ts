import type { Element, ElementContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { TEX_COMMANDS } from './tex-commands'

interface WordFormula {
  readonly tex: string
  /** True where every part of the formula has a TeX form; other parts are replaced by their words. */
  readonly isWhole: boolean
}

/** Reads an equation of Word (an `m:oMath` element). Throws a RangeError where it is nested too deeply. */
export function readFormula(xml: string): WordFormula {
  const names = xml.replace(/<(\/?)m:/g, '<$1m-').replace(/<(m-[A-Za-z]+)((?:\s[^<>]*)?)\/>/g, '<$1$2></$1>')
  const reading = { isWhole: true }
  const tex = texOf(fromHtml(names, { fragment: true }).children as ElementContent[], reading)
  return { tex: tidied(tex), isWhole: reading.isWhole }
}

interface Reading {
  isWhole: boolean
}

type Reader = (element: Element, reading: Reading) => string

const tidied = (tex: string): string => tex.replace(/\s+/g, ' ').trim()

/** The TeX of these nodes. Property elements are read with their owners; pure containers are skipped. */
const texOf = (nodes: readonly ElementContent[], reading: Reading): string =>
  nodes.map((node) => (node.type === 'element' ? elementTex(node, reading) : '')).join('')

function elementTex(element: Element, reading: Reading): string {
  const name = element.tagName
  if (name.endsWith('pr')) return ''
  const reader = READERS[name]
  if (reader !== undefined) return reader(element, reading)
  if (!HOLDERS.has(name)) reading.isWhole = false
  return texOf(element.children, reading)
}

const HOLDERS: ReadonlySet<string> = new Set(
  'omath omathpara box borderbox phant e num den sub sup deg fname lim argpr'
    .split(' ')
    .map((name) => `m-${name}`),
)

const partsOf = (element: Element, name: string): readonly Element[] =>
  element.children.filter(
    (child): child is Element => child.type === 'element' && child.tagName === `m-${name}`,
  )

const part = (element: Element, name: string, reading: Reading): string =>
  tidied(
    partsOf(element, name)
      .map((one) => texOf(one.children, reading))
      .join(''),
  )

/** A value in the properties of an element, such as `chr` of `m:naryPr`; `undefined` where it is absent. */
function property(element: Element, name: string): string | undefined {
  for (const child of element.children) {
    if (child.type !== 'element' || !child.tagName.endsWith('pr')) continue
    const found = partsOf(child, name)[0]
    if (found !== undefined) return found.properties['m:val']?.toString() ?? ''
  }
  return undefined
}

const isOn = (value: string | undefined): boolean => value !== undefined && !/^(?:0|off|false)$/.test(value)

const group = (tex: string): string => `{${tex}}`

/** The base of a script: a single symbol as it is, anything longer in braces. */
const base = (tex: string): string => (/^(?:\w|\\[A-Za-z]+)$/.test(tex) ? tex : group(tex))

const script = (sign: '_' | '^', tex: string): string =>
  tex === '' ? '' : sign + (/^\w$/.test(tex) ? tex : group(tex))

const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030c': 'check',
  '\u20d7': 'vec',
}
const GROUPS: Readonly<Record<string, string>> = { '⏞': 'overbrace', '⏟': 'underbrace' }
const FENCES: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '‖': '\\|',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
  '': '.',
}
const FUNCTIONS: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp lim max min sup inf det dim ker gcd deg arg Pr'.split(
    ' ',
  ),
)

const READERS: Readonly<Record<string, Reader>> = {
  'm-r': run,
  'm-f': fraction,
  'm-ssup': (element, reading) =>
    base(part(element, 'e', reading)) + script('^', part(element, 'sup', reading)),
  'm-ssub': (element, reading) =>
    base(part(element, 'e', reading)) + script('_', part(element, 'sub', reading)),
  'm-ssubsup': (element, reading) =>
    base(part(element, 'e', reading)) +
    script('_', part(element, 'sub', reading)) +
    script('^', part(element, 'sup', reading)),
  'm-spre': (element, reading) =>
    `{}${script('_', part(element, 'sub', reading))}${script('^', part(element, 'sup', reading))}${base(part(element, 'e', reading))}`,
  'm-rad': (element, reading) => {
    const degree = isOn(property(element, 'deghide')) ? '' : part(element, 'deg', reading)
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${group(part(element, 'e', reading))}`
  },
  'm-nary': (element, reading) =>
    `${signs(property(element, 'chr') ?? '∫')}${script('_', part(element, 'sub', reading))}${script('^', part(element, 'sup', reading))} ${part(element, 'e', reading)}`,
  'm-d': fenced,
  'm-func': (element, reading) => {
    const name = part(element, 'fname', reading)
    const known = /^[A-Za-z]+$/.test(name) && FUNCTIONS.has(name) ? `\\${name}` : name
    return `${known} ${base(part(element, 'e', reading))}`
  },
  'm-acc': (element, reading) => signed(element, reading, ACCENTS, '\u0302'),
  'm-bar': (element, reading) =>
    `\\${property(element, 'pos') === 'top' ? 'overline' : 'underline'}${group(part(element, 'e', reading))}`,
  'm-groupchr': (element, reading) => signed(element, reading, GROUPS, '⏟'),
  'm-limlow': (element, reading) => limit(element, reading, '_'),
  'm-limupp': (element, reading) => limit(element, reading, '^'),
  'm-m': (element, reading) =>
    lines(
      'matrix',
      partsOf(element, 'mr').map((row) =>
        partsOf(row, 'e').map((cell) => tidied(texOf(cell.children, reading))),
      ),
    ),
  'm-eqarr': (element, reading) =>
    lines(
      'aligned',
      partsOf(element, 'e').map((line) => [tidied(texOf(line.children, reading))]),
    ),
}

function fraction(element: Element, reading: Reading): string {
  const [over, under] = [part(element, 'num', reading), part(element, 'den', reading)]
  const type = property(element, 'type')
  if (type === 'lin' || type === 'skw') return `${base(over)}/${base(under)}`
  if (type === 'nobar') return `{${over} \\atop ${under}}`
  return `\\frac${group(over)}${group(under)}`
}

function fenced(element: Element, reading: Reading): string {
  const fence = (name: string, usual: string) => {
    const sign = property(element, name) ?? usual
    return FENCES[sign] ?? signs(sign).trim()
  }
  const between = property(element, 'sepchr') ?? '|'
  const inner = partsOf(element, 'e').map((one) => tidied(texOf(one.children, reading)))
  const [open, close] = [fence('begchr', '('), fence('endchr', ')')]
  return `\\left${open}${inner.join(` ${signs(between)} `)}\\right${close}`
}

/** A part with an accent over or under it, by the accent's name; the part alone where the accent has no name here. */
function signed(
  element: Element,
  reading: Reading,
  names: Readonly<Record<string, string>>,
  usual: string,
): string {
  const name = names[property(element, 'chr') ?? usual]
  const inner = part(element, 'e', reading)
  if (name !== undefined) return `\\${name}${group(inner)}`
  reading.isWhole = false
  return inner
}

function limit(element: Element, reading: Reading, sign: '_' | '^'): string {
  const words = part(element, 'e', reading)
  const isName = FUNCTIONS.has(words)
  return `${isName ? `\\${words}` : `\\mathop${group(words)}`}${script(sign, part(element, 'lim', reading))}`
}

const lines = (name: string, rows: readonly (readonly string[])[]): string =>
  `\\begin{${name}} ${rows.map((row) => row.join(' & ')).join(' \\\\ ')} \\end{${name}}`

/** Symbols and letters; a run that Word sets upright becomes text. */
function run(element: Element): string {
  const text = partsOf(element, 't')
    .flatMap(({ children }) => children.map((child) => (child.type === 'text' ? child.value : '')))
    .join('')
  if (isOn(property(element, 'nor')) && text.trim() !== '')
    return `\\text{${text.replace(/[\\{}$#%&_^~]/g, '')}}`
  const upright = property(element, 'sty') === 'p' && /^[A-Za-z]{2,}$/.test(text)
  if (!upright) return signs(text)
  return FUNCTIONS.has(text) ? `\\${text} ` : `\\mathrm{${text}}`
}

/**
 * Replaces symbols by their TeX commands and escapes TeX's special characters; letters of mathematical alphabets become
 * plain letters.
 */
const signs = (text: string): string =>
  [...text.normalize('NFKC')]
    .map(
      (sign) =>
        TEX_COMMANDS[sign] ?? (/[#%&_${}]/.test(sign) ? `\\${sign}` : sign === '\\' ? '\\backslash ' : sign),
    )
    .join('')
