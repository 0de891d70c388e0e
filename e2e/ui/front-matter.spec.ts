import type { Page } from '@playwright/test'
import { begin, kept, paste, typeElsewhere } from './editing'
import { expect, test, inOnePage } from './stet'

const MATTER =
  '---\ntitle: Low water # mine\n# a comment\ntags: [sea, "to check"]\nstatus: draft\ndate: 2026-11-26\nlist:\n  - a\nother: "5"\n---\n'
const TEXT = `${MATTER}\nThe first line.\n\nThe end.`

const field = (page: Page, name: string) =>
  page.locator('.cm-field').filter({ hasText: name }).locator('.cm-field-value')
const newName = (page: Page) => page.getByRole('textbox', { name: 'Name of the new field' })
const tops = (page: Page) =>
  page
    .locator('.cm-content')
    .evaluate((content) =>
      [...content.querySelectorAll('.cm-line')].map((line) => line.getBoundingClientRect().top),
    )

test('a selection of the whole text begins where its words begin, below front matter too', async ({
  stet,
  page,
}) => {
  await begin(stet, '---\nauthor: A\n---\n\n# Head\n\nWords‸')
  await stet.press('ControlOrMeta+a')
  const selected = page.locator('.cm-selectionBackground')
  await expect(selected.first()).toBeVisible()
  const words = await page.locator('.cm-line', { hasText: 'Words' }).boundingBox()
  const edges = await selected.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x))
  expect(Math.min(...edges)).toBe(words!.x)
})

test('a form goes with the focus in it when the source is shown, and no word and no error comes of it', async ({
  stet,
  page,
}) => {
  await begin(stet, `${TEXT}‸`)
  await field(page, 'title').focus()
  await stet.press('End')
  await stet.type(' again')
  await stet.press('ControlOrMeta+Shift+M')
  await expect(page.locator('.cm-field')).toHaveCount(0)
  await kept(stet, (text) => text.includes('Low water again'))
})

test(
  'a front matter and the text below it',
  inOnePage({
    'a front matter is a form; a field writes its own bytes, and undo is that of the text': async ({
      stet,
      page,
    }) => {
      await begin(stet, `${TEXT}‸`)
      await expect(page.locator('.cm-field-key')).toHaveText(['title', 'tags', 'status', 'date', 'other'])
      await field(page, 'title').fill('High: water')
      await kept(stet, (text) => text === TEXT.replace('Low water', '"High: water"'))
      await expect(field(page, 'title')).toBeFocused()
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text === TEXT)
      await expect(field(page, 'title')).toHaveValue('Low water')
      await field(page, 'tags').click()
      await stet.press('End')
      await stet.type(', new one')
      await expect(field(page, 'tags')).toBeFocused()
      await kept(stet, (text) => text === TEXT.replace('"to check"]', 'to check, new one]'))
      await field(page, 'status').selectOption('published')
      await field(page, 'date').fill('2026-12-01')
      await field(page, 'other').fill('6')
      await kept(stet, (text) =>
        text.includes('status: published\ndate: 2026-12-01\nlist:\n  - a\nother: "6"\n---\n\nThe first'),
      )
    },

    'undo takes back words that were typed in a field, not letters': async ({ stet, page }) => {
      await begin(stet, `${TEXT}‸`)
      await field(page, 'title').click()
      await stet.press('End')
      await stet.type('mark')
      await kept(stet, (text) => text.includes('Low watermark'))
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text === TEXT)
      await expect(field(page, 'title')).toHaveValue('Low water')
      await stet.press('ControlOrMeta+Shift+z')
      await kept(stet, (text) => text.includes('Low watermark'))
    },

    'a form is gone through by keyboard, and Escape leads back to the text': async ({ stet, page }) => {
      await begin(stet, `${TEXT}‸`)
      await expect(page.locator('.cm-field')).toHaveCount(5)
      await stet.command('Edit front matter')
      await expect(field(page, 'title')).toBeFocused()
      await stet.press('Tab')
      await expect(field(page, 'tags')).toBeFocused()
      await stet.press('ArrowDown')
      await expect(field(page, 'status')).toBeFocused()
      await stet.press('Shift+Tab')
      await expect(field(page, 'tags')).toBeFocused()
      await stet.press('Escape')
      await expect(stet.text).toBeFocused()
      await stet.type('x')
      await kept(stet, (text) => text === `${MATTER}x\nThe first line.\n\nThe end.`)
    },

    'where the caret rests a line shows its source, and no line moves': async ({ stet, page }) => {
      await begin(stet, `${TEXT}‸`)
      await expect(page.locator('.cm-field')).toHaveCount(5)
      const before = await tops(page)
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('.cm-field')).toHaveCount(4)
      await expect(stet.text).toContainText('title: Low water')
      const now = await tops(page)
      now.forEach((top, line) => expect(Math.abs(top - (before[line] ?? 0))).toBeLessThanOrEqual(0.5))
    },

    'a field shows what comes from elsewhere, and a broken front matter is its source with a sentence':
      async ({ stet, page }) => {
        await begin(stet, `${TEXT}‸`)
        await expect(field(page, 'title')).toHaveValue('Low water')
        await typeElsewhere(stet, '---\ntitle: '.length, 'Very ')
        await expect(field(page, 'title')).toHaveValue('Very Low water')
        await typeElsewhere(stet, '---\ntitle: '.length, '[')
        await expect(page.locator('.cm-field')).toHaveCount(0)
        await expect(page.locator('.cm-field-why')).toHaveText(
          'This front matter cannot be read, so it stands as it is written.',
        )
        await expect(stet.text).toContainText('title: [Very Low water # mine')
      },

    'what is typed above a front matter comes below it, and no byte of it changes': async ({
      stet,
      page,
    }) => {
      await begin(stet, `${TEXT}‸`)
      await stet.press('ControlOrMeta+Home')
      await stet.type('Typed "here" and')
      await stet.press('Enter')
      await stet.type('there')
      await kept(stet, (text) => text === TEXT.replace('---\n\nThe', '---\nTyped "here" and\nthere\nThe'))
      await stet.press('ControlOrMeta+z')
      await stet.press('ControlOrMeta+z')
      await stet.press('ControlOrMeta+Home')
      await stet.press('Enter')
      await stet.press('ControlOrMeta+Home')
      await paste(stet, 'Pasted.')
      await kept(stet, (text) => text.startsWith(`${MATTER}Pasted.\n`))
      await expect(page.locator('.cm-field')).toHaveCount(5)
    },

    'a format leads the cursor below the front matter, and a text of nothing else takes words below it':
      async ({ stet }) => {
        await begin(stet, '---\ntitle: One\n---‸')
        await stet.press('ControlOrMeta+Home')
        await stet.command('Heading 1')
        await stet.press('ControlOrMeta+Home')
        await stet.type('words')
        await kept(stet, (text) => text === '---\ntitle: One\n---\nwords')
      },

    'typing behind the dashes that end a front matter leaves them whole': async ({ stet }) => {
      await begin(stet, '---\ntitle: One\n---‸\nwords')
      await stet.type('more ')
      await kept(stet, (text) => text === '---\ntitle: One\n---\nmore words')
    },

    'a text without a front matter gets the field that one names, and its value; undo takes both away':
      async ({ stet, page }) => {
        await begin(stet, 'Words.‸')
        for (const [name, next, value] of [
          ['lang', 'Tab', 'de'],
          ['other title', 'Enter', 'Tide'],
          ['author', ':', ' Ann Ivers'],
        ] as const) {
          await stet.command('Edit front matter')
          await expect(newName(page)).toBeFocused()
          await stet.type(name)
          await stet.press(next)
          await expect(field(page, name)).toBeFocused()
          await expect(newName(page)).toHaveCount(0)
          await kept(stet, (text) => text === `---\n${name}:\n---\n\nWords.`)
          await stet.type(value)
          await kept(stet, (text) => text === `---\n${name}: ${value.trim()}\n---\n\nWords.`)
          await stet.press('Escape')
          await expect(stet.text).toBeFocused()
          await expect(field(page, name)).toHaveValue(value.trim())
          await stet.press('ControlOrMeta+z')
          await stet.press('ControlOrMeta+z')
          await kept(stet, (text) => text === 'Words.')
        }
      },

    'Escape leads back from a field without a name, and the text stays as it is': async ({ stet, page }) => {
      await begin(stet, 'Words.‸')
      for (const key of ['Escape', 'Tab']) {
        await stet.command('Edit front matter')
        await expect(newName(page)).toBeFocused()
        await stet.press(key)
        await expect(stet.text).toBeFocused()
        await expect(newName(page)).toHaveCount(0)
      }
      await stet.command('Edit front matter')
      await expect(newName(page)).toBeFocused()
      await stet.type('lang')
      await stet.text.getByText('Words.').click()
      await expect(newName(page)).toHaveCount(0)
      await stet.press('End')
      await stet.type('!')
      await kept(stet, (text) => text === '---\nlang:\n---\n\nWords.!')
    },

    'in source mode a front matter is begun with the caret in it': async ({ stet }) => {
      await begin(stet, 'Words.‸')
      await stet.press('ControlOrMeta+Shift+M')
      await stet.command('Edit front matter')
      await stet.type('lang: de')
      await kept(stet, (text) => text === '---\nlang: de\n---\n\nWords.')
      await stet.press('ControlOrMeta+Shift+M')
    },

    'a rule that a text begins with stays one below the front matter that is begun': async ({
      stet,
      page,
    }) => {
      await begin(stet, '---\n\nWords.‸')
      await stet.press('ControlOrMeta+Home')
      await stet.command('Edit front matter')
      await expect(newName(page)).toBeFocused()
      await stet.type('b')
      await stet.press('Tab')
      await expect(field(page, 'b')).toBeFocused()
      await stet.type('2')
      await kept(stet, (text) => text === '---\nb: 2\n---\n\n---\n\nWords.')
      await stet.press('ControlOrMeta+End')
      await expect(field(page, 'b')).toHaveValue('2')
    },

    'a front matter that is not closed is not begun anew': async ({ stet }) => {
      await begin(stet, '---\na: 1\n\nWords.‸')
      await stet.command('Edit front matter')
      await expect(stet.notice).toContainText('This text has no front matter that is a form.')
      await kept(stet, (text) => text === '---\na: 1\n\nWords.')
    },

    'what is typed after Edit front matter, Tab or an arrow goes on with the value, and replaces none':
      async ({ stet, page }) => {
        await begin(stet, '---\na: 1\nb: two\n---\n\nWords.‸')
        await expect(page.locator('.cm-field')).toHaveCount(2)
        await stet.command('Edit front matter')
        await expect(field(page, 'a')).toBeFocused()
        await stet.type('0')
        await stet.press('Tab')
        await stet.type('s')
        await stet.press('ArrowUp')
        await stet.type('0')
        await kept(stet, (text) => text === '---\na: 100\nb: twos\n---\n\nWords.')
      },
  }),
)
