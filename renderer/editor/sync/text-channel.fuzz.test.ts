import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { problem } from '../../../shared/problem'
import { fakeEditor, fakeMain, manualClock, settle } from '../testing/fake-main'

const runs = fuzzRuns(300, 20_000)

type Step =
  | { readonly kind: 'type'; readonly who: number; readonly at: number; readonly size: number }
  | { readonly kind: 'delete'; readonly who: number; readonly at: number; readonly size: number }
  | { readonly kind: 'elsewhere'; readonly at: number; readonly size: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'arrive'; readonly count: number }
  | { readonly kind: 'compose'; readonly who: number; readonly on: boolean }
  | { readonly kind: 'refuse'; readonly on: boolean }
  | { readonly kind: 'flush'; readonly who: number }
  | { readonly kind: 'restart' }

const who = fc.nat(1)
const at = fc.nat(200)
const size = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('type' as const), who, at, size }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), who, at, size }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const), at, size }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(900) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('arrive' as const), count: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compose' as const), who, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refuse' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flush' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)

test('[W14] two editors and changes from elsewhere: every character once, one text in the end', async () => {
  console.info(`seed ${runs.seed}`)
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), play), runs)
})

async function play(steps: readonly Step[]): Promise<void> {
  const clock = manualClock()
  const main = fakeMain('.'.repeat(20), 0)
  // Messages under way arrive in order, but as late as the scenario wants.
  let underWay: (() => void)[] = []
  const deliver = (arrive: () => void) => void underWay.push(arrive)
  const arrive = async (count: number) => {
    const now = underWay.slice(0, count)
    underWay = underWay.slice(count)
    for (const one of now) {
      one()
      await settle()
    }
  }
  const editors = ['a', 'b'].map((clientId) => fakeEditor(main, { clientId, timers: clock, deliver }))
  // Every character is unique, so that a lost or doubled one is noticed.
  let next = 0x4e00
  const fresh = (count: number) => Array.from({ length: count }, () => String.fromCharCode(next++)).join('')
  const deleted = new Set<string>()

  for (const action of steps) {
    const editor = 'who' in action ? editors[action.who] : undefined
    if (action.kind === 'type') editor?.type(action.at % (editor.text.length + 1), fresh(action.size))
    else if (action.kind === 'delete' && editor !== undefined) {
      const from = action.at % (editor.text.length + 1)
      const count = Math.min(action.size, editor.text.length - from)
      for (const character of editor.text.slice(from, from + count)) deleted.add(character)
      if (count > 0) editor.type(from, '', count)
    } else if (action.kind === 'elsewhere') {
      const from = action.at % (main.text.length + 1)
      main.write([{ from, to: from, insert: fresh(action.size) }])
    } else if (action.kind === 'wait') clock.advance(action.ms)
    else if (action.kind === 'arrive') await arrive(action.count)
    else if (action.kind === 'compose') editor?.compose(action.on)
    else if (action.kind === 'refuse')
      main.refuse(action.on ? problem('storage-full', 'The disk is full.') : undefined)
    else if (action.kind === 'flush') void editor?.channel.flush()
    else if (action.kind === 'restart') main.restart()
    await settle()
  }

  main.refuse(undefined)
  for (const editor of editors) editor.compose(false)
  // An editor that missed a restart learns of it with the next announcement.
  main.write([{ from: 0, to: 0, insert: fresh(1) }])
  for (let round = 0; round < 40; round++) {
    await settle()
    await arrive(underWay.length)
    clock.advance(11_000)
    for (const editor of editors) void editor.channel.flush()
  }
  await settle()
  for (const editor of editors) {
    expect(editor.text).toBe(main.text)
    expect(editor.channel.settledVersion()).toBe(main.version)
  }
  for (let code = 0x4e00; code < next; code++) {
    const character = String.fromCharCode(code)
    const found = main.text.split(character).length - 1
    if (deleted.has(character)) expect(found).toBeLessThanOrEqual(1)
    else expect([character, found]).toEqual([character, 1])
  }
}
