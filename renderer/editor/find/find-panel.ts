import { redo, undoDepth } from '@codemirror/commands'
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  type SearchQuery,
} from '@codemirror/search'
import type { EditorState } from '@codemirror/state'
import {
  runScopeHandlers,
  type Command,
  type EditorView,
  type Panel,
  type ViewUpdate,
} from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { undo } from '../undo/undo'
import { showSelected } from './below-find-bar'
import { createPatternGuard, heldQuery, holdingBack, isGuarding, lettingGo } from './find-guard'
import { findScope, isInScope, selectedSpans, setFindScope } from './find-scope'
import { COUNT_MAX } from './found-text'
import { asksForReplace } from './open-replace'
import {
  countText,
  createFindControls,
  onQuery,
  press,
  pressed,
  queryOf,
  showQuery,
  type FindControls,
} from './find-controls'

/**
 * The find panel. It passes queries on to the editor; a pattern only once a worker has shown that it ends on this text.
 */
export function findPanel(view: EditorView): Panel {
  const controls = controlsOf(view)
  const { dom, find, replace, scope, count } = controls
  const guard = createPatternGuard()

  /** Changes the editor's query on behalf of this panel. */
  const dispatch = (effects: ReturnType<typeof lettingGo>) =>
    view.dispatch({ effects, annotations: isGuarding.of(true) })
  const commit = () => {
    guard.forget()
    const query = queryOf(controls, pressed(scope) ? isInScope : undefined)
    if (!query.regexp || !query.valid) {
      if (!query.eq(getSearchQuery(view.state))) dispatch(lettingGo(query))
      count.textContent = countText(query, () => countIn(view.state, query))
      return
    }
    // A query that the editor already has stays until it is known to be too slow for the present text.
    const isNew = !query.eq(getSearchQuery(view.state))
    if (isNew) dispatch(holdingBack(query))
    guard.ask(query, view.state.doc, (isBearable) => {
      if (isBearable === isNew) dispatch(isBearable ? lettingGo(query) : holdingBack(query))
      count.textContent = isBearable ? countText(query, () => countIn(view.state, query)) : 'Takes too long'
    })
  }
  const show = (query: SearchQuery) => {
    showQuery(controls, query)
    press(scope, view.state.field(findScope) !== undefined)
  }
  const toggleScope = () => {
    const spans = selectedSpans(view.state)
    if (!pressed(scope) && spans.length === 0) {
      count.textContent = 'Select text first'
      return
    }
    view.dispatch({ effects: setFindScope.of(pressed(scope) ? undefined : spans) })
    press(scope, !pressed(scope))
    commit()
  }
  onQuery(controls, commit)
  scope.addEventListener('click', toggleScope)
  const followReplaced = undoesReplaced(dom, view, () => [find.value, replace.value].join('\n'))
  dom.addEventListener('keydown', (event) => {
    if (runScopeHandlers(view, event, 'search-panel')) event.preventDefault()
    else if (event.key === 'Enter' && event.target === find) {
      event.preventDefault()
      whereValid(event.shiftKey ? findPrevious : findNext)(view)
    } else if (event.key === 'Enter' && event.target === replace) {
      event.preventDefault()
      whereValid(replaceNext)(view)
    }
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    dom,
    top: true,
    mount() {
      show(lastQuery(view.state))
      find.select()
      // Dispatching is not allowed while the panel is being created.
      timer = setTimeout(() => {
        commit()
        showSelected(view, dom)
      })
    },
    update(update: ViewUpdate) {
      followReplaced(update)
      if (asksForReplace(update)) (find.value === '' ? find : replace).select()
      const query = getSearchQuery(update.state)
      const isOwn = update.transactions.some((transaction) => transaction.annotation(isGuarding) === true)
      if (!isOwn && !query.eq(getSearchQuery(update.startState))) {
        show(query)
        clearTimeout(timer)
        timer = setTimeout(commit)
      } else if (update.docChanged) {
        clearTimeout(timer)
        timer = setTimeout(commit, 200)
      }
    },
    destroy() {
      clearTimeout(timer)
      guard.close()
    },
  }
}

/**
 * Runs a command only if there is a valid query. Otherwise CodeMirror would take the selection as the query and empty
 * the replacement, and the next press would delete every match.
 */
const whereValid =
  (command: Command): Command =>
  (view) =>
    getSearchQuery(view.state).valid && command(view)

/** The last query, including one that takes too long. */
function lastQuery(state: EditorState): SearchQuery {
  const query = getSearchQuery(state)
  return query.search === '' ? (state.field(heldQuery) ?? query) : query
}

/**
 * Makes undo and redo in the panel apply to replacements. Text typed in a field since then is undone there first; on a
 * button, undo applies to the text. Steps of the text before or after the replacements are left to the text.
 *
 * @param typed returns the content of the fields
 */
function undoesReplaced(
  dom: HTMLElement,
  view: EditorView,
  typed: () => string,
): (update: ViewUpdate) => void {
  /** The depth of the undo history before and after the replacements. */
  let replaced: Span | undefined
  let typedThen = ''
  dom.addEventListener('keydown', (event) => {
    const step = stepOf(event)
    if (step === undefined || replaced === undefined) return
    if (typed() !== typedThen && !(event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const depth = undoDepth(view.state)
    if (step === undo ? depth > replaced.from : depth < replaced.to) step(view)
  })
  return ({ transactions }) => {
    for (const transaction of transactions) {
      const [from, to] = [undoDepth(transaction.startState), undoDepth(transaction.state)]
      if (transaction.isUserEvent('input.replace')) {
        replaced = { from: Math.min(from, replaced?.from ?? from), to }
        typedThen = typed()
      } else if (from !== to && !['undo', 'redo'].some((event) => transaction.isUserEvent(event)))
        replaced = undefined
    }
  }
}

const stepOf = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): typeof undo | undefined => {
  if (!ctrlKey && !metaKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? redo : undo
  return key.toLowerCase() === 'y' && !shiftKey ? redo : undefined
}

/** The number of matches, at most one more than the maximum count. */
function countIn(state: EditorState, query: SearchQuery): number {
  let found = 0
  const cursor = query.getCursor(state)
  while (found <= COUNT_MAX && cursor.next().done !== true) found += 1
  return found
}

const controlsOf = (view: EditorView): FindControls =>
  createFindControls({
    step: (by) => whereValid(by === 1 ? findNext : findPrevious)(view),
    close: () => closeSearchPanel(view),
    ...(!view.state.readOnly && {
      replace: { one: () => whereValid(replaceNext)(view), all: () => whereValid(replaceAll)(view) },
    }),
    hasScope: true,
  })
