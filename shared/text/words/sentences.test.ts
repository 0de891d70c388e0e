import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentencesOf } from './sentences'

/** The expected result, with `|` where a sentence begins. */
const paragraphs: Readonly<Record<string, readonly string[]>> = {
  'plain sentences': [
    'One.| Two.| Three.',
    'One!| Two?| Three.',
    'Really?!| Yes.',
    'No mark at the end',
    'One.|  Two spaces.',
    'One.|\nOn the next line.',
    'One.|\r\nAfter a CRLF.',
    '  Indented.| Second.  ',
  ],
  'short forms and initials': [
    'Mr. Smith met Dr. Jones.| They spoke.',
    'See fig. 3 and pp. 500-700.| Then go on.',
    'Use tools, e.g. Pencils, i.e. Graphite.| Fine.',
    'J. R. R. Tolkien wrote.| We read.',
    'In the U.S. Army he served.| Later not.',
    'Es gilt z.B. Folgendes bzw. Ähnliches.| Gut.',
    'Am 3. März kam er.| Am 4. April ging er.',
    'Le prof. Martin et Mme. Dupont.| Bien.',
    'etc. Others stay with it.| Next.',
  ],
  numbers: [
    'It costs 3.50 or 4,000.75 today.| Fine.',
    'Version 1.2.3 is out.| Good.',
    'It was 1999.| Nobody knew.',
    'Take 2.5 kg.| Then bake.',
    'Pages 5-7. Stay with it.| Next.',
  ],
  quotes: [
    '“I came.”| He left.',
    '“Stop!” Mary said.| She ran.',
    '“Stop!” he said.| She ran.',
    '“Really?”| “Yes.”| “Good.”',
    '"Really?"| "Yes."| "Good."',
    'He said “no.”| Then he left.',
    '« Bonjour ! » dit-il.| Elle rit.',
    '„Halt.“| Er ging.',
    '»Halt!« rief er.| Sie blieb.',
    "It was the boys'.| They knew.",
  ],
  ellipsis: [
    'Well… maybe.| Yes.',
    'I... I do not know.| Really.',
    'Wait...what?| Oh.',
    'And so on ... and on.| End.',
  ],
  markdown: [
    '**Note.**| Then more.',
    'It was *late.*| We left.',
    'See [the page. Second part](https://a.example/b.c?d=e.f).| Next.',
    'Call `a. B()` first.| Then `c. D`.',
    'A fact.[^1]| Another.[^note]| Last.',
    'An open [bracket.| Then more.',
    'He came (it was late. Very late.) and left.| Gone.',
    'He came (late.)| Gone.',
    'A line.\\|\nAnother.',
    'A `tick.| That never closes.',
    '~~Old.~~| New.',
    'Go to https://a.example/x.y.z now.| Done.',
    'Mail a.b@c.example now.| Done.',
  ],
  emoji: ['Great! 🎉| Next.', 'Good.👍🏽| Next.', 'Family 👨‍👩‍👧.| Next.', 'A 😀.| B 😀.'],
  'no case': ['שלום.| עולם.| סוף', 'مرحبا؟| نعم.| لا.', 'یہ ایک ہے۔| یہ دو ہے۔', 'यह एक है।| यह दो है।'],
  CJK: [
    'これは一。|これは二。|これは三。',
    '本当？|はい！|終わり。',
    '「行く。」と言った。|「来る。」|「いい。」',
    '他说：“你好。”她笑了。|他走了。|“再见。”',
    '円周率は３．１４です。|次。',
    'すごい！と思った。|次。',
    '（終わり。）次の文。|その次。',
    '一。|\n二。',
    '你好。| 再见。',
    '맞아요.| 그래요?| 네.',
  ],
}

for (const [kind, lines] of Object.entries(paragraphs))
  describe(`[W9] sentences: ${kind}`, () => {
    test.each(lines)('%s', (line) => {
      const text = line.replaceAll('|', '')
      expect(
        sentencesOf(text)
          .map(({ from, to }) => text.slice(from, to))
          .join('|'),
      ).toBe(line)
    })
  })

describe('[W9] sentences of any text', () => {
  test('an empty text has none', () => expect(sentencesOf('')).toEqual([]))

  test('they follow each other without a gap, and none is empty or splits a surrogate pair', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(
        '. ',
        '! ',
        '。',
        '…',
        '"',
        '”',
        '(',
        ')',
        '[',
        ']',
        '`',
        '``',
        '\n',
        '😀',
        'Mr. ',
        '[^1]',
        '*',
        'A',
        'a',
      ),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        let at = 0
        for (const { from, to } of sentencesOf(text)) {
          expect(from).toBe(at)
          expect(to).toBeGreaterThan(from)
          expect(isWhole(text.slice(from, to)) || !isWhole(text)).toBe(true)
          at = to
        }
        expect(at).toBe(text.length)
      }),
      { numRuns: 400 },
    )
  })

  test.each(['(', '[', '`', '``a', '.', '. ', '"', '[^', '。', '(. ', '😀'])(
    'a megabyte of %s is done in one go',
    (unit) => {
      const text = unit.repeat(1e6 / unit.length)
      expect(sentencesOf(text).at(-1)?.to).toBe(text.length)
    },
  )
})

/** Whether the text has no half of a surrogate pair. */
const isWhole = (text: string): boolean => !/\p{Cs}/u.test(text)
