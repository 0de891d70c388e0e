import type { Element, ElementContent } from 'hast'

/** The TeX of a MathML element without a source; elements that are not known are read as their parts in a row. */
export function texOf(element: Element): string {
  const parts = element.children.filter((child) => child.type === 'element').map(texOf)
  const [first = '', second = '', third = ''] = parts
  const [base, all] = [asBase(first), () => joined(parts)]
  switch (element.tagName) {
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return ''
    case 'mi':
      return nameOf(lettersOf(element))
    case 'mn':
    case 'mo':
      return escaped(lettersOf(element))
    case 'ms':
    case 'mtext':
      return `\\text{${escaped(lettersOf(element))}}`
    case 'mfrac':
      return `\\frac{${first}}{${second}}`
    case 'msqrt':
      return `\\sqrt{${all()}}`
    case 'mroot':
      return `\\sqrt[${second}]{${first}}`
    case 'msup':
      return `${base}^{${second}}`
    case 'msub':
      return `${base}_{${second}}`
    case 'msubsup':
      return `${base}_{${second}}^{${third}}`
    case 'munder':
      return isLimited(element) ? `${base}_{${second}}` : `\\underset{${second}}{${first}}`
    case 'mover':
      if (ACCENTS.has(second)) return `\\${ACCENTS.get(second)}{${first}}`
      return isLimited(element) ? `${base}^{${second}}` : `\\overset{${second}}{${first}}`
    case 'munderover':
      return `${base}_{${second}}^{${third}}`
    case 'mfenced': {
      const { open = '(', close = ')' } = element.properties
      return `${escaped(String(open))}${parts.join(', ')}${escaped(String(close))}`
    }
    case 'mtable':
      return `\\begin{matrix} ${parts.join(' \\\\ ')} \\end{matrix}`
    case 'mtr':
      return parts.join(' & ')
    default:
      return all()
  }
}

const ACCENTS: ReadonlyMap<string, string> = new Map([
  ...(['^', '\\^', 'ˆ'] as const).map((sign) => [sign, 'hat'] as const),
  ...(['~', '\\~', '˜'] as const).map((sign) => [sign, 'tilde'] as const),
  ...(['¯', '‾', '―', '_', '\\_'] as const).map((sign) => [sign, 'overline'] as const),
  ...(['→', '⃗'] as const).map((sign) => [sign, 'vec'] as const),
  ...[['˙', 'dot'] as const, ['¨', 'ddot'] as const],
])

const FUNCTIONS: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd hom inf ker lg lim ln log max min sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

const lettersOf = ({ children }: { readonly children: readonly ElementContent[] }): string =>
  children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? lettersOf(child) : ''))
    .join('')
    .replace(/\s+/g, ' ')

function nameOf(letters: string): string {
  const name = letters.trim()
  if (FUNCTIONS.has(name)) return `\\${name}`
  return name.length > 1 && /^\p{L}+$/u.test(name) ? `\\mathrm{${name}}` : escaped(name)
}

/** The letters without the signs that TeX reads as its own, and without operators that are not seen. */
const escaped = (letters: string): string =>
  letters
    .replace(/[\u2061-\u2064\u200b]/g, '')
    .replaceAll('\u2212', '-')
    .replaceAll('\\', '\\backslash ')
    .replace(/[#$%&_{}]/g, '\\$&')
    .replace(/[~^]/g, '\\$&')

/** Under and over a sum or the name of a function stand its limits. */
function isLimited({ children }: Element): boolean {
  const base = children.find((child) => child.type === 'element')
  return base !== undefined && (base.tagName === 'mo' || FUNCTIONS.has(lettersOf(base).trim()))
}

/** What a raised sign refers to; more than one sign is put into a group. */
const asBase = (tex: string): string => (/^(?:.|\\[a-zA-Z]+)$/su.test(tex) ? tex : `{${tex}}`)

/** The end of a formula that is read for a command. */
const LAST = 21

/** Parts in a row. A command ends before a letter only at a space. */
const joined = (parts: readonly string[]): string =>
  parts.reduce(
    (tex, part) =>
      tex + (/\\[a-zA-Z]{1,20}$/.test(tex.slice(-LAST)) && /^[a-zA-Z]/.test(part) ? ' ' : '') + part,
    '',
  )
