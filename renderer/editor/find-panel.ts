import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search'
import { runScopeHandlers, type EditorView, type Panel, type ViewUpdate } from '@codemirror/view'

/** Past this many hits the panel says "more than". */
const COUNT_MOST = 1_000

/** Find and replace in the document, over the text. */
export function findPanel(view: EditorView): Panel {
  const find = field('Find', 'main-field')
  const replace = field('Replace with')
  const matchCase = toggle('Aa', 'Match case')
  const byWord = toggle('W', 'Whole words')
  const regexp = toggle('.*', 'Regular expression')
  const count = document.createElement('span')
  count.className = 'find-count'
  count.setAttribute('role', 'status')
  count.setAttribute('aria-label', 'Found')

  const dom = document.createElement('div')
  dom.className = 'find-panel'
  dom.setAttribute('role', 'search')
  dom.setAttribute('aria-label', 'Find in the document')
  dom.append(
    row(
      find,
      count,
      button('‹', 'Previous', () => findPrevious(view)),
      button('›', 'Next', () => findNext(view)),
      matchCase,
      byWord,
      regexp,
      button('×', 'Close', () => closeSearchPanel(view)),
    ),
  )
  if (!view.state.readOnly)
    dom.append(
      row(
        replace,
        button('Replace', 'Replace', () => replaceNext(view)),
        button('All', 'Replace all', () => replaceAll(view)),
      ),
    )

  const commit = () => {
    const query = new SearchQuery({
      search: find.value,
      replace: replace.value,
      caseSensitive: pressed(matchCase),
      wholeWord: pressed(byWord),
      regexp: pressed(regexp),
    })
    if (!query.eq(getSearchQuery(view.state))) view.dispatch({ effects: setSearchQuery.of(query) })
  }
  const show = (query: SearchQuery) => {
    if (find.value !== query.search) find.value = query.search
    if (replace.value !== query.replace) replace.value = query.replace
    press(matchCase, query.caseSensitive)
    press(byWord, query.wholeWord)
    press(regexp, query.regexp)
    count.textContent = countText(view, query)
  }
  for (const input of [find, replace]) input.addEventListener('input', commit)
  for (const control of [matchCase, byWord, regexp])
    control.addEventListener('click', () => {
      press(control, !pressed(control))
      commit()
    })
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
      show(getSearchQuery(view.state))
      find.select()
    },
    update(update: ViewUpdate) {
      const query = getSearchQuery(update.state)
      if (!query.eq(getSearchQuery(update.startState))) show(query)
      else if (update.docChanged) {
        clearTimeout(timer)
        timer = setTimeout(() => (count.textContent = countText(view, query)), 200)
      }
    },
    destroy: () => clearTimeout(timer),
  }
}

function countText(view: EditorView, query: SearchQuery): string {
  if (query.search === '') return ''
  if (!query.valid) return 'Not an expression'
  let found = 0
  const cursor = query.getCursor(view.state)
  while (found <= COUNT_MOST && cursor.next().done !== true) found += 1
  if (found > COUNT_MOST) return `More than ${COUNT_MOST.toLocaleString('en')}`
  return found === 0 ? 'Not found' : found === 1 ? '1 place' : `${found} places`
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

function button(text: string, label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'find-button'
  element.textContent = text
  element.title = label
  element.setAttribute('aria-label', label)
  element.addEventListener('click', run)
  return element
}

function toggle(text: string, label: string): HTMLButtonElement {
  const element = button(text, label, () => {})
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
