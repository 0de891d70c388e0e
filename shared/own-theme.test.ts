import { expect, test } from 'vitest'
import { isThemeColour, readTheme, THEME_TOKENS } from './own-theme'

test('tokens are read from lines, with or without a rule around them, comments left out', () => {
  const css = `/* Mine:
two lines */
:root {
  --paper: #FFF8E7;
  --ink: rgb(20 20 20 / 90%); --accent:hsl(200, 50%, 40%)
  --line: light-dark(#ddd, oklch(0.4 0.1 200));
}`
  expect(readTheme(css)).toEqual({
    tokens: {
      paper: '#FFF8E7',
      ink: 'rgb(20 20 20 / 90%)',
      accent: 'hsl(200, 50%, 40%)',
      line: 'light-dark(#ddd, oklch(0.4 0.1 200))',
    },
    refused: [],
  })
})

test('each line that is not taken is told in a sentence, and the others stand', () => {
  const { tokens, refused } = readTheme(
    [
      '--paper: url(https://example.org/a.png);',
      '@import "x.css";',
      'body { display: none }',
      '--font: Arial;',
      '--ink: var(--paper);',
      '--ink: red;',
      '--soft: #1234567;',
      '--faint: #777;',
    ].join('\n'),
  )
  expect(tokens).toEqual({ faint: '#777' })
  const said = [
    '“url(https://example.org/a.png)” is no colour',
    '“@import "x.css"” is no token',
    '“body { display: none” is no token',
    'Stet has no token “--font”',
    '“var(--paper)” is no colour',
    '“red” is no colour',
    '“#1234567” is no colour',
  ]
  expect(refused).toHaveLength(said.length)
  for (const [at, words] of said.entries()) expect(refused[at]).toContain(`Line ${at + 1}: ${words}`)
})

test('no value that reaches further than a colour is one', () => {
  for (const value of [
    '#fff; background: url(x)',
    'rgb(1 2 3) url(x)',
    'light-dark(#fff, url(x))',
    'light-dark(light-dark(#fff, #000), #fff)',
    'rgb(calc(1) 2 3)',
    'color-mix(in srgb, #fff, #000)',
    'image-set("x" 1x)',
    'attr(x)',
    '\\75rl(x)',
    '#fff !important',
    '',
    `rgb(${'1'.repeat(500)} 2 3)`,
  ])
    expect(isThemeColour(value), value).toBe(false)
})

test('an unclosed comment, an endless file and hostile lines end at once', () => {
  expect(readTheme('/* --paper: #fff;').tokens).toEqual({})
  expect(readTheme('x'.repeat(1_000_000)).refused.at(-1)).toContain('too long')
  expect(readTheme(`--paper: ${'rgb('.repeat(10_000)}`).tokens).toEqual({})
  expect(new Set(THEME_TOKENS).size).toBe(THEME_TOKENS.length)
})
