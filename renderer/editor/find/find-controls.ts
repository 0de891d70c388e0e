import { SearchQuery } from '@codemirror/search'
import { findSign } from './find-signs'
import { foundText } from './found-text'

/** Handlers for the buttons of a find bar; `onQuery` receives changes of the query. */
interface FindHandlers {
  step(by: 1 | -1): void
  close(): void
  /** The replacing buttons, where the text can be changed. */
  readonly replace?: { one(): void; all(): void }
  /** Whether there is a button that limits the search to a part of the text. */
  readonly hasScope: boolean
}

export type FindControls = ReturnType<typeof createFindControls>

/** The fields and buttons of a find bar, for the editor and the reading view. */
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
  // Tab goes from the search field to the replacement; the buttons of both follow.
  dom.append(
    box(find, count),
    ...(replacing === undefined ? [] : [box(replace)]),
    row(
      button(findSign('previous'), 'Previous', () => handlers.step(-1)),
      button(findSign('next'), 'Next', () => handlers.step(1)),
      matchCase,
      byWord,
      regexp,
      ...(hasScope ? [scope] : []),
    ),
    button(findSign('close'), 'Close', () => handlers.close()),
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

/** Calls `changed` whenever the query changes. */
export function onQuery(controls: FindControls, changed: () => void): void {
  const { find, replace, matchCase, byWord, regexp } = controls
  for (const input of [find, replace]) input.addEventListener('input', () => changed())
  for (const control of [matchCase, byWord, regexp])
    control.addEventListener('click', () => {
      press(control, !pressed(control))
      changed()
    })
}

/**
 * @param test an additional condition for matches
 */
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
    // Without regular expressions a backslash is literal: the path `C:\new` contains no line break.
    literal: !pressed(regexp),
    ...(test && { test }),
  })

/** Shows a query in the fields. A selection of several lines is not used, because the field has one line. */
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

/** The number of matches in words; counted only if there is a query. */
export function countText(query: SearchQuery, count: () => number): string {
  if (query.search === '') return ''
  return query.valid ? foundText(count()) : 'Not an expression'
}

function field(label: string, name?: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'text'
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

/** A field, with the number of matches at its end. */
const box = (...children: readonly HTMLElement[]): HTMLElement => group('find-field', children)

const row = (...children: readonly HTMLElement[]): HTMLElement => group('find-row', children)

function group(className: string, children: readonly HTMLElement[]): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  element.append(...children)
  return element
}
