import { EditorSelection, findClusterBreak } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { CodeMirror, Vim, type CM5EditorInterface, type MotionFn, type Pos } from '@replit/codemirror-vim'
import type { Span } from '../../../shared/text/span'
import { isFolded } from '../folding/folds'
import { besideIt } from '../input/line-steps'

/** The editor view in which Vim works. */
export const viewOf = (cm: Pick<CM5EditorInterface, 'cm6'>): EditorView => cm.cm6 as EditorView

/** The image or formula, rendered as a whole, that contains this position. */
export function thingAround(view: EditorView, place: number, isFrom = false): Span | undefined {
  let found: Span | undefined
  for (const ranges of view.state.facet(EditorView.atomicRanges))
    ranges(view).between(place, place, (from, to) => {
      if ((from < place || (isFrom && from === place)) && place < to) found = { from, to }
    })
  return found
}

type Motions = Readonly<Record<string, MotionFn>>

/**
 * Moves by every line of the text: CodeMirror's measurement skips lines lower than half a line. Folded text is skipped,
 * and on an image the cursor stops before it, so that it does not turn into its source on the way.
 */
const byLines: MotionFn = function (this: Motions, cm, head, args, vim) {
  const view = viewOf(cm)
  const { doc } = view.state
  const keeps = ['moveByLines', 'moveByDisplayLines', 'moveByScroll', 'moveToColumn', 'moveToEol']
  if (!keeps.some((name) => this[name] === vim.lastMotion)) vim.lastHPos = head.ch
  const step = args.forward === true ? 1 : -1
  let number = head.line + 1
  for (let left = args.repeat + (args.repeatOffset ?? 0); left > 0; left--) {
    let next = number + step
    while (next >= 1 && next <= doc.lines && isFolded(view.state, doc.line(next).to)) next += step
    if (next < 1 || next > doc.lines) break
    number = next
  }
  const isStuck = number === head.line + 1 && args.repeat + (args.repeatOffset ?? 0) > 0
  if (isStuck) return undefined
  const line = doc.line(number)
  if (args.toFirstChar === true) vim.lastHPos = Math.max(0, line.text.search(/\S/))
  // Vim measures the screen again when it needs the position.
  vim.lastHSPos = -1
  const place = line.from + Math.min(vim.lastHPos, Math.max(0, line.length - (vim.visualMode ? 0 : 1)))
  const thing = thingAround(view, place)
  return new CodeMirror.Pos(number - 1, thing === undefined ? vim.lastHPos : thing.from - line.from)
}

/** Moves by lines on the screen. */
const byDrawnLines: MotionFn = function (this: Motions, cm, head, args, vim) {
  const view = viewOf(cm)
  const goal = vim.lastMotion === this['moveByDisplayLines'] && vim.lastHSPos >= 0 ? vim.lastHSPos : undefined
  let range = EditorSelection.cursor(cm.indexFromPos(head), 1, undefined, goal)
  for (let left = Math.round(args.repeat); left > 0; left--)
    range = besideIt(view, range, args.forward === true).to
  vim.lastHSPos = range.goalColumn ?? -1
  const place = cm.posFromIndex(range.head)
  vim.lastHPos = place.ch
  return place
}

/** Moves by visible characters within the line; an image or formula counts as one. */
const byCharacters: MotionFn = (cm, head, args, vim, input): Pos => {
  const view = viewOf(cm)
  const line = view.state.doc.line(head.line + 1)
  let at = Math.min(Math.max(0, head.ch), line.length)
  for (let left = args.repeat; left > 0; left--) {
    const next = findClusterBreak(line.text, at, args.forward === true)
    const thing =
      args.forward === true ? thingAround(view, line.from + at, true) : thingAround(view, line.from + next)
    const to = thing === undefined ? next : (args.forward === true ? thing.to : thing.from) - line.from
    // The last character belongs to the line: the cursor cannot go after it.
    const isLast = to === line.length && thing !== undefined && args.forward === true
    if (isLast && !vim.visualMode && input.operator === undefined) break
    at = to
  }
  return new CodeMirror.Pos(head.line, at)
}

/** An operator over a paragraph affects whole lines if it begins before their words, as in Vim. */
const byParagraphs: MotionFn = function (this: Motions, cm, head, args, vim, input) {
  const to = this['moveByParagraph']?.(cm, head, args, vim, input)
  if (to === undefined || to === null || Array.isArray(to)) return to
  const isWhole =
    to.line > head.line && cm.getLine(to.line) === '' && !/\S/.test(cm.getLine(head.line).slice(0, head.ch))
  if (input.operator === undefined || vim.visualMode || !isWhole) return to
  args.linewise = true
  return new CodeMirror.Pos(to.line - 1, 0)
}

export function defineMotions(): void {
  Vim.defineMotion('moveByLines', byLines)
  Vim.defineMotion('moveByDisplayLines', byDrawnLines)
  Vim.defineMotion('moveByCharacters', byCharacters)
  Vim.defineMotion('moveByParagraphs', byParagraphs)
  Vim.mapCommand('}', 'motion', 'moveByParagraphs', { forward: true, toJumplist: true }, {})
}
