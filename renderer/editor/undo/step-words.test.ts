import { expect, test } from 'vitest'
import { stepWords } from './step-words'

const LONG = 'The ferryman counted his oars twice before he let go of the rope.'

test.each([
  [[{ removed: '', added: 'the tide ' }], 'Typed “the tide”'],
  [[{ removed: '', added: LONG }], 'Added 13 words, “The ferryman counted his oars twice…”'],
  [[{ removed: 'tide', added: '' }], 'Deleted “tide”'],
  [[{ removed: LONG, added: '' }], 'Deleted 13 words, “The ferryman counted his oars twice…”'],
  [[{ removed: 'ebb', added: 'tide' }], 'Replaced “ebb” by “tide”'],
  [[{ removed: 'low tide', added: 'low tile' }], 'Replaced “tide” by “tile”'],
  [[{ removed: LONG, added: 'x' }], 'Replaced 13 words by 1 word'],
  [[{ removed: '', added: '\n\n' }], 'Began a new line'],
  [[{ removed: '\n', added: '' }], 'Joined lines'],
  [[{ removed: '', added: ' ' }], 'Typed a space'],
  [
    [
      { removed: '', added: '**' },
      { removed: '', added: '**' },
    ],
    'Made words bold',
  ],
  [
    [
      { removed: '# Low water\n\nWords.\n\n', added: '' },
      { removed: '', added: '\n\n# Low water\n\nWords.' },
    ],
    'Moved the section “Low water”',
  ],
  [
    [
      { removed: '', added: 'one line\n' },
      { removed: '\none line', added: '' },
    ],
    'Moved “one line”',
  ],
  [
    [
      { removed: '', added: '\n' },
      { removed: '\n', added: '' },
    ],
    'Moved a line',
  ],
  [
    [
      { removed: 'sea', added: 'lake' },
      { removed: 'sea', added: 'lake' },
      { removed: 'sea', added: 'lake' },
    ],
    'Replaced “sea” by “lake” in 3 places',
  ],
  [
    [
      { removed: 'a', added: 'b' },
      { removed: 'c', added: '' },
    ],
    'Changed 2 places',
  ],
  [[{ removed: '', added: '👩‍👩‍👧'.repeat(12) }], /^Added .*…”$/],
])('a step is said in plain words: %j', (changes, words) => {
  if (typeof words === 'string') expect(stepWords(changes)).toBe(words)
  else expect(stepWords(changes)).toMatch(words)
})
