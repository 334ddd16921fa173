import type { Store, StoreSettings } from '@vitrine/catalog/store'
import { DEFAULT_KEPT_EDITIONS, MAX_KEPT_EDITIONS } from '@vitrine/engine/edition/tables'
import { InvalidArgumentError, Option } from 'commander'
import { quantity } from '../terminal-text.ts'

/** Which editions a store keeps, as an operator enters it. 0 stands for the default. */
export interface KeepOptions {
  readonly keepEditions?: number
  /** Seconds. */
  readonly keepFor?: number
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }
const MAX_DAYS = 366

/** `--keep-editions` and `--keep-for`. */
export function keepOptions(): Option[] {
  return [
    new Option(
      '--keep-editions <number>',
      `how many of the editions that were current last stay stored, for rollbacks; default is ${DEFAULT_KEPT_EDITIONS}`,
    ).argParser(parseCount),
    new Option(
      '--keep-for <time>',
      'how long each edition stays stored after it was replaced, such as 12h or 7d; or none',
    ).argParser(parseTime),
  ]
}

/** The settings that the options change. */
export function keepSettingsOf({ keepEditions, keepFor }: KeepOptions): StoreSettings {
  return {
    ...(keepEditions === undefined ? {} : { keepEditions: keepEditions || undefined }),
    ...(keepFor === undefined ? {} : { keepForSeconds: keepFor || undefined }),
  }
}

/** Whether the store has none of these settings. */
export function keepsDefault({ keepEditions, keepForSeconds, pinnedEditions }: Store): boolean {
  return keepEditions === undefined && keepForSeconds === undefined && pinnedEditions === undefined
}

/** Which editions the store keeps, for people. */
export function keepText({ keepEditions = DEFAULT_KEPT_EDITIONS, keepForSeconds, pinnedEditions }: Store): string {
  const parts = [keepEditions === 1 ? 'the newest edition' : `the newest ${quantity(keepEditions, 'edition')}`]
  if (keepForSeconds) parts.push(`each for ${timeText(keepForSeconds)} after it was replaced`)
  if (pinnedEditions) parts.push(`pinned: ${pinnedEditions.join(', ')}`)
  return parts.join('; ')
}

/** In the largest unit that divides it. */
function timeText(seconds: number): string {
  const [unit, length] = Object.entries(UNIT_SECONDS).findLast(([, length]) => seconds % length === 0)!
  return `${seconds / length}${unit}`
}

function parseCount(text: string): number {
  if (text === 'default') return 0
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_KEPT_EDITIONS)
    throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_KEPT_EDITIONS}, or default.`)
  return count
}

function parseTime(text: string): number {
  if (text === 'none') return 0
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const seconds = Number(count ?? 0) * (UNIT_SECONDS[unit ?? ''] ?? 0)
  if (seconds === 0 || seconds > MAX_DAYS * UNIT_SECONDS.d!)
    throw new InvalidArgumentError(`Expected a time such as 30m, 12h or 7d, at most ${MAX_DAYS}d, or none.`)
  return seconds
}
