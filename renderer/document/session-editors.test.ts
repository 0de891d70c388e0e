import { beforeEach, expect, test } from 'vitest'
import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { EditorHandle, EditorOptions } from '../editor/editor'
import type { EditorPane } from '../editor/view/editor-viewport'
import { createSessionEditors } from './session-editors'

const DOCUMENT = { id: 'a', text: 'Words.', version: 3 } as OpenDocument
const pane = (name: string) => ({ parent: name }) as unknown as EditorPane

let did: string[]
let refuses: boolean
let isSplit: boolean
let tries: (() => void)[]
let hears: Pick<EditorOptions, 'report' | 'focused'>[]

function fakeEditor(name: number): EditorHandle {
  return {
    // The panes of these tests have a string as their parent.
    attach: ({ parent }: EditorPane) => void did.push(`${name} in ${parent as unknown as string}`),
    detach: () => void did.push(`${name} out`),
    focus: () => void did.push(`${name} focused`),
    configure: () => void did.push(`${name} configured`),
    flush: () => Promise.resolve(!refuses),
    settled: () => (refuses ? undefined : { version: name }),
    takeHistory: ({ version }: { version: number }) => did.push(`${name} has the history of ${version}`) > 0,
    leaveHistory: () => {},
    destroy: () => void did.push(`${name} destroyed`),
  } as unknown as EditorHandle
}

const editors = () =>
  createSessionEditors({
    document: DOCUMENT,
    create(_document, hearing) {
      hears.push(hearing)
      return fakeEditor(hears.length)
    },
    openAgain: () => Promise.resolve(DOCUMENT),
    closeAgain: () => void did.push('closed again'),
    isSplit: () => isSplit,
    changed: () => {},
    after: (run) => void tries.push(run),
  })

const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  did = []
  tries = []
  hears = []
  refuses = false
  isSplit = false
})

test('one pane after another shows the same editor', async () => {
  const of = editors()
  of.show(pane('left'), 'left').release()
  of.show(pane('right'), 'right')
  await settled()
  expect(did).toEqual(['1 in left', '1 out', '1 in right'])
  expect(of.areTwo).toBe(false)
})

test('a second pane has an editor of its own, which takes the focus once it is there', async () => {
  const of = editors()
  of.show(pane('left'), 'left')
  of.show(pane('right'), 'right').focus()
  await settled()
  expect(did).toEqual(['1 in left', '2 in right', '2 focused'])
  hears[1]?.focused()
  expect(of.areTwo).toBe(true)
  of.current.focus()
  expect(did.at(-1)).toBe('2 focused')
})

test('the side that stays keeps its editor, whichever came first', async () => {
  const of = editors()
  const left = of.show(pane('left'), 'left')
  const right = of.show(pane('right'), 'right')
  await settled()
  left.release()
  await settled()
  expect(did.slice(2)).toEqual(['1 out', '2 has the history of 1', '1 destroyed', 'closed again'])
  of.current.focus()
  expect(did.at(-1)).toBe('2 focused')
  right.release()
  expect(did.at(-1)).toBe('2 out')
  of.destroy()
  expect(did.slice(-1)).toEqual(['2 destroyed'])
})

test('while the view is split each side comes back to its own editor', async () => {
  const of = editors()
  isSplit = true
  const left = of.show(pane('left'), 'left')
  const right = of.show(pane('right'), 'right')
  await settled()
  hears[1]?.focused()
  right.release()
  expect(of.areTwo).toBe(false)
  of.current.focus()
  expect(did.at(-1)).toBe('1 focused')
  left.release()
  of.show(pane('right'), 'right')
  of.show(pane('left'), 'left').release()
  await settled()
  expect(did.filter((what) => what.includes(' in '))).toEqual([
    '1 in left',
    '2 in right',
    '2 in right',
    '1 in left',
  ])
  isSplit = false
  of.leaveHidden()
  await settled()
  expect(did.slice(-3)).toEqual(['2 has the history of 1', '1 destroyed', 'closed again'])
})

test('the undo history comes to the side that the writer is in, once main has all words', async () => {
  const of = editors()
  of.show(pane('left'), 'left')
  of.show(pane('right'), 'right')
  await settled()
  refuses = true
  hears[1]?.focused()
  await settled()
  expect(did).toEqual(['1 in left', '2 in right'])
  refuses = false
  hears[0]?.report({ unsent: false })
  hears[0]?.report({ unsent: false })
  expect(did.slice(2)).toEqual(['2 has the history of 1'])
  hears[0]?.focused()
  await settled()
  expect(did.slice(3)).toEqual(['1 has the history of 2'])
})

test('what a slow paste writes into the other side comes into the history', async () => {
  const of = editors()
  of.show(pane('left'), 'left')
  of.show(pane('right'), 'right')
  await settled()
  hears[1]?.report({ unsent: true })
  hears[1]?.report({ unsent: false })
  expect(did.slice(2)).toEqual(['2 has the history of 1', '1 has the history of 2'])
})

test('a pane that goes before its editor came leaves nothing open', async () => {
  const of = editors()
  of.show(pane('left'), 'left')
  of.show(pane('right'), 'right').release()
  await settled()
  expect(did).toEqual(['1 in left', 'closed again'])
})

test('words that main does not take outlive their pane and are told of', async () => {
  const of = editors()
  of.show(pane('left'), 'left')
  const right = of.show(pane('right'), 'right')
  await settled()
  refuses = true
  hears[1]?.report({ unsent: true, problem: { code: 'storage-full', message: 'The disk is full.' } })
  right.release()
  await settled()
  expect(of.state()).toMatchObject({ unsent: true, problem: { message: 'The disk is full.' } })
  expect(await of.flush()).toBe(false)
  refuses = false
  tries.shift()?.()
  await settled()
  expect(did.slice(-2)).toEqual(['2 destroyed', 'closed again'])
  expect(of.state().unsent).toBe(false)
})

test('closed with words still on their way, every editor ends once', async () => {
  const of = editors()
  of.show(pane('left'), 'left')
  const right = of.show(pane('right'), 'right')
  await settled()
  refuses = true
  right.release()
  await settled()
  of.destroy()
  tries.shift()?.()
  await settled()
  expect(did.filter((what) => what.endsWith('destroyed'))).toEqual(['2 destroyed', '1 destroyed'])
  expect(did.filter((what) => what === 'closed again')).toHaveLength(1)
})
