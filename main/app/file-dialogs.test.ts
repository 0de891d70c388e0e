import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { targetFor } from './file-dialogs'

const folder = mkdtempSync(path.join(tmpdir(), 'stet-targets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const targetOf = async (suggested: string, typed: string | undefined) => {
  const chosen = typed === undefined ? undefined : path.join(folder, typed)
  const file = await targetFor({ chooseTarget: () => Promise.resolve(chosen) }, undefined, suggested)
  return file === undefined ? undefined : path.basename(file)
}

test('a file gets the ending of its kind where the chosen name has none or another one', async () => {
  expect(await targetOf('Low tide.pdf', 'tide.pdf')).toBe('tide.pdf')
  expect(await targetOf('Low tide.pdf', 'TIDE.PDF')).toBe('TIDE.PDF')
  expect(await targetOf('Low tide.html', 'tide.htm')).toBe('tide.htm')
  expect(await targetOf('Low tide.pdf', 'tide')).toBe('tide.pdf')
  expect(await targetOf('Low tide.pdf', 'tide.docx')).toBe('tide.docx.pdf')
  expect(await targetOf('Low tide', 'a folder')).toBe('a folder')
  expect(await targetOf('Low tide.pdf', undefined)).toBeUndefined()
})

test('a file that the dialog did not ask about is not replaced', async () => {
  writeFileSync(path.join(folder, 'there.pdf'), 'words')
  expect(await targetOf('Low tide.pdf', 'there')).toBe('there 2.pdf')
  expect(await targetOf('Low tide.pdf', 'there.pdf')).toBe('there.pdf')
})
