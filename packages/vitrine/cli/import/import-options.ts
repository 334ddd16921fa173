import { marketCode } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import { HTML_TREATMENTS, type HtmlTreatment } from '@vitrine/catalog/stream/converter'
import { PATCHED_FIELDS, type PatchedField } from '@vitrine/catalog/submission'
import { InvalidArgumentError } from 'commander'
import { CommandError, UsageError } from '../errors.ts'
import type { Interval } from '../options.ts'
import type { HeaderOptions } from './headers.ts'

/** The options of `vitrine import`. */
export interface ImportOptions extends HeaderOptions {
  readonly store: StoreId
  readonly create?: boolean
  readonly name?: string
  readonly only?: readonly PatchedField[]
  readonly replace?: boolean
  /** The code of the market that gets the texts and the prices. */
  readonly market?: string
  readonly skipInvalid?: boolean
  /** A percentage. */
  readonly maxLeftOut?: number
  /** A percentage. */
  readonly maxRemoved?: number
  /** A percentage. */
  readonly maxNew?: number
  readonly maxLost?: number
  readonly changeSource?: boolean
  readonly dryRun?: boolean
  readonly hold?: boolean
  readonly json?: boolean
  /** The name of the format. */
  readonly format?: string
  readonly encoding?: string
  /** The sheet of a workbook. */
  readonly sheet?: string
  /** The path of a file. */
  readonly columns?: string
  /** The path of a file that does not exist. */
  readonly writeColumns?: string
  readonly yes?: boolean
  /** What becomes of HTML in descriptions; by the format if undefined. */
  readonly html?: HtmlTreatment
  readonly report?: string
  readonly remoteStore?: string
  readonly remoteMarket?: string
  /** Whether the store takes the name and the addresses of the shop on the server. */
  readonly remoteShop?: boolean
  readonly every?: Interval
  readonly database: string
}

/** What an import reads: files here, files at addresses, or the catalog of a server. */
export type SourceKind = 'file' | 'address' | 'server'

/** How a file is read. */
const OF_FILES = ['only', 'market', 'format', 'encoding', 'sheet', 'columns', 'writeColumns', 'yes'] as const
/** Limits that only files have. */
const LIMITS_OF_FILES = ['maxNew'] as const
const OF_SERVERS = ['remoteStore', 'remoteMarket', 'remoteShop', 'every'] as const
const OF_ADDRESSES = ['header', 'headerFile'] as const

/** What the options say that an address is, if they do. */
export function kindByOptions(options: ImportOptions): 'address' | 'server' | undefined {
  if (OF_FILES.some((name) => options[name] !== undefined)) return 'address'
  return OF_SERVERS.some((name) => options[name] !== undefined) ? 'server' : undefined
}

/** Throws `UsageError` if options contradict each other, or do not apply to what is read. */
export function checkImportOptions(options: ImportOptions, kind: SourceKind): void {
  const { only, every, name, create, market } = options
  const refuse = (names: readonly (keyof ImportOptions)[], message: (flags: string) => string) => {
    const flags = names.filter((name) => options[name] !== undefined).map(flagOf)
    if (flags.length > 0) throw new UsageError(message(flags.join(', ')))
  }
  if (only)
    refuse(
      ['replace', 'create', 'name', 'maxNew', 'changeSource', 'format', 'html', 'writeColumns', 'yes'],
      (flags) => {
        return `--only cannot be combined with ${flags}: it changes only the prices, stocks and popularity of what the store has`
      },
    )
  if (market !== undefined)
    refuse(
      ['replace', 'only', 'create', 'name', 'changeSource', 'writeColumns'],
      (flags) => `--market cannot be combined with ${flags}: it gives texts and prices to what the store has`,
    )
  if (name !== undefined && !create) throw new UsageError('--name names the store that --create creates; add --create')
  if (kind === 'server') refuse(LIMITS_OF_FILES, (flags) => `${flags} can be used only with a file`)
  else refuse(OF_SERVERS, (flags) => `${flags} can be used only with the address of a server`)
  if (kind === 'file') refuse(OF_ADDRESSES, (flags) => `${flags} can be used only with an address`)
  if (every) refuse(['json', 'dryRun', 'hold'], (flags) => `--every cannot be combined with ${flags}`)
}

/** Throws `CommandError` if the options do not fit a file of translations. */
export function checkTranslationOptions(options: ImportOptions): void {
  const names = (['market', 'replace', 'create'] as const).filter((name) => options[name] !== undefined)
  if (names.length > 0)
    throw new CommandError(
      `${names.map(flagOf).join(', ')} cannot be used with a file of translations: ` +
        'it says itself which language each text is in, and has no products',
    )
}

function flagOf(name: keyof ImportOptions): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export function parsePatchedFields(text: string): readonly PatchedField[] {
  const names = new Set(text.split(',').map((name) => name.trim().toLowerCase()))
  const fields = PATCHED_FIELDS.filter((field) => names.has(field.toLowerCase()))
  if (fields.length === 0 || fields.length < names.size)
    throw new InvalidArgumentError(
      'Expected price, listPrice, stock or popularity, or several with commas, such as price,stock.',
    )
  return fields
}

export function parseMarket(text: string): string {
  const code = marketCode(text)
  if (code === undefined) throw new InvalidArgumentError('Expected the code of a market, such as de or de-at.')
  return code
}

/** `names` are those of all formats; none if the package that reads them is not installed. */
export function parseFormat(text: string, names: readonly string[]): string {
  const format = text.toLowerCase()
  if (names.length > 0 && !names.includes(format))
    throw new InvalidArgumentError(`Expected one of ${names.join(', ')}.`)
  return format
}

export function parseHtmlTreatment(text: string): HtmlTreatment {
  const treatment = HTML_TREATMENTS.find((name) => name === text.toLowerCase())
  if (!treatment) throw new InvalidArgumentError(`Expected ${HTML_TREATMENTS.join(', ')}.`)
  return treatment
}

export function parseEncoding(text: string): string {
  // The only one beyond those of `TextDecoder`.
  if (/^(?:cp|ibm)850$/i.test(text)) return 'cp850'
  try {
    return new TextDecoder(text).encoding
  } catch {
    throw new InvalidArgumentError('Expected an encoding such as utf-8, utf-16le, windows-1250, cp850 or shift_jis.')
  }
}

export function parsePercentage(text: string): number {
  const number = Number(/^(\d{1,3}(?:\.\d{1,2})?) ?%?$/.exec(text.trim())?.[1] ?? Number.NaN)
  if (number <= 100) return number
  throw new InvalidArgumentError('Expected a percentage from 0% to 100%.')
}

export function parseRemoteStore(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text
  throw new InvalidArgumentError('Expected the id of the store on the server, as in x-store-id.')
}
