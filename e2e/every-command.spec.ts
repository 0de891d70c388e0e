import { COMMAND_GROUPS } from '../shared/commands'
import { appOfFile, test } from './app'
import { CASES, commandsOf, DISABLED, NOT_RUN, type GroupName } from './commands/cases'
import { FOLDER, OTHER, TEXT, TITLE } from './commands/text'
import { beginWalk, walkCommand, type Walk } from './commands/walk'

const running = appOfFile()
let walk: Walk

test.beforeAll(async () => {
  const { app, service } = running()
  const folder = await service.request('POST', '/folders', { name: FOLDER })
  const { data } = (await folder.json()) as { data: { id: number } }
  await service.create({ title: TITLE, content: TEXT, folder_id: data.id })
  await service.create({ title: OTHER, content: 'Other words.', folder_id: data.id, status: 'published' })
  await app.runCommand('Check for changes')
  await app.tree.getByRole('treeitem', { name: FOLDER }).click()
  await app.openDocument(TITLE)
  walk = await beginWalk(app, service)
})

for (const group of Object.keys(COMMAND_GROUPS) as GroupName[])
  test(`every command of the group “${group}” leaves the words, the keyboard and the window whole`, async () => {
    for (const id of commandsOf(group).filter((one) => NOT_RUN[one] === undefined))
      await test.step(id, () => walkCommand(walk, id, CASES[id] ?? {}, DISABLED[id]))
  })
