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
  await stet.press('Control+z')
  await stet.press('Control+z')
  await kept(stet, (text) => text === 'Dear M.,\n\nYours. br')
})

test('within a word, in code and in a cell Tab is what it was', { tag: '@first' }, async ({ stet }) => {
  await stet.page.evaluate(() =>
    window.memory.call(
      'settings.set',
      { snippets: { br: 'one\ntwo', day: '{{date}}' } },
      window.memory.library(),
    ),
  )
  await begin(stet, 'abr‸')
  await stet.press('Tab')
  await stet.type(' [br')
  await stet.press('Tab')
  await kept(stet, (text) => text.startsWith('abr [one\ntwo'))
  await begin(stet, '| a | b |\n| --- | --- |\n| br‸ | d |')
  await stet.press('Tab')
  await stet.press('ArrowRight')
  expect(await result(stet)).toContain('| br | d‸ |')
})

test('snippets that are too long are not kept, and stay in the field', async ({ stet, page }) => {
  await stet.command('Typing settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByRole('textbox', { name: 'Snippets' })
  await field.fill(`${'w'.repeat(41)} text`)
  await expect(dialog.getByRole('alert')).toContainText('too long')
  await expect(field).toHaveValue(`${'w'.repeat(41)} text`)
  await field.fill('w text')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.memory.records.settings.snippets)).toEqual({ w: 'text' })
})
