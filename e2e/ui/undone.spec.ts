import { expect, test } from './stet'

test('an undo in the library says what it took back, of folders and of documents alike', async ({ stet }) => {
  const undoes = async (done: string) => {
    await expect(stet.notice).toContainText(done)
    await stet.press('ControlOrMeta+z')
    await expect(stet.notice).toContainText(`Undone: ${done.charAt(0).toLowerCase()}${done.slice(1)}`)
  }
  await stet.folder('Chapters').focus()
  await stet.press('F2')
  await stet.type('Parts')
  await stet.press('Enter')
  await expect(stet.folder('Parts')).toBeVisible()
  await stet.folder('Parts').focus()
  await undoes('Renamed the folder “Chapters” to “Parts”')
  await expect(stet.folder('Chapters')).toBeVisible()
  await stet.option('The ferryman').focus()
  await stet.press('Delete')
  await undoes('Deleted “The ferryman”')
  await expect(stet.option('The ferryman')).toBeVisible()
  await stet.option('The ferryman').dragTo(stet.folder('Essays'))
  await undoes('Moved to “Essays”')
  await expect(stet.option('The ferryman')).toBeVisible()
  await stet.folder('Chapters').dragTo(stet.folder('Essays'))
  await undoes('Moved the folder “Chapters” into “Essays”')
})
