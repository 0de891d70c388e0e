import fs from 'node:fs'
import path from 'node:path'
import { PAGE_STYLE } from '../../../shared/markdown/html/page-style'
import type { Picture, Pictures, Publication } from '../publication'
import { IMAGES, PAGE, STYLE } from './html-folder-names'
import { encoded, pageHtml } from './write-html'

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

/**
 * Writes a page with its style and its pictures as separate files, which a designer can change one by one. The folder
 * must not exist yet.
 */
export function writeHtmlFolder(publication: Publication, pictures: Pictures, folder: string): void {
  fs.mkdirSync(folder)
  fs.mkdirSync(path.join(folder, IMAGES))
  const shown = new Map<Picture, string>()
  const head = `<link rel="stylesheet" href="${STYLE}">\n`
  const page = pageHtml(publication, (address) => addressOf(pictures(address)), { style: head })
  writeSafely(path.join(folder, PAGE), encoded(page))
  writeSafely(path.join(folder, STYLE), [Buffer.from(PAGE_STYLE.trimStart())])
  for (const [picture, address] of shown) writeSafely(path.join(folder, address), [picture.read()])
  if (shown.size === 0) fs.rmdirSync(path.join(folder, IMAGES))

  function addressOf(picture: Picture | undefined) {
    if (picture === undefined) return undefined
    const { type, width, height } = picture
    const extension = EXTENSIONS[type] ?? type.replace(/^image\//, '')
    const address = shown.get(picture) ?? `${IMAGES}/image-${shown.size + 1}.${extension}`
    shown.set(picture, address)
    return { address, width, height }
  }
}

/** Writes a file and flushes it to the disk, before the folder gets its name. */
function writeSafely(file: string, pieces: Iterable<Uint8Array>): void {
  const descriptor = fs.openSync(file, 'wx')
  try {
    for (const piece of pieces) for (let at = 0; at < piece.length;) at += fs.writeSync(descriptor, piece, at)
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
