import { arch, cpus, platform, release, totalmem } from 'node:os'

/**
 * A row of the result of a benchmark; e2e/bench/row.ts explains each field.
 *
 * @typedef {{
 *   what: string,
 *   ours: number,
 *   unit: string,
 *   peer?: number,
 *   peerName?: string,
 *   ratio?: number,
 *   spread?: readonly [number, number],
 *   goal?: number | string,
 *   atLeast?: boolean,
 *   met?: boolean,
 * }} Row
 */

/**
 * The rows as a table in markdown, its columns lined up for a terminal.
 *
 * @param {readonly Row[]} rows
 */
export function table(rows) {
  const head = ['what', 'ours', 'peer', 'ratio', 'spread', 'goal', 'met']
  const lines = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const print = (/** @type {readonly string[]} */ line) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [
    print(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...lines.slice(1).map(print),
  ].join('\n')
}

/**
 * The cells of a row; one without a peer is compared with a goal in its own unit.
 *
 * @param {Row} row
 */
function cells(row) {
  const { ratio, peer, peerName = '' } = row
  return [
    row.what,
    quantity(row.ours, row.unit),
    peer === undefined ? peerName : `${quantity(peer, row.unit)} ${peerName}`.trim(),
    ratio === undefined ? '' : `${number(ratio)} x`,
    row.spread ? row.spread.map(number).join('-') : '',
    goalOf(row),
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
  ]
}

/** @param {Row} row */
function goalOf(row) {
  if (row.goal === undefined) return ''
  if (typeof row.goal === 'string') return row.goal
  const least = row.atLeast ? 'at least' : 'at most'
  return row.ratio === undefined
    ? `${least} ${quantity(row.goal, row.unit)}`
    : `${least} ${number(row.goal)} x`
}

/**
 * @param {number} value
 * @param {string} unit
 */
function quantity(value, unit) {
  return `${number(value)} ${unit}`.trim()
}

/** @param {number} value */
function number(value) {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(size >= 10 ? 1 : size >= 0.1 ? 2 : 3)
}

/** The date and the machine of a measurement: without them figures mean nothing. */
export function describeMachine() {
  const model = cpus()[0]?.model.trim().replace(/\s+/g, ' ') || 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${model}), ${memory} GB, ` +
    `${platform()} ${release()} ${arch()}, Node ${process.versions.node}.`
  )
}
