import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
} from '@codemirror/search'
import { runScopeHandlers, type EditorView, type Panel, type ViewUpdate } from '@codemirror/view'
import { createPatternGuard, heldQuery, holdingBack, isGuarding, lettingGo } from './find-guard'
import { findSign } from './find-signs'
import { findScope, isInScope, selectedSpans, setFindScope } from './find-scope'
import { COUNT_MAX, foundText } from './found-text'

/** What can be found goes to the editor; a pattern only once a worker has shown that it comes to an end over this text. */
export function findPanel(view: EditorView): Panel {
  const controls = createControls(view)
  const { dom, find, replace, matchCase, byWord, regexp, scope, count } = controls
  const guard = createPatternGuard()

  /** The editor's query moves by way of this panel. */
  const dispatch = (effects: ReturnType<typeof lettingGo>) =>
    view.dispatch({ effects, annotations: isGuarding.of(true) })
  const commit = () => {
    guard.forget()
    const query = queryOf(controls)
    if (!query.regexp || !query.valid) {
      if (!query.eq(getSearchQuery(view.state))) dispatch(lettingGo(query))
      count.textContent = countText(view, query)
      return
    }
    // One that the editor has already stays until it is known to be too much for the text as it is now.
    const isNew = !query.eq(getSearchQuery(view.state))
    if (isNew) dispatch(holdingBack(query))
    guard.ask(query, view.state.doc, (isBearable) => {
      if (isBearable === isNew) dispatch(isBearable ? lettingGo(query) : holdingBack(query))
      count.textContent = isBearable ? countText(view, query) : 'Takes too long'
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
  for (const input of [find, replace]) input.addEventListener('input', commit)
  for (const control of [matchCase, byWord, regexp])
    control.addEventListener('click', () => {
      press(control, !pressed(control))
      commit()
    })
  scope.addEventListener('click', toggleScope)
  dom.addEventListener('keydown', (event) => {
    if (runScopeHandlers(view, event, 'search-panel')) event.preventDefault()
    else if (event.key === 'Enter' && event.target === find) {
      event.preventDefault()
      ;(event.shiftKey ? findPrevious : findNext)(view)
    } else if (event.key === 'Enter' && event.target === replace) {
      event.preventDefault()
      replaceNext(view)
    }
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    dom,
    top: true,
    mount() {
      const query = getSearchQuery(view.state)
      show(query.search === '' ? (view.state.field(heldQuery) ?? query) : query)
      find.select()
      // No dispatch while the panel is being put up.
      timer = setTimeout(commit)
    },
    update(update: ViewUpdate) {
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

type Controls = ReturnType<typeof createControls>

/** The fields and buttons, laid out; what they do to the query comes with the panel. */
function createControls(view: EditorView) {
  const find = field('Find', 'main-field')
  const replace = field('Replace with')
  const matchCase = toggle(findSign('matchCase'), 'Match case')
  const byWord = toggle(findSign('wholeWords'), 'Whole words')
  const regexp = toggle(findSign('regexp'), 'Regular expression')
  const scope = toggle(findSign('selection'), 'In the selection')
  const count = document.createElement('span')
  count.className = 'find-count'
  count.setAttribute('role', 'status')
  count.setAttribute('aria-label', 'Found')

  const dom = document.createElement('div')
  dom.className = 'find-panel'
  dom.setAttribute('role', 'search')
  dom.setAttribute('aria-label', 'Find in the document')
  // Tab goes from what is found to what replaces it; the buttons of both come after.
  dom.append(
    find,
    ...(view.state.readOnly ? [] : [replace]),
    row(
      count,
      button(findSign('previous'), 'Previous', () => findPrevious(view)),
      button(findSign('next'), 'Next', () => findNext(view)),
      matchCase,
      byWord,
      regexp,
      scope,
      button(findSign('close'), 'Close', () => closeSearchPanel(view)),
    ),
  )
  if (!view.state.readOnly)
    dom.append(
      row(
        button('Replace', 'Replace', () => replaceNext(view)),
        button('Replace all', 'Replace all', () => replaceAll(view)),
      ),
    )
  return { dom, find, replace, matchCase, byWord, regexp, scope, count }
}

const queryOf = ({ find, replace, matchCase, byWord, regexp, scope }: Controls): SearchQuery =>
  new SearchQuery({
    search: find.value,
    replace: replace.value,
    caseSensitive: pressed(matchCase),
    wholeWord: pressed(byWord),
    regexp: pressed(regexp),
    // Without expressions a backslash is one: the path `C:\new` has no line break.
    literal: !pressed(regexp),
    ...(pressed(scope) && { test: isInScope }),
  })

/** Several selected lines are not looked for, since the field has one line. */
function showQuery({ find, replace, matchCase, byWord, regexp }: Controls, query: SearchQuery): void {
  const search = query.search.includes('\n') ? '' : query.search
  if (find.value !== search) find.value = search
  if (replace.value !== query.replace) replace.value = query.replace
  press(matchCase, query.caseSensitive)
  press(byWord, query.wholeWord)
  press(regexp, query.regexp)
}

function countText(view: EditorView, query: SearchQuery): string {
  if (query.search === '') return ''
  if (!query.valid) return 'Not an expression'
  let found = 0
  const cursor = query.getCursor(view.state)
  while (found <= COUNT_MAX && cursor.next().done !== true) found += 1
  return foundText(found)
}

function field(label: string, name?: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'text'
  input.className = 'find-field'
  input.placeholder = label
  input.spellcheck = false
  input.setAttribute('aria-label', label)
  if (name !== undefined) input.setAttribute(name, 'true')
  return input
}

function button(shown: string | Element, label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'find-button'
  element.append(shown)
  element.title = label
  element.setAttribute('aria-label', label)
  element.addEventListener('click', run)
  return element
}

function toggle(shown: Element, label: string): HTMLButtonElement {
  const element = button(shown, label, () => {})
  element.setAttribute('aria-pressed', 'false')
  return element
}

const pressed = (control: HTMLElement) => control.getAttribute('aria-pressed') === 'true'
const press = (control: HTMLElement, on: boolean) => control.setAttribute('aria-pressed', String(on))

function row(...children: readonly HTMLElement[]): HTMLElement {
  const element = document.createElement('div')
  element.className = 'find-row'
  element.append(...children)
  return element
}
