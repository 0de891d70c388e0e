import { SearchQuery } from '@codemirror/search'
import { findSign } from './find-signs'
import { foundText } from './found-text'

/** Handlers for the buttons of a find bar; `onQuery` receives changes of the query. */
interface FindHandlers {
  step(by: 1 | -1): void
  close(): void
  /** Where what is found can be replaced. */
  readonly replace?: { one(): void; all(): void }
  /** Where it can be looked for in a part alone: the button for that. */
  readonly hasScope: boolean
}

export type FindControls = ReturnType<typeof createFindControls>

/** The fields and buttons of a find bar, where a text is written and where it is read. */
export function createFindControls(handlers: FindHandlers) {
  const { replace: replacing, hasScope } = handlers
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
    ...(replacing === undefined ? [] : [replace]),
    row(
      count,
      button(findSign('previous'), 'Previous', () => handlers.step(-1)),
      button(findSign('next'), 'Next', () => handlers.step(1)),
      matchCase,
      byWord,
      regexp,
      ...(hasScope ? [scope] : []),
      button(findSign('close'), 'Close', () => handlers.close()),
    ),
  )
  if (replacing !== undefined)
    dom.append(
      row(
        button('Replace', 'Replace', () => replacing.one()),
        button('Replace all', 'Replace all', () => replacing.all()),
      ),
    )
  return { dom, find, replace, matchCase, byWord, regexp, scope, count }
}

/** Tells of each change of what is looked for. */
export function onQuery(controls: FindControls, changed: () => void): void {
  const { find, replace, matchCase, byWord, regexp } = controls
  for (const input of [find, replace]) input.addEventListener('input', () => changed())
  for (const control of [matchCase, byWord, regexp])
    control.addEventListener('click', () => {
      press(control, !pressed(control))
      changed()
    })
}

/** @param test what a place has to pass as well */
export const queryOf = (
  { find, replace, matchCase, byWord, regexp }: FindControls,
  test?: SearchQuery['test'],
): SearchQuery =>
  new SearchQuery({
    search: find.value,
    replace: replace.value,
    caseSensitive: pressed(matchCase),
    wholeWord: pressed(byWord),
    regexp: pressed(regexp),
    // Without expressions a backslash is one: the path `C:\new` has no line break.
    literal: !pressed(regexp),
    ...(test && { test }),
  })

/** Several selected lines are not looked for, since the field has one line. */
export function showQuery(
  { find, replace, matchCase, byWord, regexp }: FindControls,
  query: SearchQuery,
): void {
  const search = query.search.includes('\n') ? '' : query.search
  if (find.value !== search) find.value = search
  if (replace.value !== query.replace) replace.value = query.replace
  press(matchCase, query.caseSensitive)
  press(byWord, query.wholeWord)
  press(regexp, query.regexp)
}

/** How many places there are, in words; counted only where there is something to look for. */
export function countText(query: SearchQuery, count: () => number): string {
  if (query.search === '') return ''
  return query.valid ? foundText(count()) : 'Not an expression'
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

export const pressed = (control: HTMLElement) => control.getAttribute('aria-pressed') === 'true'
export const press = (control: HTMLElement, on: boolean) => control.setAttribute('aria-pressed', String(on))

function row(...children: readonly HTMLElement[]): HTMLElement {
  const element = document.createElement('div')
  element.className = 'find-row'
  element.append(...children)
  return element
}
