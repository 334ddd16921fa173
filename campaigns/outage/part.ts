import type { Limits } from '../harness/campaign.ts'
import type { Findings } from '../harness/findings.ts'

/** The options of the parts of an outage campaign. */
export interface PartOptions {
  readonly seed: number
  /** Seconds of each fault of PostgreSQL. */
  readonly seconds: number
  readonly restarts: number
  readonly damages: number
  readonly replacements: number
  readonly hangs: number
}

export type Part = (findings: Findings, limits: Limits, options: PartOptions) => Promise<void>
