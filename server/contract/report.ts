import type { Finding } from './api.contract'
import { counted } from '../../shared/text/counted'

interface ReportOptions {
  readonly baseUrl: string
  /** Whether rules that the content API leaves open are ignored. */
  readonly mayDiffer: boolean
}

export const isFailure = ({ check, outcome }: Finding, mayDiffer: boolean): boolean =>
  outcome.kind === 'not held' && !(mayDiffer && check.basis === 'decision')

/** The findings for a person: first by requirement, then by check, then other remarks. */
export function report(findings: readonly Finding[], { baseUrl, mayDiffer }: ReportOptions): string {
  const word = (finding: Finding): string => {
    if (finding.outcome.kind !== 'not held') return finding.outcome.kind
    return isFailure(finding, mayDiffer) ? 'NOT HELD' : 'differs'
  }
  const lines = [`Conformance of ${baseUrl}`, '']
  for (const id of idsOf(findings)) {
    const about = findings.filter(({ check }) => check.ids.includes(id))
    const words = [...new Set(about.map(word))]
    const whole = words.includes('NOT HELD') ? 'NOT HELD' : words.join(', ')
    lines.push(`${id.padEnd(4)} ${whole.padEnd(12)} ${counted(about.length, 'check')}`)
  }
  lines.push('')
  for (const finding of findings) {
    const { check, outcome } = finding
    lines.push(`${word(finding).padEnd(10)} [${check.ids.join(' ')}] ${check.title}`)
    if (outcome.kind === 'not held') lines.push(`           found: ${outcome.found}`)
    if (outcome.kind === 'not tested') lines.push(`           because ${outcome.why}`)
  }
  const left = findings.flatMap(({ leftBehind }) => leftBehind)
  if (left.length > 0) lines.push('', `Could not be removed again: ${left.join(', ')}`)
  const count = (kind: string) => findings.filter((finding) => word(finding) === kind).length
  const differing = mayDiffer ? `, ${count('differs')} differ where the document leaves it open` : ''
  lines.push(
    '',
    `${count('held')} held, ${count('NOT HELD')} not held, ${count('not tested')} not tested${differing}`,
  )
  return `${lines.join('\n')}\n`
}

/** Ids in the order of docs/requirements.md. */
function idsOf(findings: readonly Finding[]): readonly string[] {
  const ids = [...new Set(findings.flatMap(({ check }) => check.ids))]
  const parts = (id: string): [string, number] => [id.charAt(0), Number(id.slice(1) || 0)]
  return ids.sort((a, b) => {
    const [[letterA, numberA], [letterB, numberB]] = [parts(a), parts(b)]
    return letterA === letterB ? numberA - numberB : letterA < letterB ? -1 : 1
  })
}
