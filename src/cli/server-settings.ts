import { isIP } from 'node:net'
import { type Command, Option } from 'commander'
import { type StoreId, storeId } from '../catalog/store.ts'
import { DEFAULT_POSTGRES, type PostgresSettings } from '../database/postgres/settings.ts'
import { Misuse } from './failure.ts'

/** All that an operator may decide about a server. */
export interface ServerSettings {
  readonly host: string
  readonly port: number
  readonly publicUrl: string | undefined
  readonly corsOrigin: '*' | readonly string[] | false
  readonly cacheControl: string
  readonly defaultStore: StoreId | undefined
  readonly logLevel: LogLevel
  readonly cacheMb: number
  readonly indexMb: number
  readonly metricsHost: string
  /** Undefined: the usual one, or a free one if that is taken. */
  readonly metricsPort: number | undefined
  /** Seconds that requests under way are given when the server stops. */
  readonly grace: number
  readonly dbConnections: number
  /** Seconds that a request may wait for a database that is a server. */
  readonly dbDeadline: number
  readonly dbStatements: PostgresSettings['statements']
}

export type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** One setting: an option, or else a variable of the environment, or else what `preset` says. */
interface Setting<Value> {
  readonly flag: string
  readonly variable: string
  readonly says: string
  readonly preset?: string
  /** What a right value is. */
  readonly expected: string
  /** The value that the text means, or `WRONG`. Without text, and without a preset, the value is undefined. */
  readonly read: (text: string) => Value | typeof WRONG
}

const WRONG = Symbol('wrong')

const SETTINGS: { readonly [Name in keyof ServerSettings]: Setting<NonNullable<ServerSettings[Name]>> } = {
  host: {
    flag: '--host <address>',
    variable: 'VITRINE_HOST',
    says: 'the address to listen on; 0.0.0.0 for all',
    preset: '127.0.0.1',
    expected: 'an address such as 127.0.0.1 or a host name, without a port',
    read: host,
  },
  port: {
    flag: '--port <number>',
    variable: 'VITRINE_PORT',
    says: 'the port to listen on; 0 for a free one',
    preset: '3000',
    expected: 'a whole number from 0 to 65535',
    read: (text) => wholeNumber(text, 65_535),
  },
  publicUrl: {
    flag: '--public-url <url>',
    variable: 'VITRINE_PUBLIC_URL',
    says: 'where storefronts find this server, for absolute links (default: as each request names it)',
    expected: 'an address such as https://shop.example or https://shop.example/api',
    read: address,
  },
  corsOrigin: {
    flag: '--cors-origin <origins>',
    variable: 'VITRINE_CORS_ORIGIN',
    says: 'which pages may read from here: *, origins separated by commas, or none',
    preset: '*',
    expected: '*, none, or origins such as https://shop.example, without a path, separated by commas',
    read: origins,
  },
  cacheControl: {
    flag: '--cache-control <value>',
    variable: 'VITRINE_CACHE_CONTROL',
    says: 'the Cache-Control header of every answer',
    preset: 'private, no-cache',
    expected: 'a header value such as "public, max-age=60"',
    read: (text) => (/^[\x20-\x7e]+$/.test(text) ? text : WRONG),
  },
  defaultStore: {
    flag: '--default-store <id>',
    variable: 'VITRINE_DEFAULT_STORE',
    says: 'the store of requests without x-store-id (default: they are refused)',
    expected: "a store's id: 1 to 64 characters of A-Z a-z 0-9 _ -",
    read: (text) => storeId(text) ?? WRONG,
  },
  logLevel: {
    flag: '--log-level <level>',
    variable: 'VITRINE_LOG_LEVEL',
    says: `how much to log: ${LOG_LEVELS.join(', ')}`,
    preset: 'info',
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    read: (text) => LOG_LEVELS.find((level) => level === text) ?? WRONG,
  },
  cacheMb: {
    flag: '--cache-mb <number>',
    variable: 'VITRINE_CACHE_MB',
    says: 'memory for answers that were given before; 0 for none',
    preset: '64',
    expected: 'a whole number of megabytes, 0 for none',
    read: (text) => wholeNumber(text, MOST_MB),
  },
  indexMb: {
    flag: '--index-mb <number>',
    variable: 'VITRINE_INDEX_MB',
    says: 'memory for posting lists and orders; 0 for none',
    preset: '256',
    expected: 'a whole number of megabytes, 0 for none',
    read: (text) => wholeNumber(text, MOST_MB),
  },
  metricsHost: {
    flag: '--metrics-host <address>',
    variable: 'VITRINE_METRICS_HOST',
    says: 'the address of metrics and health',
    preset: '127.0.0.1',
    expected: 'an address such as 127.0.0.1 or a host name, without a port',
    read: host,
  },
  metricsPort: {
    flag: '--metrics-port <number>',
    variable: 'VITRINE_METRICS_PORT',
    says: 'the port of metrics and health; 0 for a free one (default: 9464, or a free one if that is taken)',
    expected: 'a whole number from 0 to 65535',
    read: (text) => wholeNumber(text, 65_535),
  },
  grace: {
    flag: '--grace <seconds>',
    variable: 'VITRINE_GRACE',
    says: 'how long requests under way may take when the server stops',
    preset: '10',
    expected: 'a number of seconds from 0 to 3600',
    read: (text) => (/^\d{1,4}(\.\d+)?$/.test(text) && Number(text) <= 3600 ? Number(text) : WRONG),
  },
  dbConnections: {
    flag: '--db-connections <number>',
    variable: 'VITRINE_DB_CONNECTIONS',
    says: 'PostgreSQL: connections that this server holds, which its requests share',
    preset: String(DEFAULT_POSTGRES.connections),
    expected: 'a whole number from 1 to 100',
    read: (text) => {
      const number = wholeNumber(text, 100)
      return number === 0 ? WRONG : number
    },
  },
  dbDeadline: {
    flag: '--db-deadline <seconds>',
    variable: 'VITRINE_DB_DEADLINE',
    says: 'PostgreSQL: how long a request may wait for the database before it is refused with 503',
    preset: String(DEFAULT_POSTGRES.deadline / 1000),
    expected: 'a number of seconds from 0.1 to 300',
    read: (text) =>
      /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) >= 0.1 && Number(text) <= 300 ? Number(text) : WRONG,
  },
  dbStatements: {
    flag: '--db-statements <how>',
    variable: 'VITRINE_DB_STATEMENTS',
    says: 'PostgreSQL: whether statements are kept prepared: kept, unnamed, or auto, which keeps them unless it meets a pooler',
    preset: DEFAULT_POSTGRES.statements,
    expected: 'auto, kept or unnamed',
    read: (text) => (/^(auto|kept|unnamed)$/.test(text) ? (text as PostgresSettings['statements']) : WRONG),
  },
}

const MOST_MB = 1_000_000

export type SettingName = keyof ServerSettings

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** Gives a command the options of these settings. */
export function addSettings(command: Command, names: readonly SettingName[]): void {
  for (const name of names) {
    const { flag, variable, says, preset } = SETTINGS[name]
    const option = new Option(flag, says).env(variable)
    command.addOption(preset === undefined ? option : option.default(preset))
  }
}

/** The settings that a command was given; one that it has no option for is as preset. Throws `Misuse` that names all that is wrong. */
export function readSettings(command: Command): ServerSettings {
  const faults: string[] = []
  const settings = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const { variable, flag, expected, preset, read } = SETTINGS[name]
      const text = command.getOptionValue(name) as string | undefined
      const fromVariable = command.getOptionValueSource(name) === 'env'
      const given = text === '' && fromVariable ? preset : (text ?? preset)
      const value = given === undefined ? undefined : read(given)
      if (value !== WRONG) return [name, value]
      const where = fromVariable ? `the variable ${variable}` : flag.split(' ')[0]
      faults.push(`${where} is ${JSON.stringify(given)}; expected ${expected}`)
      return [name, undefined]
    }),
  )
  if (faults.length > 0) throw new Misuse(faults.join('\n'))
  return settings as unknown as ServerSettings
}

function wholeNumber(text: string, most: number): number | typeof WRONG {
  return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : WRONG
}

function host(text: string): string | typeof WRONG {
  return isIP(text) > 0 || /^[A-Za-z0-9_]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/.test(text) ? text : WRONG
}

function address(text: string): string | typeof WRONG {
  const url = URL.parse(text)
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  return plain ? text : WRONG
}

function origins(text: string): ServerSettings['corsOrigin'] | typeof WRONG {
  if (text === '*') return '*'
  if (text === 'none') return false
  const list = text.split(',').map((origin) => origin.trim())
  return list.every((origin) => URL.parse(origin)?.origin === origin) ? list : WRONG
}
