import { describe, expect, test } from 'vitest'
import { alsoOf, COMMAND_IDS, commandNamed, PALETTE_COMMANDS } from '../commands/command-list'
import { usualKeys } from '../../shared/commands'
import { ranked, score } from './score'
import { isTyped, matchesShortcut, shortcutText } from '../ui/shortcuts'

const press = (key: string, held: readonly ('ctrl' | 'meta' | 'shift' | 'alt')[] = [], code = '') => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
})

describe('shortcuts', () => {
  test('Mod is Ctrl here and Cmd on a Mac', () => {
    expect(matchesShortcut(press('s', ['ctrl']), 'Mod+S', false)).toBe(true)
    expect(matchesShortcut(press('s', ['meta']), 'Mod+S', false)).toBe(false)
    expect(matchesShortcut(press('s', ['meta']), 'Mod+S', true)).toBe(true)
    expect(matchesShortcut(press('s', ['ctrl']), 'Mod+S', true)).toBe(false)
  })

  test('every held key counts', () => {
    expect(matchesShortcut(press('P', ['ctrl', 'shift']), 'Mod+Shift+P', false)).toBe(true)
    expect(matchesShortcut(press('P', ['ctrl', 'shift']), 'Mod+P', false)).toBe(false)
    expect(matchesShortcut(press('p', ['ctrl', 'alt']), 'Mod+P', false)).toBe(false)
    expect(matchesShortcut(press('F6', ['shift']), 'Shift+F6', false)).toBe(true)
  })

  test('a key of another alphabet is known by its place', () => {
    expect(matchesShortcut(press('ы', ['ctrl'], 'KeyS'), 'Mod+S', false)).toBe(true)
  })

  test('are written as the keyboard in use has them', () => {
    expect(shortcutText('Mod+Shift+P', false)).toBe('Ctrl+Shift+P')
    expect(shortcutText('Mod+Shift+P', true)).toBe('⌘⇧P')
    expect(shortcutText('Mod++', false)).toBe('Ctrl++')
    expect(shortcutText('Alt+ArrowLeft', false)).toBe('Alt+←')
  })

  test('what is typed is no shortcut: there is none without a held key, but keys that type nothing', () => {
    expect([press('a'), press('A', ['shift']), press(' '), press('?', ['shift'])].every(isTyped)).toBe(true)
    expect([press('F6'), press('Escape'), press('a', ['ctrl']), press('ł', ['alt'])].some(isTyped)).toBe(
      false,
    )
    const all = COMMAND_IDS.flatMap((id) => [usualKeys(id, false), usualKeys(id, true)])
    const bare = all.filter((keys) => keys && !/^(Mod|Ctrl|Alt)\+/.test(keys))
    expect(bare.every((keys) => /^(Shift\+)?F\d+$/.test(keys ?? ''))).toBe(true)
  })

  test.each([false, true])('no two commands have the same keys (on a Mac: %s)', (mac) => {
    const keys = COMMAND_IDS.map((id) => usualKeys(id, mac)).filter((shortcut) => shortcut !== undefined)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('the system’s menu finds every command that it asks for by name', () => {
  const asked = [
    ...['New document', 'New folder', 'New window', 'Save now', 'Publish…', 'Settings', 'Go to document…'],
    ...['Commands', 'Toggle sidebar', 'Show history', 'Show outbox'],
  ]
  expect(asked.filter((name) => commandNamed(name) === undefined)).toEqual([])
  expect(commandNamed('toString')).toBeUndefined()
})

test.each([
  ['histroy', 'Show history'],
  ['hisstory', 'Show history'],
  ['low watre', 'Low water'],
  ['semi-colon', 'The semicolon'],
  ['ferrymn', 'The ferryman'],
])('%s finds “%s”, behind what is as typed', (typed, name) => {
  expect(score(name, typed)).toBeGreaterThan(0)
  expect(ranked([name, `All of ${typed}`], (one) => one, typed)).toEqual([`All of ${typed}`, name])
  expect(score('Bold', typed)).toBe(0)
})

test('of names that hold the letters in order, one that begins alike for longer comes first', () => {
  const names = ['Entry 00001 salt', 'Entry 00505 salt']
  expect(ranked(names, (name) => name, 'Entry 00500')).toEqual(names.toReversed())
})

test('a command is the first that its whole name finds', () => {
  const firstOf = (typed: string) =>
    ranked(COMMAND_IDS, (id) => PALETTE_COMMANDS[id].name, typed, alsoOf).at(0)
  expect(COMMAND_IDS.filter((id) => firstOf(PALETTE_COMMANDS[id].name) !== id)).toEqual([])
})

test.each([
  [
    'zoom',
    [
      'Zoom in',
      'Zoom out',
      'Zoom: usual size',
      'Text size: larger',
      'Text size: smaller',
      'Text size: usual',
    ],
  ],
  ['print', ['Print…']],
  ['replace in the library', ['Find and replace in the library']],
  ['find and replace in the library', ['Find and replace in the library']],
  ['replace everywhere', ['Find and replace in the library']],
  ['trash', ['Delete document', 'Show recovered texts']],
  ['preferences', ['Settings']],
  ['dark theme', ['Theme: dark']],
  ['size text lar', ['Text size: larger']],
  ['live preview', ['Toggle source mode']],
  ['zen', ['Toggle full screen', 'Focus on the sentence', 'Focus on the paragraph']],
  ['backlinks', ['Show links to this document']],
  ['table of contents', ['Show outline']],
  ['revisions', ['Show history']],
  ['autosave', ['Save now']],
  ['login', ['Connect to a service…']],
  ['docx', ['Export…']],
  ['colors', ['Theme: match system', 'Theme: light', 'Theme: dark', 'Theme: sepia']],
  ['grammar', ['Toggle style hints']],
  ['attachments', ['Show files']],
  ['highlight', ['Highlight']],
  ['strikethrough', ['Strikethrough']],
  ['formula', ['Formula']],
  ['math', ['Formula']],
  ['quit', ['Quit Stet']],
  ['exit', ['Quit Stet']],
  ['about', ['About Stet']],
  ['version', ['Show history', 'About Stet']],
  ['keybindings', ['Help and keyboard shortcuts']],
])('%s finds commands by another word for them', (typed, names) => {
  const found = ranked(COMMAND_IDS, (id) => PALETTE_COMMANDS[id].name, typed, alsoOf).map(
    (id) => PALETTE_COMMANDS[id].name,
  )
  expect(found.slice(0, names.length)).toEqual(names)
})

test('the start of a name is nearer than the start of a word, than its middle, than scattered letters', () => {
  const scores = ['Publish…', 'Show published', 'Unpublish', 'Pull under blue'].map((name) =>
    score(name, 'publ'),
  )
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(4)
  expect(score('Bold', 'publ')).toBe(0)
  expect(score('Bold', '')).toBe(1)
  expect(ranked(['Unpublish', 'Bold', 'Publish…'], (name) => name, 'publ')).toEqual(['Publish…', 'Unpublish'])
})
