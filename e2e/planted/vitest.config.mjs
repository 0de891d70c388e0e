import { mergeConfig } from 'vitest/config'
import config from '../../scripts/vitest.config.mjs'
import { plant } from './plant'

/** Runs the usual tests with the bug that `STET_PLANTED` contains as JSON. */
const bug = JSON.parse(process.env.STET_PLANTED ?? 'null')
if (bug === null) throw new Error('STET_PLANTED names no bug')

export default mergeConfig(config, { plugins: [plant(bug)], test: { maxWorkers: 1 } })
