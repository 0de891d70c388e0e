import fs from 'node:fs'
import path from 'node:path'

/** What a folder of this kind of export holds (`html-folder.ts`). */
export const PAGE = 'index.html'
export const STYLE = 'style.css'
export const IMAGES = 'images'
const IMAGE = /^image-\d+\.[a-z]+$/

/** Whether a folder holds nothing but what an export of this kind has written, or nothing at all. */
export function isHtmlFolder(folder: string): boolean {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  return entries.every((entry) =>
    entry.name === IMAGES && entry.isDirectory()
      ? fs.readdirSync(path.join(folder, IMAGES)).every((name) => IMAGE.test(name))
      : entry.isFile() && (entry.name === PAGE || entry.name === STYLE),
  )
}
