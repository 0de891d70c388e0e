import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pulledDocument } from '../documents/core/initial'
import { readFrontMatter } from '../porting/front-matter'
import { openDatabase } from '../store/database'
import { createStore } from '../store/store'
import { createVirtualClock } from '../system/clock.virtual'
import { backUp, type BackupJob } from './back-up'
import { openBackupIndex, type BackupIndex } from '../store/backup-index'
import { backUpInThread } from './backup-thread'
import { createBackups, LOOK_EVERY_MS, type BackupsParts } from './backups'
import { GONE_MAX, timesToDrop } from './thinning'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 5, 12)

let root: string
let folder: string
let file: string
let index: BackupIndex
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-backups-'))
  folder = path.join(root, 'it’s "here", twice')
  file = path.join(root, 'library.db')
  index = openBackupIndex(path.join(root, 'index.db'))
})
afterEach(() => {
  index.close()
  fs.rmSync(root, { recursive: true })
})

/** Writes documents as the app does, with their rows in the list. */
function write(texts: Readonly<Record<string, { title: string; text: string; folder?: string }>>): void {
  const database = openDatabase(file)
  const { journal } = createStore(database, createVirtualClock())
  let sequence = Number(
    (database.prepare('SELECT max(words_sequence) AS last FROM documents').get() as { last: number | null })
      .last,
  )
  for (const [id, { title, text, folder: within = null }] of Object.entries(texts)) {
    journal.write(
      pulledDocument(id, id, {
        text,
        fields: { title, folderId: within, tagIds: [], status: 'draft' },
        etag: '"1"',
      }),
    )
    database
      .prepare(
        `INSERT OR REPLACE INTO documents (id, title, excerpt, folder_id, status, phase, hidden, edited_since_published,
           pending, has_text, created_at, updated_at, words_sequence)
         VALUES (?, ?, '', ?, 'draft', 'clean', 0, 0, 0, 1, '2026-01-02', '2026-01-02', ?)`,
      )
      .run(id, title, within, ++sequence)
  }
  database.close()
}

const job = (at: number, more: Partial<BackupJob> = {}): BackupJob => ({
  folder,
  makesFolder: true,
  libraries: [{ id: 'embedded', name: 'My library', file }],
  at,
  ...more,
})

const filesThere = (): readonly string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted()

const wordsIn = (name: string) => readFrontMatter(fs.readFileSync(path.join(folder, name), 'utf8'))

describe('a backup', () => {
  test('writes each text as a markdown file that is read back byte for byte, and then only what has changed', () => {
    write({
      tides: { title: 'Tides', text: 'Low water.\r\n雪の朝\n' },
      other: { title: 'Tides', text: 'Another one of this name.' },
      bad: { title: '../../Out?', text: '---\nown: yes\n---\nIts own front matter.' },
    })
    expect(backUp(job(START), index)).toEqual({ written: 3, dropped: 0, unread: [] })
    const first = filesThere()
    expect(first.map((name) => name.split(path.sep).slice(0, 2).join('/')).toSorted()).toEqual([
      'My library/-..-Out-',
      'My library/Tides',
      'My library/Tides 2',
    ])
    expect(first.map((name) => wordsIn(name).text).toSorted()).toEqual([
      '---\nown: yes\n---\nIts own front matter.',
      'Another one of this name.',
      'Low water.\r\n雪の朝\n',
    ])
    expect(backUp(job(START + HOUR), index).written).toBe(0)
    write({ tides: { title: 'Tides', text: 'High water.' } })
    expect(backUp(job(START + 2 * HOUR), index).written).toBe(1)
    expect(filesThere()).toHaveLength(4)
    expect(index.versions('embedded', 'tides').map(({ at }) => at)).toEqual([START + 2 * HOUR, START])
  })

  test('finds the versions in the folder where the index is new, and writes none of them again', () => {
    const texts = {
      tides: { title: 'Tides', text: 'Low water.' },
      second: { title: 'Tides', text: 'Another one of this name.' },
      old: { title: 'Old', text: 'It goes.' },
      far: { title: 'Far', text: 'It moves.' },
    }
    write(texts)
    backUp(job(START), index)
    write({ tides: { title: 'Tides', text: 'High water.' } })
    backUp(job(START + HOUR), index)
    const database = openDatabase(file)
    database.exec(
      `DELETE FROM documents WHERE id = 'old'; UPDATE documents SET title = 'Near' WHERE id = 'far'`,
    )
    database.close()
    write({ far: { title: 'Near', text: 'It moves.' } })
    const before = filesThere()

    const again = openBackupIndex(path.join(root, 'again.db'))
    expect(backUp(job(START + 2 * HOUR), again)).toMatchObject({ written: 1 })
    expect(filesThere().filter((name) => !before.includes(name))).toHaveLength(1)
    expect(again.moments('embedded', 9)).toEqual([START + 2 * HOUR, START + HOUR, START])
    const timesOf = (id: string) => again.versions('embedded', id).map(({ at }) => at)
    expect(timesOf('tides')).toEqual([START + HOUR, START])
    expect(timesOf('second')).toEqual([START])
    expect(timesOf('far')).toEqual([START + 2 * HOUR])
    const gone = again.documents('embedded').filter((id) => !(id in texts))
    expect(gone.map((id) => again.versions('embedded', id)[0]?.title ?? '').toSorted()).toEqual([
      'Far',
      'Old',
    ])
    expect(backUp(job(START + 3 * HOUR), again)).toMatchObject({ written: 0, dropped: 0 })
    again.forget()
    expect(again.isNew()).toBe(false)
    again.close()
  })

  test('writes a text again whose file somebody has taken away', () => {
    write({ tides: { title: 'Tides', text: 'Low water.' } })
    backUp(job(START), index)
    fs.rmSync(path.join(folder, 'My library'), { recursive: true })
    expect(backUp(job(START + HOUR), index).written).toBe(1)
  })

  test('leaves no half of a file where the disk is full, says so, and goes on when there is room', () => {
    write({ one: { title: 'One', text: 'First.' }, two: { title: 'Two', text: 'Second.' } })
    let room = 1
    const full = (name: string, content: string) => {
      if (room-- <= 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      fs.writeFileSync(name, content)
    }
    expect(() => backUp(job(START), index, full)).toThrow(/The disk that holds .* is full/)
    expect(filesThere()).toHaveLength(1)
    expect(backUp(job(START + 1), index).written).toBe(1)
    expect(filesThere()).toHaveLength(2)
  })

  test('does not make a folder that the writer chose and that is away', () => {
    expect(() => backUp(job(START, { makesFolder: false }), index)).toThrow(/was not found/)
    expect(fs.existsSync(folder)).toBe(false)
  })

  test('says that a file stands where the folder should be', () => {
    fs.writeFileSync(folder, '')
    expect(() => backUp(job(START), index)).toThrow(/cannot write to/)
  })

  test('leaves out a library that cannot be read, and backs up the others', () => {
    write({ one: { title: 'One', text: 'First.' } })
    const broken = path.join(root, 'broken.db')
    fs.writeFileSync(broken, 'no database')
    const libraries = [
      { id: 'c-1', name: 'Broken', file: broken },
      { id: 'embedded', name: 'My library', file },
    ]
    expect(backUp(job(START, { libraries }), index)).toEqual({ written: 1, dropped: 0, unread: ['Broken'] })
  })

  test('removes what is not kept any more, and nothing that it has not written', () => {
    const at = (hour: number) => START + hour * HOUR
    for (let hour = 0; hour < 60; hour++) {
      write({ tides: { title: 'Tides', text: `Hour ${hour}` } })
      backUp(job(at(hour)), index)
      if (hour === 0) fs.writeFileSync(path.join(folder, 'My library/Tides/mine.md'), 'Mine.')
    }
    const versions = index.versions('embedded', 'tides')
    expect(versions.length).toBeLessThan(30)
    expect(filesThere()).toHaveLength(versions.length + 1)
    expect(wordsIn(versions[0]?.file ?? '').text).toBe('Hour 59')
  })
})

describe('documents that are gone', () => {
  const goneIn = (ids: readonly string[]) => {
    const database = openDatabase(file)
    for (const id of ids) database.prepare('DELETE FROM documents WHERE id = ?').run(id)
    database.close()
  }

  test('keep their backups, and are not counted as gone when they come back', () => {
    write({ one: { title: 'One', text: 'First.' }, two: { title: 'Two', text: 'Second.' } })
    backUp(job(START), index)
    goneIn(['one', 'two'])
    expect(backUp(job(START + HOUR), index).dropped).toBe(0)
    expect(filesThere()).toHaveLength(2)
    expect(index.goneBefore('embedded', 0)).toEqual(['one', 'two'])
    write({ two: { title: 'Two', text: 'Second.' } })
    backUp(job(START + 2 * HOUR), index)
    expect(index.goneBefore('embedded', 0)).toEqual(['one'])
  })

  test('beyond so many lose theirs, those first that went first, and only files that a backup wrote', () => {
    write({ one: { title: 'One', text: 'First.' } })
    backUp(job(START), index)
    goneIn(['one'])
    fs.writeFileSync(path.join(folder, 'My library/One/mine.md'), 'Mine.')
    backUp(job(START + HOUR), index)
    for (let number = 0; number < GONE_MAX; number++) {
      const id = `gone-${number}`
      index.put('embedded', id, { place: `My library/${id}`, mark: '', content: '', file: '' })
    }
    expect(backUp(job(START + 2 * HOUR), index).dropped).toBe(1)
    expect(filesThere()).toEqual([path.join('My library', 'One', 'mine.md')])
    expect(index.documents('embedded')).toHaveLength(GONE_MAX)
  })
})

describe('what is kept', () => {
  test('what stood at a moment that is held', () => {
    const times = Array.from({ length: 10 }, (_, minute) => START + minute * 60_000)
    const later = START + 25 * HOUR
    expect(timesToDrop([...times, later], [START + 150_000])).toEqual(
      times.filter((_, minute) => minute !== 2 && minute !== 9),
    )
  })

  test('every version of the last day, also those that were asked for by hand within one hour', () => {
    const times = Array.from({ length: 10 }, (_, minute) => START + minute * 60_000)
    expect(timesToDrop([...times, START + 23 * HOUR])).toEqual([])
  })

  test('the last of 24 hours, 30 days and 52 weeks in which there was a change', () => {
    const times = Array.from({ length: 3 * 365 * 24 }, (_, hour) => START + hour * HOUR)
    const dropped = new Set(timesToDrop(times))
    const kept = times.filter((time) => !dropped.has(time))
    expect(kept.length).toBeGreaterThan(90)
    expect(kept.length).toBeLessThanOrEqual(24 + 30 + 52)
    expect(kept.at(-1)).toBe(times.at(-1))
  })

  test('a clock that is thirty years off takes nothing away', () => {
    const times = [START, START + HOUR, START + 30 * 365 * 24 * HOUR, START - 30 * 365 * 24 * HOUR]
    expect(timesToDrop(times)).toEqual([])
  })
})

describe('backups by themselves', () => {
  const made = (more: Partial<BackupsParts> = {}) => {
    const clock = createVirtualClock()
    const asked: number[] = []
    const raised: string[] = []
    const backups = createBackups({
      profile: root,
      clock,
      wanted: () => ({ isOn: true, folder }),
      libraries: () => [],
      run: async ({ job: { at } }) => {
        asked.push(at)
        return { kind: 'done', done: { written: 0, dropped: 0, unread: [] } }
      },
      tell() {},
      raise(text) {
        raised.push(text)
        return () => void raised.splice(raised.indexOf(text), 1)
      },
      ...more,
    })
    return { clock, asked, raised, backups }
  }
  /** Waits until pending work is done. */
  const settled = async (clock: ReturnType<typeof createVirtualClock>, ms: number) => {
    for (let past = 0; past < ms; past += LOOK_EVERY_MS) {
      await clock.advance(LOOK_EVERY_MS)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test('are made every hour, and not at each start', async () => {
    const { clock, asked, backups } = made()
    backups.begin()
    await settled(clock, 2.5 * HOUR)
    expect(asked).toHaveLength(3)
    const again = made({ clock })
    again.backups.begin()
    await settled(clock, LOOK_EVERY_MS)
    expect(again.asked).toHaveLength(0)
  })

  test('are not made where the writer wants none', async () => {
    const { clock, asked, backups } = made({ wanted: () => ({ isOn: false, folder }) })
    backups.begin()
    await settled(clock, 3 * HOUR)
    expect(asked).toEqual([])
  })

  test('a trouble is said once, tried again before the hour is over, and taken back once it is over', async () => {
    let tries = 0
    let isFull = true
    const { clock, raised, backups } = made({
      run: async () => {
        tries++
        if (isFull) return { kind: 'failed', reason: 'The disk is full.' }
        return { kind: 'done', done: { written: 0, dropped: 0, unread: [] } }
      },
    })
    backups.begin()
    await settled(clock, HOUR)
    expect(tries).toBeGreaterThan(3)
    expect(raised).toEqual(['Your texts could not be backed up. The disk is full.'])
    expect(backups.state().problem).toBe(raised[0])
    isFull = false
    await backups.runNow()
    expect(raised).toEqual([])
  })

  test('one in a thread stands in the history of its document, also with a damaged index', async () => {
    write({ tides: { title: 'Tides', text: 'Low water.' } })
    fs.writeFileSync(path.join(root, 'backups.db'), 'no database at all '.repeat(400))
    const { backups, raised } = made({
      run: backUpInThread,
      wanted: () => ({ isOn: true, folder: null }),
      profile: path.join(root, 'profile'),
      libraries: () => [{ id: 'embedded', name: 'My library', file }],
    })
    fs.mkdirSync(path.join(root, 'profile'))
    fs.renameSync(path.join(root, 'backups.db'), path.join(root, 'profile/backups.db'))
    await backups.runNow()
    expect(raised).toEqual([expect.stringContaining('was damaged')])
    expect(backups.state()).toMatchObject({ problem: null, folder: path.join(root, 'profile backups') })
    const [version] = backups.versions('embedded', 'tides')
    expect(await backups.read(version?.id ?? 0)).toEqual({ title: 'Tides', text: 'Low water.', tags: [] })
    fs.rmSync(backups.state().folder, { recursive: true })
    await expect(backups.read(version?.id ?? 0)).rejects.toThrow('not in the backup folder now')
  })
})
