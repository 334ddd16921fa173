import { TextDecoder } from 'node:util'
import { constants, gunzipSync } from 'node:zlib'
import { decompress } from '../json/decompress.ts'
import { CatalogFileError } from '../json/file-error.ts'
import { peek } from '../json/peek.ts'
import { readRecords } from '../json/read-records.ts'
import type { CatalogRecord } from '../json/record.ts'
import { LEFT_OUT_REASONS, type LeftOutRow } from '../left-out.ts'
import { isObject } from '../native/fields.ts'
import { nameOf } from '../native/name-of.ts'
import { PatchReader } from '../native/patches.ts'
import { readProduct } from '../native/product.ts'
import { createReadContext, type ReadContext } from '../native/read-context.ts'
import type { Product, Submitted } from '../product.ts'
import type { PatchedField, Place, Problem, RefusedProduct, Submission, Warning } from '../submission.ts'
import { originsOf } from './code-origins.ts'
import type { OpenCatalog } from './converter.ts'
import { RIGHT_KEY, withDerivedIds } from './derived-ids.ts'
import {
  type Finding,
  STREAM_CONTENTS,
  type StreamContents,
  type StreamHeader,
  type StreamRecord,
  type StreamStore,
  type TranslatedText,
  type UsedColumn,
} from './record.ts'

/**
 * Opens a stream, gzipped or not. `stream` is undefined if the bytes are something else; they are then as they were.
 * `only` is for patches. Throws `CatalogFileError` if the first record is wrong.
 */
export async function openStream(
  source: AsyncIterable<Uint8Array>,
  only: readonly PatchedField[] = [],
): Promise<{ readonly stream: OpenCatalog | undefined; readonly bytes: AsyncIterable<Uint8Array> }> {
  const { head, bytes } = await peek(source)
  if (!beginsStream(head)) return { stream: undefined, bytes }
  const lines = readRecords(decompress(bytes))
  const header = readHeader((await lines.next()).value as CatalogRecord)
  const { contents, format } = header
  return { stream: { contents, format, records: streamRecords(lines, header, only) }, bytes }
}

/** Whether the first line is an object with a store and contents, or the beginning of one that is longer. */
function beginsStream(head: Buffer): boolean {
  const [line] = textOf(head).split('\n', 1) as [string]
  if (!/^\s*\{/.test(line)) return false
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) && isObject(value.store) && value.contents !== undefined
  } catch {
    // A store may have many markets.
    return line.length >= MIN_LONG_LINE && /^\s*\{\s*"store"\s*:\s*\{/.test(line)
  }
}

/** A shorter line is complete. */
const MIN_LONG_LINE = 2048

/** The beginning as text, without its byte order mark. */
function textOf(head: Buffer): string {
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  try {
    const bytes = isGzip ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head
    return new TextDecoder().decode(bytes)
  } catch {
    return ''
  }
}

function readHeader(record: CatalogRecord): StreamHeader {
  const value = 'value' in record && isObject(record.value) ? record.value : {}
  const { store, contents: name, format, checked } = value
  const contents = STREAM_CONTENTS.find((one) => one === name)
  const isStore = isObject(store) && (store.currency === undefined || typeof store.currency === 'string')
  if (contents && isStore && typeof format === 'string') return { store, contents, format, checked: checked === true }
  throw new CatalogFileError(
    'The first record of the stream is wrong; expected {"store": {…}, "contents": "products", "format": "shopify"}, ' +
      `where contents are ${STREAM_CONTENTS.join(', ')}.`,
    record.line,
  )
}

function streamRecords(
  lines: AsyncIterable<CatalogRecord>,
  header: StreamHeader,
  only: readonly PatchedField[],
): OpenCatalog['records'] {
  return async function* (store, _, onFinding) {
    refuseOtherCurrency(header.store, store)
    const onWarning = header.checked ? () => {} : (warning: Warning) => onFinding({ warning })
    const reader = new StreamReader(header.contents, store, only, onWarning)
    for await (const record of lines) {
      if ('fault' in record) throw new CatalogFileError(`The stream is damaged: it ${record.fault.wrong}.`, record.line)
      const read = reader.read(isObject(record.value) ? record.value : {}, record.line)
      if (!read) continue
      if ('finding' in read) onFinding(read.finding)
      else yield read
    }
    reader.requireEnd()
  }
}

/** Prices in another currency would be those of the store. */
function refuseOtherCurrency({ currency: own }: StreamHeader['store'], { id, currency }: StreamStore): void {
  if (own === undefined || currency === undefined || own === currency) return
  throw new CatalogFileError(
    `The stream was made for a store with the currency ${own}, and ${id} has ${currency}. Make it for this store.`,
  )
}

/** Checks the records of a stream as those of a file are checked, and counts them. */
class StreamReader {
  readonly #contents: StreamContents
  readonly #store: string
  readonly #context: ReadContext
  readonly #patches: PatchReader
  #count = 0
  #isComplete = false

  constructor(
    contents: StreamContents,
    store: StreamStore,
    only: readonly PatchedField[],
    onWarning: (warning: Warning) => void,
  ) {
    this.#contents = contents
    this.#store = store.id
    this.#context = createReadContext(store, onWarning)
    this.#patches = new PatchReader(only, onWarning, store.currency)
  }

  /** undefined for the end. Throws `CatalogFileError` for what is no record of the stream. */
  read(value: JsonObject, line: number): StreamRecord | { readonly finding: Finding } | undefined {
    if (this.#isComplete) throw new CatalogFileError('The stream goes on after its end record.', line)
    const place = placeIn(value, line)
    if (value.problems !== undefined) return { ...place, problems: problemsIn(value.problems, line) }
    const contents = STREAM_CONTENTS.find((one) => value[KEYS[one]] !== undefined)
    if (contents === this.#contents) {
      this.#count++
      return this.#record(value, place)
    }
    if (contents) throw new CatalogFileError(`The stream has ${this.#contents}, and this is a ${KEYS[contents]}.`, line)
    if (!isObject(value.end)) return { finding: findingIn(value, line) }
    this.#end(value.end, line)
    return undefined
  }

  /** Throws `CatalogFileError` if the stream is cut off. */
  requireEnd(): void {
    if (!this.#isComplete)
      throw new CatalogFileError(
        `The stream is cut off after ${this.#count} of its ${this.#contents}: it has no end record. Make it again.`,
      )
  }

  #record(value: JsonObject, place: Place): StreamRecord {
    if (this.#contents === 'products') return this.#product(value, place)
    if (this.#contents === 'texts') return { text: textIn(value.text, place.line) }
    const patch = this.#patches.read(value.patch, place)
    return 'problems' in patch ? patch : { patch }
  }

  #product(value: JsonObject, place: Place): Submission {
    const { hasSlug = true, hasAllMarkets = false, productUrl, madeCodes, dropped = [] } = value
    const made = madeCodes === undefined || madeCodes === true ? madeCodes : listOf(madeCodes, isString, place.line)
    if (!isBoolean(hasSlug) || !isBoolean(hasAllMarkets) || !(productUrl === undefined || isString(productUrl)))
      wrong(place.line)
    const written = withDerivedIds(value.product, this.#store)
    if ('wrong' in written) {
      const problem = {
        ...place,
        product: nameOf(value.product),
        path: written.wrong,
        wrong: 'is no key',
        right: RIGHT_KEY,
      }
      return { ...place, problems: [problem] }
    }
    const { diagnostics } = this.#context
    diagnostics.begin(place, nameOf(written.product))
    const read = readProduct(written.product, this.#context)
    const problems = diagnostics.problems()
    if (problems) return { ...place, problems }
    const { product, currency, topCategories } = read!
    return {
      ...place,
      product: hasAllMarkets ? product : withStated(product, written.product),
      hasSlug: read!.hasSlug && hasSlug,
      currency,
      codes: originsOf(made),
      ...(topCategories && { topCategories }),
      ...(productUrl !== undefined && { productUrl }),
      ...(hasAllMarkets && { hasAllMarkets }),
      dropped: [...listOf(dropped, isProblem, place.line), ...read!.dropped],
    }
  }

  #end(end: JsonObject, line: number): void {
    const told = end[this.#contents]
    if (told !== this.#count)
      throw new CatalogFileError(
        `The end record says ${JSON.stringify(told)} ${this.#contents}, and the stream has ${this.#count}. Make it again.`,
        line,
      )
    this.#isComplete = true
  }
}

type JsonObject = Readonly<Record<string, unknown>>

/** The key of the records of each kind. */
const KEYS: Readonly<Record<StreamContents, string>> = { products: 'product', patches: 'patch', texts: 'text' }

/** The place in the file that the stream was made of; without one, the line in the stream. */
function placeIn({ line, row, file }: JsonObject, lineInStream: number): Place {
  return {
    line: isCount(line) ? line : lineInStream,
    ...(isCount(row) && { row }),
    ...(typeof file === 'string' && { file }),
  }
}

/** The product with what it says of markets, in the order in which it is written. Its store keeps the rest. */
function withStated(product: Submitted<Product>, written: unknown): Submitted<Product> {
  const { markets: stated } = Object(written) as { readonly markets?: unknown }
  if (!isObject(stated)) return product
  const markets = Object.entries(stated).map(([code, content]) => {
    const read: JsonObject = { ...product.markets?.[code] }
    const said = Object.entries(Object(content)).flatMap(([name, value]): [string, unknown][] => {
      if (read[name] !== undefined) return [[name, read[name]]]
      // These two say nothing, but take back what the store may know.
      if (name === 'included' && value === true) return [[name, value]]
      return name === 'variants' && isObject(value) ? [[name, {}]] : []
    })
    return [code, Object.fromEntries(said)] as const
  })
  return { ...product, markets: Object.fromEntries(markets) }
}

function problemsIn(value: unknown, line: number): RefusedProduct['problems'] {
  const [first, ...others] = listOf(value, isProblem, line)
  return first ? [first, ...others] : wrong(line)
}

function findingIn(value: JsonObject, line: number): Finding {
  const { leftOut, warning, used, unused, rows, ending } = value
  if (isLeftOut(leftOut)) return { leftOut }
  if (isWarning(warning)) return { warning }
  if (used !== undefined) return { used: listOf(used, isUsed, line) }
  if (unused !== undefined) return { unused: listOf(unused, isString, line) }
  if (isString(ending)) return { ending }
  return isCount(rows) ? { rows } : wrong(line)
}

function textIn(value: unknown, line: number): TranslatedText {
  return isText(value) ? value : wrong(line)
}

function listOf<Item>(value: unknown, isItem: (item: unknown) => item is Item, line: number): readonly Item[] {
  return Array.isArray(value) && value.every(isItem) ? value : wrong(line)
}

function wrong(line: number): never {
  throw new CatalogFileError('The line is no record of the stream. Make the stream again.', line)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function hasTexts(value: unknown, ...names: readonly string[]): value is JsonObject {
  return isObject(value) && names.every((name) => typeof value[name] === 'string')
}

function isProblem(value: unknown): value is Problem {
  return hasTexts(value, 'path', 'wrong', 'right') && isCount(value.line)
}

function isWarning(value: unknown): value is Warning {
  return hasTexts(value, 'path', 'message') && isCount(value.line)
}

function isLeftOut(value: unknown): value is LeftOutRow {
  return hasTexts(value, 'reason') && Object.hasOwn(LEFT_OUT_REASONS, value.reason as string) && isCount(value.line)
}

function isUsed(value: unknown): value is UsedColumn {
  return hasTexts(value, 'header', 'becomes')
}

function isText(value: unknown): value is TranslatedText {
  const names = ['identification', 'type', 'field', 'locale', 'market', 'original', 'translated']
  return hasTexts(value, ...names) && isObject(value.place) && isCount(value.place.line)
}
