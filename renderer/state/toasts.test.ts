import { expect, test } from 'vitest'
import { useWindow } from './store'
import {
  dropDecided,
  dropRefusals,
  dropToastsAbout,
  dropToastsOfOthers,
  queueToast,
  showDone,
  showRefusal,
  showToast,
  showToastOfApp,
} from './toasts'

test('a long name is shown in part, and no sign of it is torn', () => {
  const name = 'a'.repeat(59) + '🧵'.repeat(30)
  showToast(`Deleted “${name}”. “Short” stays.`)
  const said = useWindow.getState().toasts[0]?.text
  expect(said).toBe(`Deleted “${'a'.repeat(59)}🧵…”. “Short” stays.`)
})

const said = () => useWindow.getState().toasts.map(({ text }) => text)

test('why main refused something is over once main has done such a thing, and not before', () => {
  useWindow.setState({ toasts: [] })
  showRefusal('The disk is full.', 'document.export')
  dropRefusals('document.print')
  expect(said()).toEqual(['The disk is full.'])
  dropRefusals('document.export')
  expect(said()).toEqual([])
})

test('what waits for decisions counts each document once, and goes with the last of them', () => {
  useWindow.setState({ toasts: [] })
  const ask = (id: string) =>
    queueToast(`“${id}” needs your decision.`, [], {
      many: { kind: 'decision 1', ids: [id], text: (count) => `${count} wait` },
    })
  for (const id of ['d-1', 'd-2', 'd-1']) ask(id)
  expect(said()).toEqual(['2 wait'])
  dropDecided('d-1')
  expect(said()).toEqual(['1 wait'])
  dropDecided('d-3')
  dropDecided('d-2')
  expect(said()).toEqual([])
})

test('what came into a document is not said of one that is gone; its own deletion is', () => {
  useWindow.setState({ toasts: [] })
  showToast('Deleted “Harbour”', [], 'd-1')
  for (const id of ['d-1', 'd-2']) queueToast('Merged 1 change', [], { about: { id, named: id } })
  dropToastsAbout('d-1')
  expect(useWindow.getState().toasts.map(({ text, about }) => [text, about?.id])).toEqual([
    ['Deleted “Harbour”', undefined],
    ['Merged 1 change', 'd-2'],
  ])
})

test('what was said of a library goes with it; of the app, of the library that comes, and words that are nowhere else stay', () => {
  useWindow.setState({ toasts: [], undo: null })
  queueToast('Of this library.', [], { library: 'here', closed: () => {} })
  queueToast('Of the other.', [], { library: 'there', closed: () => {}, stays: true })
  queueToast('Of the app.', [], { isOfApp: true, closed: () => {} })
  queueToast('Words.', [], { stays: true })
  showToastOfApp('Connected.')
  showDone('Deleted.', () => {})
  // As in a switch of libraries: the undo is cleared first, and the toast looks like any other.
  useWindow.setState({ undo: null })
  dropToastsOfOthers('there')
  expect(said()).toEqual(['Of the other.', 'Of the app.', 'Words.'])
})
