import { join } from 'node:path'
import { runNpm } from './child.mjs'
import { isEntry, readJson, root, runScript, say } from './paths.mjs'

/** @typedef {{advisory: string, package: string, reason: string}} Allowed */
/** @typedef {{advisory: string, package: string, severity: string, title: string}} Finding */

/**
 * The findings of `npm audit --json`, one for each advisory and package.
 *
 * @param {any} report
 * @returns {readonly Finding[]}
 */
export function findingsOf(report) {
  /** @type {any[]} */
  const vulnerable = Object.values(report.vulnerabilities ?? {})
  return vulnerable.flatMap(({ name, via }) =>
    via
      .filter((/** @type {any} */ one) => typeof one === 'object')
      .map((/** @type {any} */ { url, severity, title }) => ({
        advisory: String(url).split('/').at(-1),
        package: name,
        severity,
        title,
      })),
  )
}

/**
 * The findings without a stated reason, and the reasons without a finding.
 *
 * @param {readonly Finding[]} findings
 * @param {readonly Allowed[]} allowed
 */
export function judge(findings, allowed) {
  const isSame = (/** @type {Finding} */ one, /** @type {Allowed} */ other) =>
    one.advisory === other.advisory && one.package === other.package
  return {
    open: findings.filter(
      (one) => !allowed.some((other) => isSame(one, other) && other.reason.trim() !== ''),
    ),
    stale: allowed.filter((other) => !findings.some((one) => isSame(one, other))),
  }
}

/** Requests advisories about every package in the lockfile from the registry, and compares them with the allow list. */
async function audit() {
  // The report is on stdout, and npm's warnings would be mixed into it.
  const { output } = await runNpm(['audit', '--json', '--loglevel=silent'], { quiet: true })
  /** @type {any} */
  let report
  try {
    report = JSON.parse(output)
  } catch {
    report = { message: output.trim().split('\n')[0] }
  }
  if (!report.vulnerabilities) {
    say(
      `Nothing was audited: the registry's advisories cannot be read here (${report.message ?? 'no answer'}). ` +
        'Run it where they can be; the workflow of each push does.',
    )
    return 1
  }
  const { open, stale } = judge(findingsOf(report), readJson(join(root, 'scripts', 'audit-allowed.json')))
  for (const { advisory, package: name, severity, title } of open)
    say(
      `${severity}: ${name}: ${title} (${advisory}). Update it, or add it to scripts/audit-allowed.json with a reason.`,
    )
  for (const { advisory, package: name } of stale)
    say(`${advisory} about ${name} is in scripts/audit-allowed.json and no longer found. Take it out.`)
  if (open.length + stale.length > 0) return 1
  say('No package of the lockfile has an advisory without a reason.')
  return 0
}

if (isEntry(import.meta.url)) await runScript(audit)
