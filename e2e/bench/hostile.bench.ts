import { elapsedMs, GOAL_MS } from '../heartbeat'
import { JOBS_OF_A_WINDOW_OR_MAIN } from '../hostile-jobs'
import { hostileTexts } from '../hostile-texts'
import { compare, type Row } from './row'

/**
 * For each job, the slowest text of the hostile corpus, compared with the goal that no text blocks a window or main.
 */
export default async function hostileBench(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, job] of Object.entries(JOBS_OF_A_WINDOW_OR_MAIN)) {
    const processorMs = (text: string): number => {
      const start = process.cpuUsage()
      job(text)
      return elapsedMs(start)
    }
    const slowest = hostileTexts
      .map((hostile) => ({ ...hostile, ms: processorMs(hostile.text) }))
      .reduce((one, other) => (other.ms > one.ms ? other : one))
    rows.push(
      await compare({
        what: `${name}, hardest of ${hostileTexts.length} texts: ${slowest.name}`,
        ours: () => processorMs(slowest.text),
        peer: () => GOAL_MS,
        peerName: `${GOAL_MS} ms of processor`,
        goal: 1,
        rounds: 5,
      }),
    )
  }
  return rows
}
