import { expect, test } from './stet'

for (const [name, size] of [
  ['a usual window', { width: 1280, height: 800 }],
  ['a small window', { width: 900, height: 600 }],
] as const)
  test(`in ${name} the filter says all of what it filters by, beside tags of long names`, async ({
    stet,
    page,
  }) => {
    await expect(stet.text).toBeVisible()
    const tag = 'everything that nobody has looked at since the winter before last'
    await stet.main.ask('tag.create', { name: tag })
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByRole('group', { name: 'Filter' })
    for (const status of ['', 'draft', 'published']) {
      await filter.getByRole('combobox', { name: 'Status' }).selectOption(status)
      const room = await filter.getByRole('combobox').evaluateAll((fields) =>
        fields.map((field) => {
          const whole = field.cloneNode(true) as HTMLSelectElement
          const shown = (field as HTMLSelectElement).selectedOptions[0]?.textContent
          whole.replaceChildren(new Option(shown ?? ''))
          Object.assign(whole.style, { position: 'absolute', minWidth: '0', width: 'auto' })
          field.parentElement?.append(whole)
          const needs = whole.getBoundingClientRect().width
          whole.remove()
          return { shown, needs, has: field.getBoundingClientRect().width }
        }),
      )
      for (const { shown, needs, has } of room)
        expect(has, `“${shown}” is cut off`).toBeGreaterThanOrEqual(needs)
    }
  })

for (const key of ['Enter', 'ArrowDown'])
  test(`${key} in the words of the filter leads to the first document that is found`, async ({
    stet,
    page,
  }) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const find = await stet.main.hold('documents.list')
    await stet.type('weighed')
    await stet.press(key)
    await expect(stet.documents.getByRole('option')).toHaveCount(0)
    await find()
    await expect(stet.documents.getByRole('option')).toHaveCount(1)
    await expect(stet.option('The customs officer')).toBeFocused()
    await page.getByRole('searchbox', { name: 'Words in title or text' }).fill('nothing has these words')
    await expect(stet.documents.getByRole('option')).toHaveCount(0)
    await stet.press(key)
    await stet.type(' at all')
    await expect(page.getByRole('searchbox', { name: 'Words in title or text' })).toHaveValue(/ at all$/)
  })

for (const [name, width] of [
  ['beside the text', 1280],
  ['over the text', 640],
] as const)
  test(`a command leads from the text to the filter of a list that is hidden, ${name}`, async ({
    stet,
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await stet.text.click()
    if (width === 1280) await stet.command('Toggle document list')
    await expect(stet.documents).toHaveCount(0)
    await stet.command('Filter the list')
    const words = page.getByRole('searchbox', { name: 'Words in title or text' })
    await expect(words).toBeFocused()
    await stet.type('weighed')
    await expect(stet.documents.getByRole('option')).toHaveCount(1)
    await stet.command('Filter the list')
    await expect(words).toBeFocused()
    await expect(words).toHaveValue('weighed')
  })
