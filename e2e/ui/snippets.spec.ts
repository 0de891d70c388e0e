import { begin, kept, result } from './editing'
import { expect, test } from './stet'

test('a snippet is written in the settings, Tab expands it, and one undo takes it back', async ({
  stet,
  page,
}) => {
  await begin(stet, 'Dear M.,\n\n‸')
  await stet.command('Typing settings')
  const field = page.getByRole('dialog', { name: 'Settings' }).getByRole('textbox', { name: 'Snippets' })
  await field.fill('br Best regards,\\n{{cursor}}\\nThe ferryman\nhalf')
  await stet.press('Escape')
  await stet.text.focus()
  await stet.type('Yours. br')
  await stet.press('Tab')
  await kept(stet, (text) => text === 'Dear M.,\n\nYours. Best regards,\n\nThe ferryman')
  await stet.type('by hand')
  await kept(stet, (text) => text.endsWith('Best regards,\nby hand\nThe ferryman'))
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'Dear M.,\n\nYours. br')
})

test(
  'within a word, in code and in a cell Tab is what it was; lines stay in their item and quotation',
  { tag: '@first' },
  async ({ stet }) => {
    await stet.main.ask('settings.set', { snippets: { br: 'one\ntwo', day: '{{date}}' } })
    await begin(stet, 'abr‸')
    await stet.press('Tab')
    await stet.type(' [br')
    await stet.press('Tab')
    await kept(stet, (text) => text.startsWith('abr [one\ntwo'))
    for (const [before, after] of [
      ['> - br‸', '> - one\n>   two'],
      ['- [ ] br‸', '- [ ] one\n  two'],
      ['> br‸', '> one\n> two'],
    ] as const) {
      await begin(stet, before)
      await stet.press('Tab')
      await kept(stet, (text) => text === after)
    }
    await begin(stet, '| a | b |\n| --- | --- |\n| br‸ | d |')
    await stet.press('Tab')
    await stet.press('ArrowRight')
    expect(await result(stet)).toContain('| br | d‸ |')
  },
)

test('snippets that are too long are not kept, and stay in the field', async ({ stet, page }) => {
  await stet.command('Typing settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByRole('textbox', { name: 'Snippets' })
  await field.fill(`${'w'.repeat(41)} text`)
  await expect(dialog.getByRole('alert')).toContainText('too long')
  await expect(field).toHaveValue(`${'w'.repeat(41)} text`)
  await field.fill('w text')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect
    .poll(() => stet.main.ask('settings.get', undefined).then(({ snippets }) => snippets))
    .toEqual({ w: 'text' })
})

test('a line that is no snippet is said and stays, the others are kept', async ({ stet, page }) => {
  await stet.command('Typing settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByRole('textbox', { name: 'Snippets' })
  const alert = dialog.getByRole('alert')
  await field.click()
  await page.keyboard.type('br one\nhalf\nbr two')
  await expect(alert).toHaveText(
    'Line 2, “half”, has no text behind its word. Lines 1 and 3 are both for “br”. Only the last one counts.',
  )
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('br one\nhalf\nbr two')
  await expect
    .poll(() => stet.main.ask('settings.get', undefined).then(({ snippets }) => snippets))
    .toEqual({ br: 'two' })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(stet.notice).toContainText(
    'Not kept in “Snippets”: Line 2, “half”, has no text behind its word.',
  )
})

test('every list of the settings says which of its lines it does not take', async ({ stet, page }) => {
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const alert = dialog.getByRole('alert')
  await stet.command('Typing settings')
  for (const [name, longest] of [
    ['Front-matter fields before publishing', 100],
    ['Words that must not be published', 200],
  ] as const) {
    const field = dialog.getByRole('textbox', { name })
    await field.fill(`good\n${'x'.repeat(longest + 1)}`)
    await expect(alert).toContainText(`is too long: ${longest} characters are the most.`)
    await field.fill('good')
    await expect(alert).toHaveCount(0)
  }
  await dialog.getByRole('tab', { name: 'Spelling' }).click()
  const words = dialog.getByRole('textbox', { name: 'Your dictionary' })
  const before = await words.inputValue()
  await words.fill(`${before}\ntwo words`)
  await expect(alert).toContainText('“two words”, is more than one word.')
  await words.fill(before)
  await expect(alert).toHaveCount(0)
})

test('a library without a name keeps the one it has, and says so', async ({ stet, page }) => {
  await stet.command('Typing settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Connection' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name of this library' })
  const before = await name.inputValue()
  await name.fill('')
  await name.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    `A library needs a name. It is still called “${before}”.`,
  )
  await name.fill('Another name')
  await name.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})
