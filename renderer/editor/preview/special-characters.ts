import { RangeSetBuilder, type EditorState, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet } from '@codemirror/view'
import { drawnMarks, SIGN } from '../../../shared/text/excess-marks'
import type { Span } from '../../../shared/text/span'
import { UNBROKEN_STYLE, unbrokenIn } from '../../../shared/text/unbroken'
import { onScreen } from '../view/on-screen'
import { PlainWidget } from '../view/plain-widget'

/**
 * Control characters and characters without width: those of `highlightSpecialChars`, all that change the direction, and
 * combining marks beyond the number rendered for one letter (`excess-marks.ts`).
 */
const SPECIAL =
  // oxlint-disable-next-line no-control-regex
  /[\0-\x08\n-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffc]|\p{M}{31,}/gu

const NAMES: Readonly<Record<number, string>> = {
  0x00: 'null',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0xad: 'soft hyphen',
  0x061c: 'arabic letter mark',
  0x200b: 'zero width space',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'zero width no-break space',
  0xfffc: 'object replacement',
}

/** The maximum number of signs on screen, each of which is an element; others are left to the browser. */
const SIGNS_MAX = 200

function signOf(special: string): PlainWidget {
  const code = special.charCodeAt(0)
  const label = /\p{M}/u.test(special)
    ? `${special.length.toLocaleString('en')} more marks on a letter`
    : `Control character ${NAMES[code] ?? `0x${code.toString(16)}`}`
  return new PlainWidget('cm-specialChar', { words: SIGN, label, isText: true })
}

/** The text of each line in these ranges, as far as it is in them, with its start. */
function* linesIn(doc: Text, parts: readonly Span[]): Generator<readonly [from: number, text: string]> {
  for (const { from, to } of parts)
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at)
      yield [at, line.text.slice(at - line.from, to - line.from)]
      at = line.to + 1
    }
}

/** The signs for the special characters in these ranges of a text, up to the maximum. */
export function signsOf({ doc }: EditorState, parts: readonly Span[]): DecorationSet {
  const signs = new RangeSetBuilder<Decoration>()
  let left = SIGNS_MAX
  for (const [at, text] of linesIn(doc, parts)) {
    for (const match of text.matchAll(SPECIAL)) {
      if (left-- === 0) break
      const [found] = match
      const drawn = found.length > 1 ? drawnMarks(found).length : 0
      const start = at + match.index
      const widget = signOf(found.slice(drawn))
      signs.add(start + drawn, start + found.length, Decoration.replace({ widget }))
    }
    if (left <= 0) break
  }
  return signs.finish()
}

const unbroken = Decoration.mark({ class: 'cm-unbroken', attributes: { style: UNBROKEN_STYLE } })

/** The ranges in which no line can wrap, with the style in which they are rendered quickly. */
export function unbrokenStretches({ doc }: EditorState, parts: readonly Span[]): DecorationSet {
  const stretches = [...linesIn(doc, parts)].flatMap(([at, text]) =>
    unbrokenIn(text).map(({ from, to }) => unbroken.range(at + from, at + to)),
  )
  return Decoration.set(stretches)
}

/**
 * Makes invisible characters visible. It replaces CodeMirror's own extension, which renders all of a line: a line of
 * 50,000 control characters blocked a window for 20 s, and for 10 s at each key. A thousand signs that each showed
 * their control character took up to half a second.
 */
export const specialCharacters = [
  onScreen({ draw: ({ state, visibleRanges }) => signsOf(state, visibleRanges) }),
  onScreen({ draw: ({ state, visibleRanges }) => unbrokenStretches(state, visibleRanges) }),
]
