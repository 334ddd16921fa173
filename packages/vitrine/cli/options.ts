import { marketCode } from '@vitrine/catalog/market'
import { type StoreId, storeId } from '@vitrine/catalog/store'
import { InvalidArgumentError, Option } from 'commander'

export const DEFAULT_DATABASE = './data/vitrine.db'

/** `--database`, the same on every command. */
export function databaseOption(): Option {
  return new Option('--database <file|url>', 'a SQLite file or a postgres:// URL')
    .env('DATABASE_URL')
    .default(DEFAULT_DATABASE)
    .argParser((text) => text || DEFAULT_DATABASE)
}

/** `--store`, which is required. */
export function storeOption(): Option {
  return new Option('--store <id>', 'the id of the store').argParser(parseStoreId).makeOptionMandatory()
}

export function marketOption(description: string): Option {
  return new Option('--market <code>', description).argParser(parseMarketCode)
}

export function parseMarketCode(text: string): string {
  const code = marketCode(text)
  if (code === undefined)
    throw new InvalidArgumentError('Expected 1 to 32 characters of a-z 0-9 and hyphens inside, such as de-at.')
  return code
}

export function parseStoreId(text: string): StoreId {
  const id = storeId(text)
  if (!id) throw new InvalidArgumentError('Expected 1 to 64 characters of A-Z a-z 0-9 _ -.')
  return id
}

export function parseEditionNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected the number of an edition, such as 7.')
  return Number(text)
}

export function parseName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Expected a name that is not empty.')
  return text.trim()
}

/** A time such as 5m, as entered and in milliseconds. */
export interface Interval {
  readonly text: string
  readonly milliseconds: number
}

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }

/** 20 days: timers count milliseconds in 31 bits. */
const MAX_INTERVAL = 20 * 24 * 3_600_000

export function parseInterval(text: string): Interval {
  const [, count, unit] = /^(\d{1,7})([smh])$/.exec(text) ?? []
  const milliseconds = Number(count ?? 0) * (UNIT_MILLISECONDS[unit ?? ''] ?? 0)
  if (milliseconds === 0 || milliseconds > MAX_INTERVAL)
    throw new InvalidArgumentError('Expected a time such as 30s, 5m or 1h, at most 480h.')
  return { text, milliseconds }
}

/** How to give this command an option: `npm start -- --port 8080` if npm started it, else `--port 8080`. */
export function startCommand(option: string): string {
  return process.env.npm_lifecycle_event === 'start' ? `npm start -- ${option}` : option
}
