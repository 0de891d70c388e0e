import { EpubCheck } from '@likecoin/epubcheck-ts'
import { ImportedXmlComponent } from 'docx'
import { strFromU8, unzipSync } from 'fflate'
import { fromHtml } from 'hast-util-from-html'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJob } from '../../main/export/run-job'
import { EXPORT_FORMATS, type ExportFormat } from '../../shared/export-forms'
import { someHostileTexts } from '../hostile-texts'

const CHOSEN = someHostileTexts(20)
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let folder: string
const MANY = 2_000
const manyFile = (at: number): string => path.join(folder, `many-${at}`)

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stet-hostile-'))
  // The files differ, so each is a separate image.
  for (let at = 0; at < MANY; at++)
    writeFileSync(manyFile(at), Buffer.concat([PIXEL, Buffer.from(String(at))]))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Hostile {
  readonly title?: string
  readonly pictures?: ReadonlyMap<string, string>
}

/** Exports a text in a format. */
async function written(format: ExportFormat, markdown: string, hostile: Hostile = {}) {
  const { title = 'A title', pictures = new Map() } = hostile
  const { left, bytes = new Uint8Array() } = await runJob({
    ...{ kind: 'write', format, paper: 'A4', language: 'en', modified: '2026-11-24T10:00:00.000Z' },
    ...{ id: 'b0e0f6e4-0000-4000-8000-000000000001', title, isBook: false, pictures },
    parts: [{ title, level: 0, markdown }],
  })
  return { left, bytes }
}

/** All parts of a page that could run code, send a request or lead to another address. */
function actingIn(html: string, onWrong: (said: string) => void): readonly string[] {
  const found: string[] = []
  const visit = (node: ReturnType<typeof fromHtml>['children'][number]): void => {
    if (node.type !== 'element') return
    const { tagName, properties } = node
    if (/^(?:script|iframe|frame|object|embed|base|form|svg|audio|video|source)$/.test(tagName))
      found.push(tagName)
    for (const [name, value] of Object.entries(properties)) {
      const says = String(value)
      if (/^on/i.test(name)) found.push(`${name}=${says}`)
      if (name === 'style' && /url|@import|expression/i.test(says)) found.push(`style=${says}`)
      if (name === 'href' && !/^(?:#|https?:|mailto:|fonts\.css$|style\.css$|d\d+\.xhtml#)/.test(says))
        found.push(`href=${says}`)
      if (/^(?:src|srcSet|poster|data|action|formAction|background|ping|xLinkHref)$/.test(name))
        if (
          !/^(?:data:image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml);base64,[\w+/=]*$|picture\/|picture-\d+\.)/.test(
            says,
          )
        )
          found.push(`${name}=${says.slice(0, 100)}`)
      if (name === 'httpEquiv') found.push(`${name}=${says}`)
    }
    node.children.forEach(visit)
  }
  fromHtml(html, { onerror: ({ ruleId, line }) => onWrong(`${ruleId} in line ${line}`) }).children.forEach(
    visit,
  )
  return found
}

const ROOT = /^(?:word|docProps|_rels|customXml)\/|^\[Content_Types\]\.xml$/

/**
 * The faults of a Word document: parts that no parser can read, and addresses other than those of the web and of mail.
 */
function wrongInWord(bytes: Uint8Array): readonly string[] {
  const wrong: string[] = []
  for (const [name, part] of Object.entries(unzipSync(bytes))) {
    if (!ROOT.test(name) || name.includes('..')) wrong.push(name)
    if (!/\.(?:xml|rels)$/.test(name)) continue
    const xml = strFromU8(part)
    try {
      ImportedXmlComponent.fromXmlString(xml.replace(/^<\?xml[^>]*\?>/, ''))
    } catch (error) {
      wrong.push(`${name}: ${String(error).slice(0, 200)}`)
    }
    for (const [relationship, target = ''] of xml.matchAll(/<Relationship [^>]*Target="([^"]*)"[^>]*>/g))
      if (relationship.includes('TargetMode="External"') && !/^(?:https?:|mailto:)/.test(target))
        wrong.push(target)
    if (/<w:instrText[^>]*>[^<]*(?:INCLUDE|DDE|LINK\b|MACRO)/.test(xml.replaceAll('HYPERLINK', '')))
      wrong.push(`${name}: a field`)
    if (/<w:(?:altChunk|object|control|attachedTemplate)\b/.test(xml)) wrong.push(`${name}: an object`)
  }
  return wrong
}

async function wrongInBook(bytes: Uint8Array): Promise<readonly string[]> {
  const { messages } = await EpubCheck.validate(bytes)
  const said = messages.filter(({ severity }) => severity !== 'info' && severity !== 'usage')
  const chapter = strFromU8(unzipSync(bytes)['EPUB/d1.xhtml'] ?? new Uint8Array())
  return [...said.map(({ id, message }) => `${id}: ${message}`), ...actingIn(chapter, () => {})]
}

const plain = (bytes: Uint8Array): readonly string[] => {
  new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  return []
}

function page(bytes: Uint8Array): readonly string[] {
  const wrong: string[] = []
  const html = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  return [...actingIn(html, (said) => void wrong.push(said)), ...wrong]
}

/** The checks for a file in each format; `pdf` is the page that is printed. */
const WRONG_IN: Readonly<
  Record<ExportFormat, (bytes: Uint8Array) => readonly string[] | Promise<readonly string[]>>
> = {
  docx: wrongInWord,
  epub: wrongInBook,
  pdf: page,
  html: page,
  text: plain,
  markdown: plain,
}

const ACTS = `---
title: "</title><script>alert(1)</script>"
lang: "en\\"><script>"
author: ["</dc:creator><script>", "=cmd|' /C calc'!A0"]
---

<script>alert(1)</script> <img src=x onerror="alert(1)"> <svg/onload=alert(1)> <!-- --!><script>alert(2)</script> -->

[a](javascript:alert(1)) [b](data:text/html,<script>) [c](file:///etc/passwd) [d](\\\\\\\\server\\\\share) [e](ms-word:ofe|u|http://x) [f](vbscript:x) [g](../../etc/passwd)

![a](https://example.org/spy.png) ![b](file:///etc/passwd) ![c](stet-file:gone) ![d](/etc/passwd) ![e](data:image/svg+xml,<svg onload=alert(1)>)

$\\href{javascript:alert(1)}{x}$ $\\includegraphics{file:///etc/passwd}$ $\\htmlData{a=b}{x}$

\`\`\`"><script>alert(1)</script>
</code></pre><script>alert(1)</script>
\`\`\`

{ INCLUDETEXT "C:\\\\secret" } <w:altChunk r:id="x"/> ]]> &xxe; <!DOCTYPE a [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>

[^"><script>]: <style>@import 'https://example.org/style'</style>

# <iframe src="https://example.org"> {#"><script>}

| <script> | ![x](https://example.org/x.png) |
| - | - |
| [x](javascript:x) | <style>*{background:url(https://example.org)}</style> |

\u202egnp.exe \u0000\u0001\u000b\ufffe\ud800 end
`

describe.each(EXPORT_FORMATS)('[L13] hostile texts as %s', (format) => {
  test('are valid, run nothing, ask for nothing and lead to nothing but the web', async () => {
    const wrong: Record<string, readonly string[]> = {}
    for (const { name, text } of [...CHOSEN, { name: 'all that acts', text: ACTS }]) {
      const { bytes } = await written(format, text)
      const found = await WRONG_IN[format](bytes)
      if (found.length > 0) wrong[name] = found.slice(0, 5)
    }
    expect(wrong).toEqual({})
  })

  test('and hostile titles are words', async () => {
    for (const title of [
      '</title><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '\u0000\ud800\u202e',
      '../../x',
      '&xxe;',
      '',
    ])
      expect(await WRONG_IN[format]((await written(format, 'Words.', { title })).bytes), title).toEqual([])
  })

  test('and pictures that are none, broken, or say what they are not, are left out or do nothing', async () => {
    const given: Readonly<Record<string, Buffer>> = {
      empty: Buffer.alloc(0),
      cut: PIXEL.subarray(0, 30),
      head: PIXEL.subarray(0, 20),
      page: Buffer.from('<html><script>alert(1)</script></html>'),
      huge: Buffer.concat([
        PIXEL.subarray(0, 16),
        Buffer.from('7fffffff7fffffff', 'hex'),
        PIXEL.subarray(24),
      ]),
      none: Buffer.concat([PIXEL.subarray(0, 16), Buffer.alloc(8), PIXEL.subarray(24)]),
      acting: Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10" onload="alert(1)"><script>alert(1)</script><image xlink:href="https://example.org/spy.png" width="5" height="5"/><text>&x;</text></svg>',
      ),
      unfinished: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><g>'),
      whole: PIXEL,
    }
    const pictures = new Map(
      Object.entries(given).map(([name, bytes]) => {
        const file = path.join(folder, name)
        writeFileSync(file, bytes)
        return [`stet-file:${name}`, file]
      }),
    )
    const text = Object.keys(given).map((name) => `![${name}](stet-file:${name} "</figcaption>")`)
    const { bytes, left } = await written(format, text.join('\n\n'), { pictures })
    expect(await WRONG_IN[format](bytes)).toEqual([])
    if (format === 'text' || format === 'markdown') return
    const said = left.map(({ why }) => /“(\w+)” (.*)/.exec(why)?.slice(1))
    expect(
      said
        .filter((one) => one?.[1]?.startsWith('is not on this device or is damaged'))
        .map((one) => one?.[0]),
    ).toEqual(expect.arrayContaining(['empty', 'head', 'page', 'huge', 'none', 'unfinished']))
  })

  test('and two thousand pictures come along, each of them once', async () => {
    const pictures = new Map<string, string>()
    const names = Array.from({ length: MANY }, (_none, at) => {
      pictures.set(`stet-file:many-${at}`, manyFile(at))
      return `![](stet-file:many-${at})`
    })
    const { bytes, left } = await written(format, names.join('\n\n'), { pictures })
    if (format === 'text' || format === 'markdown') return expect(left).toHaveLength(MANY)
    expect(left).toEqual([])
    if (format === 'docx' || format === 'epub') {
      const files = Object.keys(unzipSync(bytes)).filter((name) => name.endsWith('.png'))
      expect(files).toHaveLength(MANY)
    } else expect(new TextDecoder().decode(bytes).match(/<img /g)).toHaveLength(MANY)
  })
})
