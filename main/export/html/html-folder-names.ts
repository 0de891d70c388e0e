import fs from 'node:fs'
import path from 'node:path'

/** The files of this kind of export (`html-folder.ts`). */
export const PAGE = 'index.html'
export const STYLE = 'style.css'
export const IMAGES = 'images'
const IMAGE = /^image-\d+\.[a-z]+$/

/** Whether a folder contains only files that an export of this kind has written, or none at all. */
export function isHtmlFolder(folder: string): boolean {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  return entries.every((entry) =>
    entry.name === IMAGES && entry.isDirectory()
      ? fs.readdirSync(path.join(folder, IMAGES)).every((name) => IMAGE.test(name))
      : entry.isFile() && (entry.name === PAGE || entry.name === STYLE),
  )
}
