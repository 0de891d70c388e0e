import { pathToFileURL } from 'node:url'

// One benchmark in a process of its own: started by bench.mjs, which gets the rows as a message.
const { default: measure } = await import(pathToFileURL(process.argv[2]).href)
process.send(await measure(), () => process.exit())
