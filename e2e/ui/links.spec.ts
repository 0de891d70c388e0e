import { begin, kept, result, textsOf, typeElsewhere } from './editing'
import { expect, test, FERRYMAN } from './stet'

const LETTERS = 'd-letters'

test('titles are offered after two brackets; a link opens its document, and that one lists what names it', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('\nSee [[lo')
  const offered = page.getByRole('listbox', { name: 'Completions' })
  await expect(offered.getByRole('option', { name: 'Low water' })).toBeVisible()
  await expect(offered.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.waitForTimeout(100)
  await stet.press('Enter')
  await stet.type(' for the tables.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('See [[Low water]] for the tables.')

  // Away from its line a link reads as its title.
  await stet.press('ControlOrMeta+Home')
  await expect(stet.text.locator('.cm-line').last()).toHaveText('See Low water for the tables.')
  await stet.text.getByText('Low water', { exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await expect(stet.title).toHaveValue('Low water')
  await stet.command('Show links to this document')
  const panel = page.getByRole('region', { name: 'Links' })
  const linked = panel.getByRole('listbox', { name: 'Linked from' })
  await expect(linked.getByRole('option')).toHaveCount(1)
  await linked.getByRole('option').first().focus()
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(panel.getByText(/No links to this document yet/)).toBeVisible()
})

test('Enter before titles are offered takes the first one, and what follows stands behind the link', async ({
  stet,
}) => {
  await stet.text.press('ControlOrMeta+End')
  const answer = await stet.main.hold('documents.find')
  await stet.type('\nSee [[lo')
  await stet.press('Enter')
  await stet.type(' for the tables.')
  await answer()
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('\nSee [[Low water]] for the tables.')
  await stet.type('\n[[Nowhere]]')
  await stet.press('ArrowLeft')
  await stet.press('ArrowLeft')
  await stet.press('Escape')
  await stet.press('Enter')
  await stet.type(' else')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('\n[[Nowhere]] else')
})

test('a link to nothing says so and offers to create the document', { tag: '@first' }, async ({ stet }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('\n[[No such text]] here')
  await stet.text.getByText('No such text', { exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await expect(stet.notice).toContainText('There is no document called “No such text”.')
  await stet.notice.getByRole('button', { name: 'Create it' }).click()
  await expect(stet.title).toHaveValue('No such text')
})

test('a link to nothing looks dead until its document is there; Ctrl+Enter follows a link', async ({
  app,
  stet,
}) => {
  const asked = () => app.given.filter(({ name }) => name === 'documents.missing-titles')
  const dead = stet.text.locator('.cm-link-missing')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('\n[[No such text]] and [[Low water]]\n')
  await expect(dead).toHaveText('No such text')
  const before = asked().length
  await stet.type('Some words more, none of them a link.')
  await stet.press('ControlOrMeta+S')
  await expect(stet.saveStatus).toContainText('Saved')
  expect(asked().length - before).toBeLessThan(4)

  await stet.press('ArrowUp')
  await stet.press('Home')
  await stet.press('ControlOrMeta+Enter')
  await expect(stet.notice).toContainText('There is no document called “No such text”.')
  // Over another document that would be about nothing there.
  await stet.press('Control+Tab')
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.notice).toBeEmpty()
  await stet.press('Control+Shift+Tab')
  await expect(stet.title).toHaveValue('The ferryman')
  await stet.press('ControlOrMeta+Enter')
  await stet.notice.getByRole('button', { name: 'Create it' }).click()
  await expect(stet.title).toHaveValue('No such text')
  await stet.press('Alt+ArrowLeft')
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toContainText('No such text')
  await expect(dead).toHaveCount(0)
  await stet.main.ask('document.delete', { ids: ['d-low'] })
  await expect(dead.filter({ hasText: 'Low water' })).toHaveCount(1)
})

test('what is pressed while the document of a link is being made goes into it, or leads back from it', async ({
  stet,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('\n[[No such text]] and')
  await stet.press('Home')
  await stet.press('ControlOrMeta+Enter')
  const goOn = await stet.main.hold('document.create')
  await stet.notice.getByRole('button', { name: 'Create it' }).click()
  await stet.type('First words.')
  await stet.press('Alt+ArrowLeft')
  await goOn()
  await expect(stet.text).toBeFocused()
  await expect(stet.title).toHaveValue('The ferryman')
  await expect.poll(() => textsOf(stet, 'No such text')).toEqual(['First words.'])
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('a mention becomes a link in its own document, which is undone; a key that may not write says so', async ({
    app,
    stet,
    page,
  }) => {
    await stet.option('Low water').click()
    await expect(stet.title).toHaveValue('Low water')
    await typeElsewhere(stet, 0, 'We met at low water. ', LETTERS)
    await stet.command('Show links to this document')
    const mentions = page.getByRole('list', { name: 'Unlinked mentions' })
    const letter = mentions.getByRole('listitem').filter({ hasText: 'Letters, unsent' })
    await expect(letter).toContainText('We met at low water.')
    await letter.getByRole('button', { name: /^Letters, unsent/ }).focus()
    await stet.press('Tab')
    await expect(letter.getByRole('button', { name: 'Link it' })).toBeFocused()
    await stet.press('Enter')
    await expect(stet.notice).toContainText('Linked in “Letters, unsent”')
    await expect.poll(() => stet.keptText(LETTERS)).toContain('We met at [[low water]]. Dear M.')
    await expect(page.getByRole('listbox', { name: 'Linked from' }).getByRole('option')).toHaveCount(1)
    await expect(letter).toHaveCount(0)
    await stet.notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => stet.keptText(LETTERS)).toContain('We met at low water. Dear M.')

    await expect(letter).toBeVisible()
    await app.forbid('documents:write')
    await expect(letter.getByRole('button', { name: 'Link it' })).toHaveAttribute(
      'aria-description',
      'this key may not write documents',
    )
  })
})

test('a rename offers to update the links to the document, shows them first and undoes them as one', async ({
  stet,
  page,
}) => {
  await typeElsewhere(stet, 0, 'See [[low water|it]], typed `[[Low water]]`. ', LETTERS)
  await typeElsewhere(stet, 0, '[[Low water]] and [[Low water#Tides]], not [[Low water mark]]. ', 'd-winter')
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  await stet.title.fill('Neap tide')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('3 links still say “Low water”.')
  await stet.notice.getByRole('button', { name: 'Review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update links' })
  await expect(dialog.getByRole('list', { name: 'Links' }).getByRole('listitem')).toHaveCount(3)
  await stet.press('Escape')
  await expect(dialog).toHaveCount(0)
  await stet.notice.getByRole('button', { name: 'Review…' }).click()
  await expect(dialog.getByRole('list', { name: 'Links' }).getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('checkbox', { name: /See/ }).uncheck()
  await expect(dialog.getByRole('button', { name: 'Update 2 links' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: /See/ }).check()
  await dialog.getByRole('button', { name: 'Update 3 links' }).click()
  await expect
    .poll(() => stet.keptText('d-winter'))
    .toContain('[[Neap tide]] and [[Neap tide#Tides]], not [[Low water mark]].')
  await expect.poll(() => stet.keptText(LETTERS)).toContain('See [[Neap tide|it]], typed `[[Low water]]`.')
  await expect(stet.notice).toContainText('Updated 3 links in 2 documents.')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => stet.keptText(LETTERS)).toContain('See [[low water|it]], typed')
})

test('after a second rename the links get the title that the document has when they are updated', async ({
  stet,
  page,
}) => {
  await typeElsewhere(stet, 0, 'See [[Low water]]. ', LETTERS)
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  await stet.title.fill('Neap tide')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('1 link still says “Low water”.')
  await stet.title.fill('Spring tide')
  await stet.press('Enter')
  await stet.notice.getByRole('button', { name: 'Review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update links' })
  await expect(dialog.getByRole('list', { name: 'Links' })).toContainText('[[Spring tide')
  await dialog.getByRole('button', { name: 'Update 1 link' }).click()
  await expect.poll(() => stet.keptText(LETTERS)).toContain('See [[Spring tide]].')
})

test('[F2c] the publish sheet lists links to documents that are not there', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('\n[[No such text]] and [[Low water]] here. ')
  await stet.command('Publish…')
  await expect(page.getByRole('list', { name: 'Checks' })).toContainText(
    '1 link to a document that is not there: “No such text”.',
  )
})

test('links that follow a rename are not said to be what the replace panel replaced last', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  await typeElsewhere(stet, 0, 'See [[Low water]]. ', LETTERS)
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('button', { name: 'Replace in the library' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('ferry')
  const before = app.given.length
  await stet.title.fill('Neap tide')
  await stet.press('Enter')
  await stet.notice.getByRole('button', { name: 'Update 1 link' }).click()
  await expect.poll(() => stet.keptText(LETTERS)).toContain('See [[Neap tide]]. ')
  await expect.poll(() => app.given.slice(before).map(({ name }) => name)).toContain('replace.last')
  expect(await app.ask('replace.last', undefined)).toBeNull()
  await expect(page.getByRole('group', { name: 'Last replace' })).toHaveCount(0)
})

for (const [title, name] of [
  ['Square [1] other', 'Square 1 other'],
  ['Hash #2 other', 'Hash 2 other'],
  ['Bar | other', 'Bar other'],
] as const)
  test(`links follow a rename to “${title}” and lead there; after [[ it is offered as a link`, async ({
    stet,
    page,
  }) => {
    await typeElsewhere(stet, 0, 'See [[Low water]]. ', LETTERS)
    await stet.option('Low water').click()
    await expect(stet.title).toHaveValue('Low water')
    await stet.title.fill(title)
    await stet.press('Enter')
    await expect(stet.notice).toContainText(
      `1 link still says “Low water”. In links the new title is “${name}”.`,
    )
    await stet.notice.getByRole('button', { name: 'Update 1 link' }).click()
    await expect.poll(() => stet.keptText(LETTERS)).toContain(`See [[${name}]]. `)

    await stet.command('Show links to this document')
    const linked = page.getByRole('listbox', { name: 'Linked from' })
    await expect(linked.getByRole('option')).toHaveCount(1)
    await stet.option('Letters, unsent').click()
    await expect(stet.title).toHaveValue('Letters, unsent')
    await stet.text
      .getByText(name, { exact: true })
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
    await expect(stet.title).toHaveValue(title)

    await stet.option('Letters, unsent').click()
    await expect(stet.title).toHaveValue('Letters, unsent')
    await stet.text.click()
    await stet.press('ControlOrMeta+End')
    await stet.type(`\nAnd [[${title.slice(0, 3)}`)
    const offered = page.getByRole('listbox', { name: 'Completions' })
    await expect(offered.getByRole('option', { name: title })).toHaveAttribute('aria-selected', 'true')
    await page.waitForTimeout(100)
    await stet.press('Enter')
    await expect.poll(() => stet.keptText(LETTERS)).toContain(`\nAnd [[${name}]]`)
    await expect(stet.text.locator('.cm-link-missing')).toHaveCount(0)
  })

test('a link to a heading of another document goes to that heading, in the text and as it is read', async ({
  stet,
  page,
}) => {
  await typeElsewhere(
    stet,
    0,
    `# Dear M.\n\n${'Words.\n\n'.repeat(60)}## Of *tides*\n\nLast words.\n\n`,
    LETTERS,
  )
  await stet.text.press('ControlOrMeta+End')
  await stet.type('\nSee [[Letters, unsent#Of tides]].')
  await stet.press('ArrowLeft')
  await stet.press('ArrowLeft')
  await stet.press('ArrowLeft')
  await stet.press('ControlOrMeta+Enter')
  await expect(stet.title).toHaveValue('Letters, unsent')
  await expect(page.locator('.cm-line', { hasText: 'Of' }).filter({ hasText: 'tides' })).toBeInViewport()
  await expect(stet.text).toBeFocused()
  await stet.press('End')
  await stet.type('!')
  await expect.poll(() => stet.keptText(LETTERS)).toContain('## Of *tides*!')
  await stet.option('The ferryman').click()
  await stet.command('Reading view')
  await page.frameLocator('iframe').getByRole('link', { name: 'Letters, unsent' }).click()
  await expect(stet.title).toHaveValue('Letters, unsent')
})

test('a link that Ctrl+K begins is written with keys: Tab leads to its address, Enter out behind it', async ({
  stet,
}) => {
  await begin(stet, '- See ‸')
  await stet.press('ControlOrMeta+k')
  await stet.type('the map')
  await stet.press('Tab')
  await stet.type('https://example.org/map')
  await stet.press('Enter')
  await stet.type('. Then go.')
  await kept(stet, (text) => text === '- See [the map](https://example.org/map). Then go.')
  await stet.press('Enter')
  await stet.type('on')
  await kept(stet, (text) => text === '- See [the map](https://example.org/map). Then go.\n- on')
})

test('Escape takes a link back that Ctrl+K only began, and the words that were chosen are chosen again', async ({
  stet,
}) => {
  await begin(stet, 'See ‸')
  await stet.press('ControlOrMeta+k')
  await kept(stet, (text) => text === 'See []()')
  await stet.press('Escape')
  await kept(stet, (text) => text === 'See ')
  await stet.type('map')
  await stet.press('Control+Shift+ArrowLeft')
  await stet.press('ControlOrMeta+k')
  await kept(stet, (text) => text === 'See [map]()')
  await stet.press('Escape')
  await kept(stet, (text) => text === 'See map')
  await expect(stet.text).toBeFocused()
  await stet.type('shore')
  await kept(stet, (text) => text === 'See shore')
})

test('Tab and Escape lead behind a link whose address is written, and Backspace takes an empty one back', async ({
  stet,
}) => {
  for (const key of ['Tab', 'Escape', 'Enter']) {
    await begin(stet, '- the map‸')
    await stet.press('ControlOrMeta+k')
    await stet.type('https://example.org')
    await stet.press(key)
    await stet.type(' on')
    await kept(stet, (text) => text === '- the [map](https://example.org) on')
  }
  for (const words of ['See map', 'See '])
    for (const key of ['Backspace', 'Delete', 'Control+Backspace', 'Control+Delete']) {
      await begin(stet, `${words}‸`)
      await stet.press('ControlOrMeta+k')
      await stet.press(key)
      await stet.type('s')
      await kept(stet, (text) => text === `${words}s`)
    }
})

test('Tab in the address of a link that stood there nests its item, and an address typed as words becomes the address', async ({
  stet,
}) => {
  await begin(stet, '- one\n- [map](/1‸)')
  await stet.press('Tab')
  expect(await result(stet)).toBe('- one\n  - [map](/1‸)')
  for (const key of ['Tab', 'Enter']) {
    await begin(stet, 'See ‸')
    await stet.press('ControlOrMeta+k')
    await stet.type('https://example.org')
    await stet.press(key)
    await stet.type(' on')
    await kept(stet, (text) => text === 'See [https://example.org](https://example.org) on')
  }
})
