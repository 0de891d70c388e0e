import { arch, cpus, platform, release, totalmem } from 'node:os'

/** The rows as a table in markdown, its columns lined up for a terminal. */
export function table(rows) {
  const head = ['what', 'ours', 'peer', 'ratio', 'spread', 'goal', 'met']
  const lines = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  const print = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [
    print(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...lines.slice(1).map(print),
  ].join('\n')
}

/** A row without a peer is held against a goal of its own, in its own unit. */
function cells(row) {
  const compared = row.ratio !== undefined && row.ratio !== null
  return [
    row.what,
    quantity(row.ours, row.unit),
    compared ? [quantity(row.peer, row.unit), row.peerName].filter(Boolean).join(' ') : (row.peerName ?? ''),
    compared ? `${number(row.ratio)} x` : '',
    row.spread ? row.spread.map(number).join('-') : '',
    goalOf(row, compared),
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
  ]
}

function goalOf(row, compared) {
  if (row.goal === undefined || row.goal === null) return ''
  if (typeof row.goal === 'string') return row.goal
  const least = row.atLeast ? 'at least' : 'at most'
  return compared ? `${least} ${number(row.goal)} x` : `${least} ${quantity(row.goal, row.unit)}`
}

function quantity(value, unit) {
  return value === undefined || value === null ? '' : `${number(value)} ${unit ?? ''}`.trim()
}

function number(value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(size >= 10 ? 1 : size >= 0.1 ? 2 : 3)
}

/** When and on what it was measured: a figure means nothing without. */
export function describeMachine() {
  const model = cpus()[0]?.model.trim().replace(/\s+/g, ' ') || 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${model}), ${memory} GB, ` +
    `${platform()} ${release()} ${arch()}, Node ${process.versions.node}.`
  )
}
