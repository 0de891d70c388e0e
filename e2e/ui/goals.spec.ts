import type { Page } from '@playwright/test'
import { begin, kept, paste, typeElsewhere } from './editing'
import { expect, test } from './stet'

const goal = (page: Page) => page.getByRole('status', { name: 'Goal' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Goals' })

test('there is no ring until a goal is set; typed words count, and no others', async ({ stet, page }) => {
  await begin(stet, 'Five words were here before.')
  await expect(goal(page)).toHaveCount(0)
  await stet.command('Goals…')
  await dialog(page).getByRole('spinbutton', { name: 'Words a day' }).fill('10')
  await expect(goal(page)).toHaveText('0 of 10 words today')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(stet.text).toBeFocused()

  await stet.press('ControlOrMeta+End')
  await stet.type(' Three typed words')
  await expect(goal(page)).toHaveText('3 of 10 words today')
  await paste(stet, ' and a pasted sentence of many words')
  await kept(stet, (text) => text.endsWith('many words'))
  await typeElsewhere(stet, 0, 'Words from elsewhere. ')
  await kept(stet, (text) => text.startsWith('Words from'))
  await stet.type(' 字字')
  await expect(goal(page)).toHaveText('5 of 10 words today')
  // Words of others and of before are deleted without being missed; typed ones are.
  await stet.press('Backspace')
  await expect(goal(page)).toHaveText('4 of 10 words today')
  await stet.press('ControlOrMeta+z')
  await expect(goal(page)).toHaveText('3 of 10 words today')
  await stet.press('ControlOrMeta+Shift+Z')
  await expect(goal(page)).toHaveText('4 of 10 words today')
  await stet.press('ControlOrMeta+a')
  await stet.press('Backspace')
  await expect(goal(page)).toHaveText('0 of 10 words today')
  await stet.press('ControlOrMeta+z')
  await expect(goal(page)).toHaveText('4 of 10 words today')
})

test('a number and Enter set the words a day, and no goal takes back one that was set right before', async ({
  stet,
  page,
}) => {
  await begin(stet, 'Five words were here before.')
  await stet.command('Goals…')
  await expect(dialog(page).getByRole('spinbutton', { name: 'Words a day' })).toBeFocused()
  await stet.type('50')
  await stet.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  await expect(goal(page)).toHaveText('0 of 50 words today')

  await stet.command('Goals…')
  // Another number, not more digits.
  await stet.type('60')
  await stet.press('Tab')
  await stet.type('500')
  await stet.press('Escape')
  await expect(goal(page)).toHaveText('5 of 500 words')
  await stet.command('Goals…')
  await expect(dialog(page).getByRole('spinbutton', { name: 'Words a day' })).toHaveValue('60')
})

test('a document has a goal that is spread over chosen days, and the picture tells of it', async ({
  stet,
  page,
}) => {
  await begin(stet, 'One two three four.')
  await stet.command('Goals…')
  const here = dialog(page).getByRole('group', { name: 'This document' })
  await here.getByRole('spinbutton', { name: 'Words in all' }).fill('104')
  await expect(goal(page)).toHaveText('4 of 104 words')
  const [first, last] = await page.evaluate(() => {
    const text = (date: Date) =>
      [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-')
    const now = new Date()
    return [text(now), text(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 3))]
  })
  await here.getByLabel('Last day').fill(last ?? '')
  await expect(goal(page)).toHaveText('0 of 25 words today')
  const tomorrow = new Date(`${first}T12:00:00`).getDay() + 1
  const name =
    ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][tomorrow % 7] ?? ''
  await here.getByRole('checkbox', { name }).click()
  await expect(goal(page)).toHaveText('0 of 34 words today')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' Five six')
  await expect(goal(page)).toHaveText('2 of 34 words today')
  await goal(page).getByRole('button').click()
  await expect(dialog(page).getByRole('img')).toHaveAccessibleName(
    /^2 words in the last three months, on 1 day; most on /,
  )
  await here.getByRole('spinbutton', { name: 'Words in all' }).fill('')
  await expect(goal(page)).toHaveCount(0)
})

test('a folder has a goal for all that is written in it and below it', async ({ stet, page }) => {
  await stet.command('Goals…')
  await dialog(page)
    .getByRole('group', { name: 'The folder “Chapters”' })
    .getByRole('spinbutton', { name: 'Words to write from now on' })
    .fill('50')
  await expect(goal(page)).toHaveText('0 of 50 words in “Chapters”')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await stet.press('ControlOrMeta+End')
  await stet.type('\n\nFour words are typed')
  await expect(goal(page)).toHaveText('4 of 50 words in “Chapters”')
})

test('what is no number of words is said beside the field, and the goal stays', async ({ stet, page }) => {
  await begin(stet, 'Five words were here before.')
  await stet.command('Goals…')
  const field = dialog(page).getByRole('spinbutton', { name: 'Words a day' })
  const alert = dialog(page).getByRole('alert')
  await field.fill('50')
  await expect(goal(page)).toHaveText('0 of 50 words today')
  await field.press('ControlOrMeta+a')
  await stet.type('-5')
  await expect(alert).toHaveText('A goal is a whole number of words, at least 1.')
  await expect(field).toHaveValue('-5')
  await field.press('ControlOrMeta+a')
  // No number yet: the browser gives the page nothing of it.
  await stet.type('-')
  await expect(alert).toBeVisible()
  await expect(goal(page)).toHaveText('0 of 50 words today')
  for (const [typed, said] of [
    ['2.7', 'A goal is a whole number of words, at least 1.'],
    ['100000001', 'A goal is at most 100,000,000 words.'],
  ] as const) {
    await field.fill(typed)
    await expect(alert).toHaveText(said)
    await field.press('Tab')
    await expect(field).toHaveValue(typed)
  }
  await field.fill('1')
  await expect(goal(page)).toHaveText('0 of 1 word today')
  await field.fill('60')
  await expect(alert).toHaveCount(0)
  await expect(goal(page)).toHaveText('0 of 60 words today')
  await field.fill('-7')
  await field.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(stet.notice).toContainText('“Words a day” stays as it was.')
  await expect(goal(page)).toHaveText('0 of 60 words today')
})
