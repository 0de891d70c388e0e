import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from './app'
import { stet } from './command'
import { freshFolder } from './paths'

test('texts are exported from the command line while the app runs, and while it does not', async ({
  start,
}) => {
  const app = await start()
  const out = freshFolder('exported')
  await app.newDocument('Low tide')
  await app.type('Boats lie on the *mud*.')
  const { profile } = app
  // The export runs right after the last key.
  const exported = (title: string, file: string) =>
    stet(profile, ['--export', '--document', title, '--to', path.join(out, file)])
  const running = await exported('Low tide', 'tide.md')
  expect(running).toEqual({ code: 0, said: `${path.join(out, 'tide.md')}\n`, complaint: '' })
  expect(fs.readFileSync(path.join(out, 'tide.md'), 'utf8')).toContain('Boats lie on the *mud*.')
  const missing = await exported('High tide', 'no.pdf')
  expect(missing).toEqual({
    code: 1,
    said: '',
    complaint: 'There is no document “High tide” in this library.',
  })
  await app.waitForPhase('clean')
  await app.close()

  for (const form of ['pdf', 'docx', 'epub', 'html', 'txt']) {
    const file = path.join(out, `tide.${form}`)
    expect(
      await stet(profile, ['--export', '--document', 'low tide', '--to', `tide.${form}`], out),
      form,
    ).toEqual({
      code: 0,
      said: `${file}\n`,
      complaint: '',
    })
    const beginning = fs.readFileSync(file).subarray(0, 4).toString('latin1')
    if (form === 'pdf') expect(beginning).toBe('%PDF')
    if (form === 'docx' || form === 'epub') expect(beginning).toBe('PK\x03\x04')
  }
  expect(fs.readFileSync(path.join(out, 'tide.txt'), 'utf8')).toContain('Boats lie on the')
  expect(fs.readFileSync(path.join(out, 'tide.html'), 'utf8')).toContain('<html')
  const fragment = ['--export', '--document', 'low tide', '--to', 'tide.html', '--fragment']
  expect(await stet(profile, fragment, out)).toMatchObject({ code: 0, complaint: '' })
  const html = fs.readFileSync(path.join(out, 'tide.html'), 'utf8')
  expect(html).toContain('<em>mud</em>')
  expect(html).not.toContain('<html')
  expect(fs.readdirSync(out).toSorted()).toEqual(
    ['docx', 'epub', 'html', 'md', 'pdf', 'txt'].map((form) => `tide.${form}`),
  )
})

test('an export while the app runs waits for what its window has not handed over yet', async ({ start }) => {
  const app = await start()
  const out = freshFolder('exported')
  await app.newDocument('Low tide')
  await app.type('Boats.')
  await app.waitForPhase('clean')
  const file = path.join(out, 'tide.md')
  // The window hangs before it could hand over the typed words, until long after the export has begun.
  const still = app.page.evaluate(async () => {
    document.execCommand('insertText', false, ' Late words.')
    await new Promise((resolve) => setTimeout(resolve, 20))
    for (const until = Date.now() + 6_000; Date.now() < until;);
  })
  const exported = await stet(app.profile, ['--export', '--document', 'Low tide', '--to', file])
  expect(exported).toEqual({ code: 0, said: `${file}\n`, complaint: '' })
  expect(fs.readFileSync(file, 'utf8')).toContain('Boats. Late words.')
  await still
  // The window continues as before.
  await expect(app.text).toBeFocused()
  await app.page.keyboard.type(' More.')
  await expect.poll(() => app.readText()).toBe('Boats. Late words. More.')
})

test('each failure of the command line ends with a number and one sentence, and with nothing written', async () => {
  const profile = freshFolder('profile')
  const out = freshFolder('exported')
  const help = await stet(profile, ['--export', '--help'])
  expect([help.code, help.complaint]).toEqual([0, ''])
  expect(help.said).toContain('--saved-search NAME')
  expect(fs.readdirSync(profile)).toEqual([])
  for (const [words, code, sentence] of [
    [['--to', 'x.pdf'], 2, 'Say once what is to be exported'],
    [['--tag', 'a', '--folder', 'b', '--to', 'x.pdf'], 2, 'Say once what is to be exported'],
    [['--tag', 'a'], 2, 'Say with --to where'],
    [['--tag', 'a', '--to', 'x.odt'], 2, '“odt” is not an export format'],
    [['--tag', 'a', '--to', 'x.pdf', 'stet://d/1'], 2, 'A link cannot be opened'],
    [['--folder', 'Nowhere', '--to', path.join(out, 'x.pdf')], 1, 'There is no folder “Nowhere”'],
    [['--search', 'no such words here', '--to', path.join(out, 'x.pdf')], 1, 'No document is found'],
    [['--library', 'Other', '--tag', 'a', '--to', path.join(out, 'x.pdf')], 1, 'There is no library “Other”'],
  ] as const) {
    const ended = await stet(profile, ['--export', ...words])
    expect([ended.code, ended.said], words.join(' ')).toEqual([code, ''])
    expect(ended.complaint).toContain(sentence)
    expect(ended.complaint.split('\n')).toHaveLength(1)
  }
  const page = ['--export', '--search', 'a', '--to', path.join(out, 'no', 'such', 'folder', 'x.pdf')]
  expect((await stet(profile, page)).code).toBe(1)
  expect(fs.readdirSync(out)).toEqual([])
})
