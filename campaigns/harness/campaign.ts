import { basename } from 'node:path'
import { decimal, integer, SHARED } from '../../bench/harness/options.ts'
import { describeRun, table, writeJson } from '../../bench/harness/report.ts'
import { Findings } from './findings.ts'

/** Options of every campaign. */
export const CAMPAIGN = {
  seed: integer('seed of everything random: the same seed tries the same', 1),
  minutes: decimal('most minutes', 240),
  json: SHARED.json,
}

/** The limits of a campaign that runs. */
export interface Limits {
  /** Whether the time is over, or the campaign was interrupted. */
  readonly isOver: () => boolean
}

interface Run {
  readonly seed: number
  readonly minutes: number
  readonly json: string | undefined
}

/**
 * Runs a campaign and prints its figures: as a table, as a row for docs/reliability.md, and as JSON if a file is named. The
 * exit code is 1 if a promise was broken, and 130 if the campaign was interrupted; then the figures are those so far.
 */
export async function runCampaign(
  { seed, minutes, json }: Run,
  campaign: (findings: Findings, limits: Limits) => Promise<void>,
): Promise<void> {
  const findings = new Findings()
  const deadline = performance.now() + minutes * 60_000
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    findings.end()
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    await campaign(findings, { isOver: () => interrupted || performance.now() > deadline })
  } catch (error) {
    findings.broken('the campaign ends', String((error as Error).stack))
  }
  const { figures, brokenPromises, timesBroken } = findings
  const name = basename(process.argv[1]!, '.ts')
  console.log(`${describeRun()}\n`)
  console.log(table([`campaign ${name}, seed ${seed}`, 'figure'], Object.entries(figures)))
  for (const [promise, { times, examples }] of Object.entries(brokenPromises))
    console.log(`\nBroken ${times} times: ${promise}\n${examples.map((example) => `- ${example}`).join('\n')}`)
  console.log(`\n${markdownRow(name, figures, timesBroken)}`)
  await writeJson(json, { campaign: name, seed, interrupted, figures, brokenPromises })
  if (interrupted) process.exitCode = 130
  else if (timesBroken > 0) process.exitCode = 1
}

/** The row of docs/reliability.md. */
function markdownRow(name: string, figures: Readonly<Record<string, string>>, timesBroken: number): string {
  const date = new Date().toISOString().slice(0, 10)
  const shown = Object.entries(figures).map(([figure, value]) => `${figure}: ${value}`)
  return `| ${name} | ${date} | ${shown.join('; ')} | ${timesBroken} |`
}
