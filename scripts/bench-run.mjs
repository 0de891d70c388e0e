import { pathToFileURL } from 'node:url'

// Runs one benchmark in a process of its own: bench.mjs starts it and gets the rows as a message.
const [, , bundled] = process.argv
if (!bundled || !process.send) throw new Error('This is run by bench.mjs alone.')
const { default: measure } = await import(pathToFileURL(bundled).href)
process.send(await measure(), () => process.exit())
