import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths'

/**
 * Realistic documents in six scripts, written for these tests: an essay, a chapter with notes, a manual, poems, a
 * letter, a report, a diary.
 */
export const CORPUS_FOLDER = path.join(ROOT, 'e2e/corpus/texts')

export interface CorpusText {
  readonly name: string
  readonly title: string
  readonly markdown: string
}

export const CORPUS: readonly CorpusText[] = fs
  .readdirSync(CORPUS_FOLDER)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const markdown = fs.readFileSync(path.join(CORPUS_FOLDER, file), 'utf8')
    const title = /^title: (.*)$/m.exec(markdown)?.[1] ?? ''
    return { name: path.basename(file, '.md'), title, markdown }
  })
