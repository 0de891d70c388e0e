import { fromHtml } from 'hast-util-from-html'
import fs from 'node:fs'
import * as files from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { WritingFiles } from '../../main/export/write-file'
import { exportingWriter as begin } from './exporting'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function writerWithPicture(given: { readonly fs?: WritingFiles } = {}) {
  const begun = begin(given)
  const { link } = await begun.writer.workspace.attachments.add({ name: 'sea.png', bytes: PNG })
  const target = path.join(begun.folder, 'site')
  return {
    ...begun,
    target,
    link,
    exportTo: (ids: readonly string[], folder = target) =>
      begun.exporter.export(
        { what: { ids: [...ids] }, format: 'html', paper: 'A4', shape: 'folder' },
        begun.library,
        async (offered) => {
          begun.asked.push(offered)
          return folder
        },
      ),
    listed: () => fs.readdirSync(target, { recursive: true }).map(String).toSorted(),
  }
}

test('a folder of HTML has a valid page, its style, and each picture once as it is; a further export replaces it', async () => {
  const { write, exportTo, listed, target, link, asked, names } = await writerWithPicture()
  const ids = [write('The sea', `![One](${link}) and ![again](${link})[^1]\n\n[^1]: A note.`)]
  const done = await exportTo(ids)
  expect(done).toEqual({ file: target, left: [], leftCount: 0 })
  expect(asked).toEqual(['The sea'])
  expect(listed()).toEqual(['images', 'images/image-1.png', 'index.html', 'style.css'])
  expect(fs.readFileSync(path.join(target, 'images/image-1.png'))).toEqual(PNG)
  const html = fs.readFileSync(path.join(target, 'index.html'), 'utf8')
  const wrong: string[] = []
  fromHtml(html, { onerror: ({ ruleId, line }) => void wrong.push(`${ruleId} in line ${line}`) })
  expect(wrong).toEqual([])
  expect(html.match(/src="images\/image-1\.png"/g)).toHaveLength(2)
  expect(html).toContain('<link rel="stylesheet" href="style.css">')
  expect(html).not.toContain('<style>')
  expect(html).not.toContain('base64')
  expect(fs.readFileSync(path.join(target, 'style.css'), 'utf8')).toMatch(/^:root \{/)

  await exportTo([write('Words', 'Words alone.')])
  expect(listed()).toEqual(['index.html', 'style.css'])
  expect(names().filter((name) => name.startsWith('.'))).toEqual([])
})

test('a folder that holds anything else, or a file, is never replaced', async () => {
  const { write, exportTo, target, folder, names } = await writerWithPicture()
  const ids = [write('Words', 'Words.')]
  await exportTo(ids)
  const kept = path.join(target, 'thesis.txt')
  fs.writeFileSync(kept, 'years of work')
  await expect(exportTo(ids)).rejects.toThrow(`There is something else in ${target}. Choose another name.`)
  fs.rmSync(kept)
  fs.mkdirSync(path.join(target, 'images'))
  fs.writeFileSync(path.join(target, 'images/holiday.png'), PNG)
  await expect(exportTo(ids)).rejects.toThrow('There is something else')
  expect(fs.existsSync(path.join(target, 'images/holiday.png'))).toBe(true)
  const file = path.join(folder, 'notes')
  fs.writeFileSync(file, 'notes')
  await expect(exportTo(ids, file)).rejects.toThrow('There is something else')
  expect(fs.readFileSync(file, 'utf8')).toBe('notes')
  expect(names().filter((name) => name.startsWith('.'))).toEqual([])
})

test('where the folder cannot get its name, what was there before stays, and nothing half is left', async () => {
  let isRefused = false
  const rename: WritingFiles['rename'] = async (from, to) => {
    if (isRefused && String(from).endsWith('.half'))
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    return files.rename(from, to)
  }
  const { write, exportTo, target, names } = await writerWithPicture({ fs: { ...files, rename } })
  await exportTo([write('First', 'First.')])
  const before = fs.readFileSync(path.join(target, 'index.html'))
  isRefused = true
  await expect(exportTo([write('Second', 'Second.')])).rejects.toThrow('is full')
  expect(fs.readFileSync(path.join(target, 'index.html'))).toEqual(before)
  expect(names().filter((name) => name.startsWith('.'))).toEqual([])
})
