import { pathToFileURL } from 'node:url'

// One benchmark in a process of its own: started by bench.mjs, which gets the rows as a message.
const [, , bundled] = process.argv
if (!bundled || !process.send) throw new Error('This is run by bench.mjs alone.')
const { default: measure } = await import(pathToFileURL(bundled).href)
process.send(await measure(), () => process.exit())
