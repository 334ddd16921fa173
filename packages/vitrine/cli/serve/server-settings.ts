import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { storeId } from '@vitrine/catalog/store'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import { effectiveOptions, SERVER_DEFAULTS, type ServerOptions } from '@vitrine/server/server-options'
import { type Command, Option } from 'commander'
import { UsageError } from '../errors.ts'

/** The values of all settings. */
export type ServerSettings = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never
}

/** How the text of an option becomes a value. */
interface Parser<Value> {
  /** What a valid text is. */
  readonly expected: string
  /** undefined if the text is not valid. */
  readonly parse: (text: string) => Value | undefined
}

/** An option, and an environment variable named after it: `--public-url`, `VITRINE_PUBLIC_URL`. */
interface Setting<Value> extends Parser<Value> {
  readonly flag: string
  readonly help: string
  /** Parsed like a text that an operator enters; undefined if the setting has no value by default. */
  readonly default: string | undefined
  /** What the server does without a value. */
  readonly unset?: string
}

const HOST_NAME = /^[A-Za-z0-9_]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/
const host: Parser<string> = {
  expected: 'an address such as 127.0.0.1 or a host name, without a port',
  parse: (text) => (isIP(text) > 0 || HOST_NAME.test(text) ? text : undefined),
}
const publicUrl: Parser<string> = {
  expected: 'a URL such as https://shop.example or https://shop.example/api',
  parse: (publicUrl) => (isAccepted({ publicUrl }) ? publicUrl : undefined),
}
/** The directives of a response (RFC 9111, 5.2.2; RFC 5861; RFC 8246). */
const CACHE_DIRECTIVE =
  /^(?:(?:max-age|s-maxage|stale-while-revalidate|stale-if-error)=\d{1,10}|(?:private|no-cache)(?:="[^"]*")?|public|no-store|no-transform|must-revalidate|proxy-revalidate|must-understand|immutable)$/i
const cacheControl: Parser<string> = {
  expected: 'a header value such as "public, max-age=60"',
  parse: (cacheControl) => {
    // A comma in quotation marks is part of a directive.
    const directives = cacheControl.match(/(?:"[^"]*"|[^",])+/g) ?? []
    const isKnown = directives.length > 0 && directives.every((directive) => CACHE_DIRECTIVE.test(directive.trim()))
    return isKnown && isAccepted({ cacheControl }) ? cacheControl : undefined
  },
}
const cacheTags: Parser<string> = {
  expected: 'surrogate-key, cache-tag, xkey, or the name of another header, with :comma after it for commas',
  parse: (cacheTags) => (isAccepted({ cacheTags }) ? cacheTags : undefined),
}
const corsOrigin: Parser<ServerOptions['corsOrigin']> = {
  expected: '*, none, or origins without a path such as https://shop.example, separated by commas',
  parse: (text) => {
    if (text === '*') return text
    const corsOrigin = text === 'none' ? false : text.split(',').map((origin) => origin.trim())
    return isAccepted({ corsOrigin }) ? corsOrigin : undefined
  },
}
const onOrOff = oneOf('on', 'off')
const store = { expected: 'the id of a store: 1 to 64 characters of A-Z a-z 0-9 _ -', parse: storeId }
const file: Parser<string> = { expected: 'the path of a file', parse: (text) => text || undefined }
const port = wholeNumber(0, 65_535)
const megabytes = wholeNumber(0, 1_000_000)
const streams: Parser<number> = {
  expected: 'a whole number from 0 to 100000, or on for 1000',
  parse: (text) => wholeNumber(0, 100_000).parse(text === 'on' ? '1000' : text),
}
const MAX_WORKERS = 256
const workerCount: Parser<number> = {
  expected: `auto or a whole number from 1 to ${MAX_WORKERS}`,
  parse: (text) =>
    text === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : wholeNumber(1, MAX_WORKERS).parse(text),
}
const logLevel = oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
const { connections, statements } = DEFAULT_POSTGRES

/** Bytes. */
export const MB = 1_000_000

const SETTINGS = {
  host: setting('--host <address>', 'the address to listen on; 0.0.0.0 for all addresses', '127.0.0.1', host),
  port: setting('--port <number>', 'the port to listen on; 0 for any free port', '3000', port),
  publicUrl: optional(
    '--public-url <url>',
    'the URL under which clients reach the server, used in absolute links',
    'the scheme and host of each request',
    publicUrl,
  ),
  corsOrigin: setting(
    '--cors-origin <origins>',
    'the web origins that may read responses: *, none, or a list separated by commas',
    SERVER_DEFAULTS.corsOrigin,
    corsOrigin,
  ),
  agents: setting(
    '--agents <on|off>',
    'whether the server answers assistants, over MCP at /mcp and over UCP: on or off',
    'on',
    onOrOff,
  ),
  cacheControl: setting(
    '--cache-control <value>',
    'the Cache-Control header of responses',
    SERVER_DEFAULTS.cacheControl,
    cacheControl,
  ),
  cacheTags: optional(
    '--cache-tags <header>',
    'the header with the tags by which caches purge answers: surrogate-key, cache-tag, xkey or another, with :comma for commas',
    'none, answers have no tags',
    cacheTags,
  ),
  defaultStore: optional(
    '--default-store <id>',
    'the store of requests without x-store-id',
    'none, such requests are refused',
    store,
  ),
  edition: optional(
    '--edition <number>',
    'show this stored edition of the default store, and nothing else, to look at it before it is published',
    'the current editions of all stores',
    wholeNumber(0, 999_999_999),
  ),
  workers: setting(
    '--workers <number>',
    'the number of processes that answer requests; auto for one on each processor',
    '1',
    workerCount,
  ),
  logLevel: setting('--log-level <level>', `the lowest level to log: ${logLevel.values}`, 'info', logLevel),
  searchLog: optional(
    '--search-log <file>',
    'the file to which searches are appended, a line of JSON each, for `vitrine searches`',
    'none, searches are not recorded',
    file,
  ),
  cacheMb: setting(
    '--cache-mb <number>',
    'the size of the response cache in MB, of all workers together; 0 turns it off',
    String(SERVER_DEFAULTS.responseCacheBytes / MB),
    megabytes,
  ),
  indexMb: setting(
    '--index-mb <number>',
    'the size of the index cache (posting lists, sort orders, results) in MB, of all workers together; 0 turns it off',
    '256',
    megabytes,
  ),
  documentsMb: setting(
    '--documents-mb <number>',
    'the size of the document cache (products and variants as they are answered) in MB, of all workers together; 0 turns it off',
    '64',
    megabytes,
  ),
  metricsHost: setting('--metrics-host <address>', 'the address of metrics and health checks', '127.0.0.1', host),
  metricsPort: optional(
    '--metrics-port <number>',
    'the port of metrics and health checks; 0 for any free port',
    '9464, or a free port if it is in use',
    port,
  ),
  events: optional(
    '--events [streams]',
    'answer GET /store/events, with at most so many open streams a process; 1000 without a number',
    'none, there are no events',
    streams,
  ),
  shutdownDelay: setting(
    '--shutdown-delay <seconds>',
    'the time between a signal to stop and the closing of the port; /readyz is 503 meanwhile',
    '0',
    seconds(0, 3600),
  ),
  grace: setting('--grace <seconds>', 'the time for open requests when the server stops', '10', seconds(0, 3600)),
  deadline: setting(
    '--deadline <seconds>',
    'the time that a read may take, from its turn on, before it fails with 503',
    String(SERVER_DEFAULTS.deadline / 1000),
    seconds(0.1, 300),
  ),
  dbConnections: setting(
    '--db-connections <number>',
    'PostgreSQL: the connections for requests, of all workers together; each worker has at least one, and one more',
    String(connections),
    wholeNumber(1, 100),
  ),
  dbStatements: setting(
    '--db-statements <mode>',
    'PostgreSQL: kept uses prepared statements, unnamed does not, auto does unless there is a pooler',
    statements,
    oneOf('auto', 'kept', 'unnamed'),
  ),
}

type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** The part of each limit that one of the workers has. */
export function shareOfWorker({
  workers,
  cacheMb,
  indexMb,
  documentsMb,
  dbConnections,
}: Limits): Omit<Limits, 'workers'> {
  const connections = Math.max(1, Math.floor(dbConnections / workers))
  return {
    cacheMb: cacheMb / workers,
    indexMb: indexMb / workers,
    documentsMb: documentsMb / workers,
    dbConnections: connections,
  }
}

type Limits = Pick<ServerSettings, 'workers' | 'cacheMb' | 'indexMb' | 'documentsMb' | 'dbConnections'>

export type LogLevel = ServerSettings['logLevel']

/** Adds the options of these settings to a command. */
export function addSettings(command: Command, names: readonly SettingName[]): void {
  for (const name of names) {
    const { flag, help, default: text, unset }: Setting<unknown> = SETTINGS[name]
    const option = new Option(flag, unset === undefined ? help : `${help} (default: ${unset})`).env(variableOf(flag))
    // An option whose value may be left out has this one then.
    if (flag.endsWith(']')) option.preset('on')
    command.addOption(text === undefined ? option : option.default(text))
  }
}

/** A setting with its value. */
export interface EffectiveSetting {
  readonly name: string
  readonly option: string
  readonly variable: string
  readonly value: unknown
  /** What the server does without a value. */
  readonly unset?: string | undefined
  readonly source: Source
}

export type Source = 'default' | 'option' | 'environment' | '--edition'

/** With `--edition`, nobody may see later what is not published now. */
const OF_EDITION = { cacheControl: 'no-store', cacheTags: undefined, events: undefined }

/**
 * All settings of a command; one without an option there has its default. Throws `UsageError` that lists all mistakes.
 */
export function effectiveSettings(command: Command): EffectiveSetting[] {
  const mistakes: string[] = []
  const settings = SETTING_NAMES.map((name) => {
    const { flag, default: defaultText, unset, expected, parse }: Setting<unknown> = SETTINGS[name]
    const [option, variable, source] = [flag.split(' ')[0]!, variableOf(flag), sourceOf(command, name)]
    const text = source === 'default' ? defaultText : (command.getOptionValue(name) as string)
    const value = text === undefined ? undefined : parse(text)
    if (text !== undefined && value === undefined)
      mistakes.push(`${source === 'environment' ? variable : option} is ${JSON.stringify(text)}; expected ${expected}`)
    return { name, option, variable, value, unset, source }
  })
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'))
  if (!settings.some(({ name, value }) => name === 'edition' && value !== undefined)) return settings
  return settings.map((setting) => {
    const { name } = setting
    return name in OF_EDITION
      ? { ...setting, value: OF_EDITION[name as keyof typeof OF_EDITION], source: '--edition' }
      : setting
  })
}

export function toServerSettings(settings: readonly EffectiveSetting[]): ServerSettings {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value])) as unknown as ServerSettings
}

/** Where the value of an option comes from. An empty environment variable counts as not set. */
export function sourceOf(command: Command, name: string): Source {
  const source = command.getOptionValueSource(name)
  if (source === 'cli') return 'option'
  return source === 'env' && command.getOptionValue(name) !== '' ? 'environment' : 'default'
}

function variableOf(flag: string): string {
  return `VITRINE_${flag.split(' ')[0]!.slice(2).replaceAll('-', '_').toUpperCase()}`
}

function setting<Value>(flag: string, help: string, text: string, parser: Parser<Value>): Setting<Value> {
  return { flag, help, default: text, ...parser }
}

function optional<Value>(flag: string, help: string, unset: string, parser: Parser<Value>): Setting<Value | undefined> {
  return { flag, help, default: undefined, unset, ...parser }
}

function wholeNumber(min: number, max: number): Parser<number> {
  return { expected: `a whole number from ${min} to ${max}`, parse: (text) => number(text, /^\d{1,9}$/, min, max) }
}

function seconds(min: number, max: number): Parser<number> {
  return { expected: `a number from ${min} to ${max}`, parse: (text) => number(text, /^\d{1,4}(\.\d+)?$/, min, max) }
}

function number(text: string, pattern: RegExp, min: number, max: number): number | undefined {
  return pattern.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
}

function oneOf<Value extends string>(...names: Value[]): Parser<Value> & { readonly values: string } {
  const values = names.join(', ')
  return { values, expected: `one of ${values}`, parse: (text) => names.find((name) => name === text) }
}

/** Whether the HTTP server accepts these options. It validates its own. */
function isAccepted(options: Partial<ServerOptions>): boolean {
  try {
    effectiveOptions(options as ServerOptions)
    return true
  } catch {
    return false
  }
}
