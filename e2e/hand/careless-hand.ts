import type { Page } from '@playwright/test'
import { dice } from '../bench/prose'
import type { Exploration } from '../explore/exploration'

/** The actions of a careless user, and the words typed into texts. */
export interface HandReport {
  /** The actions in order, described so that a person can repeat them. */
  readonly actions: readonly string[]
  readonly words: readonly string[]
  /** The first broken promise; absent if all promises held. */
  readonly broken?: string
}

interface Hand extends Exploration {
  readonly roll: (limit: number) => number
  readonly words: string[]
  /** Returns a word that nobody else types. */
  newWord(): string
}

type Action = (hand: Hand) => Promise<string | undefined>

const SIZES = [
  [1280, 800],
  [900, 600],
  [700, 500],
  [1600, 1000],
] as const

/** Keys that are allowed anywhere, because they do not change a text. */
const KEYS =
  'ArrowDown ArrowUp PageDown PageUp Home End Escape F6 F7 F8 ArrowLeft ArrowRight ControlOrMeta+Home ControlOrMeta+End'.split(
    ' ',
  )

/** The actions with their weights. An action returns its description, or undefined if it was not possible. */
const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [10, typeWord],
  [8, click],
  [6, wheel],
  [6, holdKey],
  [6, pressButtonTwice],
  [5, openDocument],
  [3, drag],
  [3, usePalette],
  [2, searchForWords],
  [2, typeIntoList],
  [2, resize],
  [2, deleteFromList],
  [1, spoilNetwork],
]

/**
 * Uses the window like a careless person for `durationMs`: clicks anywhere, a fast wheel, held keys, double presses,
 * resizes, drags, half-typed commands, and words typed into texts in between. The same seed tries the same actions. The
 * run ends early if the window is blank, reports an error, or omits a typed word from the text.
 */
export async function playCarelessly(
  exploration: Exploration,
  seed: number,
  durationMs: number,
): Promise<HandReport> {
  const words: string[] = []
  const hand: Hand = {
    ...exploration,
    roll: dice(seed),
    words,
    newWord: () => `hand${seed}word${words.length}end`,
  }
  const actions: string[] = []
  const until = Date.now() + durationMs
  const weights = ACTIONS.reduce((sum, [weight]) => sum + weight, 0)
  while (Date.now() < until) {
    let at = hand.roll(weights)
    const action = ACTIONS.find(([weight]) => (at -= weight) < 0)?.[1] ?? click
    try {
      const done = await action(hand)
      if (done !== undefined) actions.push(done)
    } catch (error) {
      return {
        actions,
        words,
        broken: `${action.name}: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
    const broken = await brokenPromise(exploration)
    if (broken !== undefined) return { actions, words, broken }
  }
  return { actions, words }
}

async function brokenPromise({ page, complaints }: Exploration): Promise<string | undefined> {
  const [complaint] = complaints()
  if (complaint !== undefined) return complaint
  const { isWhite, alert, lost } = await page.evaluate(() => ({
    isWhite: (document.getElementById('app')?.innerText.trim() ?? '') === '',
    alert: document.querySelector('[role="alert"] button')?.textContent ?? '',
    lost: window.focusLost ?? [],
  }))
  if (isWhite) return 'the window is white'
  if (alert.includes('Reload')) return 'a part of the window broke'
  if (lost[0] !== undefined) return `the keyboard was left on the page's body ${lost[0]}`
  return undefined
}

async function typeWord({ page, roll, words, newWord }: Hand): Promise<string | undefined> {
  const text = page.getByRole('textbox', { name: 'Document text' }).first()
  const box = await visibleBox(page, text)
  if (box === undefined || (await text.getAttribute('aria-readonly')) === 'true') return undefined
  const word = newWord()
  await page.mouse.click(box.x + roll(box.width), box.y + roll(box.height))
  await page.keyboard.press('End')
  // An earlier action may still bring another document on screen; only then may the word occur in two texts.
  const before = await writtenIn(page)
  if (before === undefined) return undefined
  await page.keyboard.type(` ${word} `, { delay: roll(3) * 15 })
  if ((await writtenIn(page)) !== before) return `type ${word}, while another text came`
  words.push(word)
  return `type ${word}`
}

/** The title above the focused text; undefined if no text has the focus. */
const writtenIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const text = document.activeElement?.closest('.cm-content[aria-label="Document text"]')
    const field = text?.closest('[data-pane]')?.querySelector<HTMLInputElement>('[aria-label="Title"]')
    return text == null ? undefined : `${document.title} ${field?.value ?? ''}`
  })

async function click({ page, roll }: Hand): Promise<string> {
  const [x, y] = await somewhere(page, roll)
  const clickCount = 1 + roll(2)
  await page.mouse.click(x, y, { clickCount, delay: roll(2) * 40, button: roll(12) === 0 ? 'right' : 'left' })
  return `click ${x} ${y}, ${clickCount} times`
}

async function wheel({ page, roll }: Hand): Promise<string> {
  const [x, y] = await somewhere(page, roll)
  await page.mouse.move(x, y)
  const turns = 1 + roll(12)
  const by = (roll(2) === 0 ? 1 : -1) * (200 + roll(9_000))
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, by)
  return `wheel at ${x} ${y}, ${turns} times by ${by}`
}

async function holdKey({ page, roll, press }: Hand): Promise<string> {
  const key = KEYS[roll(KEYS.length)] ?? 'ArrowDown'
  const times = key.startsWith('Arrow') || key.startsWith('Page') ? 1 + roll(40) : 1 + roll(3)
  await press(key, times)
  await page.waitForTimeout(roll(60))
  return `${key}, ${times} times`
}

async function pressButtonTwice({ page, roll }: Hand): Promise<string | undefined> {
  const buttons = page.locator('button:visible:not(:disabled), [role="option"]:visible, [role="tab"]:visible')
  const count = await buttons.count()
  if (count === 0) return undefined
  const button = buttons.nth(roll(count))
  const box = await button.boundingBox({ timeout: 500 }).catch(() => null)
  if (box === null) return undefined
  const name = (await button.textContent({ timeout: 500 }).catch(() => '')) ?? ''
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
  return `press twice: ${name.slice(0, 40)}`
}

async function openDocument({ page, roll }: Hand): Promise<string | undefined> {
  const rows = page.getByRole('listbox', { name: 'Documents' }).getByRole('option')
  const count = await rows.count()
  if (count === 0) return undefined
  const row = roll(count)
  const box = await rows
    .nth(row)
    .boundingBox({ timeout: 500 })
    .catch(() => null)
  if (box === null) return undefined
  await page.mouse.click(box.x + box.width / 2, box.y + 10)
  return `open row ${row}`
}

/** Drags from any point outside a text, because selected text would move with the pointer. */
async function drag({ page, roll }: Hand): Promise<string | undefined> {
  const [fromX, fromY] = await somewhere(page, roll)
  const [toX, toY] = await somewhere(page, roll)
  const isInText = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('.cm-editor, input, textarea') != null,
    [fromX, fromY] as const,
  )
  if (isInText) return undefined
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(toX, toY, { steps: 6 })
  await page.mouse.up()
  return `drag from ${fromX} ${fromY} to ${toX} ${toY}`
}

const LETTERS = 'abcdefghijklmnoprstuvw'

async function usePalette({ page, roll, press }: Hand): Promise<string> {
  await press(roll(2) === 0 ? 'ControlOrMeta+Shift+P' : 'ControlOrMeta+P')
  const typed = Array.from({ length: 1 + roll(3) }, () => LETTERS[roll(LETTERS.length)]).join('')
  // Without a focused field, the letters would go into a text.
  const isField = await page.evaluate(() => document.activeElement?.matches('dialog input') === true)
  if (isField) await page.keyboard.type(typed)
  // Undo rightly removes a typed word, which would then count as missing.
  const isUndo = await page.evaluate(
    () =>
      document
        .querySelector('dialog [role="option"][aria-selected="true"]')
        ?.textContent?.startsWith('Undo') === true,
  )
  const last = roll(3) === 0 || isUndo ? 'Escape' : 'Enter'
  await press(isField ? last : 'Escape')
  return `palette ${typed} ${last}`
}

async function searchForWords({ page, press }: Hand): Promise<string> {
  await press('ControlOrMeta+Shift+F')
  const isField = await page.evaluate(() => document.activeElement?.matches('input[type="search"]') === true)
  if (isField) await page.keyboard.type('harbour')
  await press('Enter')
  return 'search for harbour'
}

async function typeIntoList({ page, roll }: Hand): Promise<string | undefined> {
  if (!(await isInList(page))) return undefined
  const typed = `entry 0${roll(3_000)}`
  await page.keyboard.type(typed)
  return `type ${typed} into the list`
}

async function deleteFromList({ page, roll, press }: Hand): Promise<string | undefined> {
  if (!(await isInList(page))) return undefined
  await press('Shift+ArrowDown', roll(4))
  if (!(await isInList(page))) return undefined
  await press('Delete')
  return 'delete from the list'
}

const isInList = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const list = document.querySelector('[role="listbox"][aria-label="Documents"]')
    return (
      list?.contains(document.activeElement) === true && document.activeElement?.matches('input') === false
    )
  })

async function resize({ roll, resize: to }: Hand): Promise<string> {
  const [width, height] = SIZES[roll(SIZES.length)] ?? [1280, 800]
  await to(width, height)
  return `resize to ${width} by ${height}`
}

async function spoilNetwork({ roll, network }: Hand): Promise<string> {
  network.clear()
  switch (roll(4)) {
    case 0:
      network.offline(true)
      return 'network off'
    case 1:
      network.plan({ kind: 'slow', delayMs: 300 + roll(2_000) }, '', 40)
      return 'network slow'
    case 2:
      network.plan({ kind: 'answer-lost' }, 'PUT', 2)
      return 'two answers lost'
    default:
      return 'network good'
  }
}

async function somewhere(page: Page, roll: (limit: number) => number): Promise<readonly [number, number]> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  return [roll(width), roll(height)]
}

async function visibleBox(page: Page, of: ReturnType<Page['locator']>) {
  if ((await of.count()) === 0 || !(await of.isVisible())) return undefined
  const box = await of.boundingBox()
  if (box === null) return undefined
  const { height, width } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  const [top, bottom] = [Math.max(box.y, 60), Math.min(box.y + box.height, height - 60)]
  const [left, right] = [Math.max(box.x, 0), Math.min(box.x + box.width, width)]
  if (bottom - top < 20 || right - left < 20) return undefined
  return {
    x: left + 4,
    y: top + 4,
    width: Math.floor(right - left - 8),
    height: Math.floor(bottom - top - 8),
  }
}
