import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from './app'
import { freshFolder } from './paths'

const require = createRequire(import.meta.url)

/** The misspelt words, each placed in a sentence of its language. */
const PLANTED = [
  ...['recieve', 'seperate', 'definately', 'occured', 'untill', 'beleived', 'tommorow'],
  ...['Haustürschlüsel', 'vieleicht', 'Strase', 'gehöhrt', 'Nachmitag', 'Bibliotek', 'schreibtt'],
  ...['maisson', 'toujour', 'jamaiss', 'fenètre', 'rivierre', 'passseur'],
]

const TEXT = `The ferryman did not recieve the letter that morning. He kept the boxes seperate, and he was definately right about the tide. Nothing else occured before noon. He waited untill the bell rang, beleived the clock, and said that he would come again tommorow. It wasn’t his fault, and they don’t blame him. The harbour wall, the garden and the bees were as they had always been, and every spring the water came back to the stones. Nobody on the quay had thought of bringing a lamp.

Der Haustürschlüssel lag unter dem Stein, aber der Haustürschlüsel in der Tasche war ein anderer. Sie kam vieleicht zu spät. Die Strase war leer, und das Haus gehöhrt nun einem Fremden. Am Nachmitag ging sie in die Bibliotek und schreibtt an ihre Schwester. Die Fenster standen offen, der Wind war warm, und über den Dächern hörte man die Glocken. Niemand wusste, wohin der Fährmann gegangen war. Am Abend saßen die Kinder auf der Mauer und zählten die Boote, bis es dunkel wurde.

L’homme regardait la maisson au bord du fleuve. Il n’avait toujour pas trouvé la clef, et il ne l’avait jamaiss cherchée. La fenètre était ouverte sur la rivierre. Aujourd’hui, c’est le vent qui parle, et l'homme écoute. Les enfants jouaient dans le jardin pendant que leur mère lisait une lettre. Personne ne savait où était parti le passseur, et personne ne le demandait plus. Le soir, les lampes s’allumaient une à une le long du quai.

\`\`\`js
const recieve = seperate(untill)
\`\`\`
`

test('in three languages at once every planted mistake is found in the built app, and hardly anything else', async ({
  start,
  service,
}) => {
  const folder = freshFolder('dictionaries')
  for (const [language, name] of [
    ['de', 'de_DE'],
    ['fr', 'fr'],
  ] as const)
    for (const ending of ['aff', 'dic'])
      fs.copyFileSync(
        path.join(path.dirname(require.resolve(`dictionary-${language}`)), `index.${ending}`),
        path.join(folder, `${name}.${ending}`),
      )
  process.env['DICPATH'] = folder
  await service.create({ title: 'Three languages', content: TEXT })
  const { page, text, ...app } = await start({ service })
  delete process.env['DICPATH']
  await app.openDocument('Three languages')
  await app.runCommand('Spelling languages…')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  for (const name of ['English (United States)', 'German (Germany)', 'French'])
    await settings.getByRole('checkbox', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')}`) }).check()
  await page.keyboard.press('Escape')

  await expect(settings).toHaveCount(0)
  const marked = text.locator('[data-spelling]')
  await expect.poll(() => marked.allTextContents()).toEqual(expect.arrayContaining(PLANTED))
  const others = (await marked.allTextContents()).filter((word) => !PLANTED.includes(word))
  expect(others.length, others.join()).toBeLessThanOrEqual(3)
  for (const right of ['Haustürschlüssel', 'L’homme', "l'homme", 'don’t', 'Aujourd’hui'])
    expect(others).not.toContain(right)

  await marked.filter({ hasText: 'maisson' }).click({ button: 'right' })
  await page
    .getByRole('menu', { name: 'Spelling' })
    .getByRole('menuitem', { name: 'maison', exact: true })
    .click()
  await expect(text).toContainText('la maison au bord')
  await marked.filter({ hasText: 'rivierre' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add to dictionary' }).click()
  await expect(marked.filter({ hasText: 'rivierre' })).toHaveCount(0)
  const file = path.join(app.profile, 'dictionary.json')
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ words: ['rivierre'] })
})
