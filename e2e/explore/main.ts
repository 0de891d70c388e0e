import path from 'node:path'
import repl from 'node:repl'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { explore, type Exploration } from './exploration'

/**
 * `npm run explore`: runs the app for an interactive prompt or for scripts. At the prompt, each line is JavaScript in
 * which the members of `Exploration` are variables, and `await` works. A script is a module whose default export is a
 * function of an `Exploration`. `docs/exploring.md` has suggestions.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string', default: '3000' },
    folders: { type: 'string', default: '300' },
    tags: { type: 'string', default: '80' },
    embedded: { type: 'boolean', default: false },
    service: { type: 'string' },
    dark: { type: 'boolean', default: false },
  },
})

const size = {
  documents: Number(values.documents),
  folders: Number(values.folders),
  tags: Number(values.tags),
}
console.log('Starting a service and the app …')
const exploration = await explore({
  size,
  embedded: values.embedded,
  ...(values.service !== undefined && { serviceWords: values.service.split(' ') }),
  ...(values.dark && { app: { colorScheme: 'dark' } }),
})
console.log(`Ready: ${values.embedded ? 'the sample library' : `${size.documents} documents`}.`)

if (positionals.length > 0) {
  try {
    for (const file of positionals) {
      const script = (await import(pathToFileURL(path.resolve(file)).href)) as {
        readonly default: (exploration: Exploration) => Promise<void>
      }
      await script.default(exploration)
    }
  } catch (error) {
    console.log(error)
    process.exitCode = 1
  }
  for (const complaint of exploration.complaints()) console.log(`complaint: ${complaint}`)
  await exploration.close()
} else {
  const prompt = repl.start({ prompt: '> ' })
  Object.assign(prompt.context, exploration)
  prompt.on('exit', () => void exploration.close())
}
