import { type Command, InvalidArgumentError, Option } from 'commander'
import { Misuse } from './failure.ts'

/** What `vitrine import` takes beside, where the catalog is another server's. */
export interface RemoteOptions {
  readonly remoteStore?: string
  readonly header?: readonly Header[]
  readonly every?: Interval
}

export type Header = readonly [name: string, value: string]

/** A time between rounds, as it was written and in milliseconds. */
export interface Interval {
  readonly text: string
  readonly milliseconds: number
}

export function addRemoteOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--remote-store <id>', 'of a server: what it calls the store (default: as here)').argParser(
        parseRemoteStore,
      ),
    )
    .addOption(
      new Option('--header <name: value>', 'of a server: a header of each request; may be repeated').argParser(
        parseHeader,
      ),
    )
    .addOption(
      new Option(
        '--every <time>',
        'of a server: stay, and read it again so long after each time: 30s, 5m, 1h',
      ).argParser(parseInterval),
    )
}

const FLAGS: Readonly<Record<keyof RemoteOptions, string>> = {
  remoteStore: '--remote-store',
  header: '--header',
  every: '--every',
}

/** Refuses what is for servers only. */
export function misuseWithFile(options: RemoteOptions): void {
  for (const [name, flag] of Object.entries(FLAGS)) {
    if (options[name as keyof RemoteOptions] !== undefined)
      throw new Misuse(`${flag} is for the address of a server, https://…, in place of a file`)
  }
}

function parseRemoteStore(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text
  throw new InvalidArgumentError('Expected what the server calls the store, as it stands in x-store-id.')
}

function parseHeader(text: string, before: readonly Header[] | undefined): readonly Header[] {
  const [, name, value] = /^([^:]+?)\s*:\s*(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined || !isHeader(name, value))
    throw new InvalidArgumentError('Expected a header such as "authorization: Bearer …".')
  if (name.toLowerCase() === 'x-store-id') throw new InvalidArgumentError('--remote-store gives the x-store-id.')
  if (OURS.test(name)) throw new InvalidArgumentError(`The header ${name} is not for you to give.`)
  return [...(before ?? []), [name, value]]
}

/** What HTTP itself, or the reading, says in headers. */
const OURS =
  /^(?:connection|content-length|expect|host|if-(?:none-)?match|keep-alive|range|te|trailer|transfer-encoding|upgrade)$/i

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }

/** Timers count milliseconds in 31 bits. */
const LONGEST = 24 * 20 * 3_600_000

function parseInterval(text: string): Interval {
  const [, count, unit] = /^(\d{1,7})([smh])$/.exec(text) ?? []
  const milliseconds = Number(count ?? 0) * (UNITS[unit ?? ''] ?? 0)
  if (milliseconds === 0 || milliseconds > LONGEST)
    throw new InvalidArgumentError('Expected a time such as 30s, 5m or 1h, at most 480h.')
  return { text, milliseconds }
}
