import { type Command, Option } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import type { PatchedField } from '../catalog/submission.ts'
import { CatalogFileError } from '../import/file-error.ts'
import type { Format } from '../import/format.ts'
import { readCatalog } from '../import/read-catalog.ts'
import { readPatches } from '../import/read-patches.ts'
import { publish } from '../publish/publish.ts'
import { type CatalogSource, openCatalogSource } from './catalog-source.ts'
import { Misuse, Refusal } from './failure.ts'
import { FORMAT_NAMES, parseEncoding, parseFormat, readColumnNames } from './format-options.ts'
import { collectSooner } from './heap.ts'
import { checkOnly, onlyOption } from './import-only.ts'
import { ImportRecord } from './import-record.ts'
import { importRemote, isAddress } from './import-remote.ts'
import { findings, type ImportReport, refusal, summary } from './import-report.ts'
import { openTarget } from './import-target.ts'
import { interruptibleDraft } from './next-draft.ts'
import { databaseOption, parseName, parseStoreId } from './options.ts'
import { progressFor } from './progress.ts'
import { addRemoteOptions, misuseWithFile, type RemoteOptions } from './remote-options.ts'
import { interruptible } from './signals.ts'

interface Options extends RemoteOptions {
  readonly store: StoreId
  readonly create?: boolean
  readonly name?: string
  readonly only?: readonly PatchedField[]
  readonly replace?: boolean
  readonly skipInvalid?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly format?: Format
  readonly encoding?: string
  readonly columns?: string
  readonly text?: boolean
  readonly report?: string
  readonly database: string
}

/** `vitrine import`: a catalog file becomes the store's next edition, or is refused as a whole. */
export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description("make a catalog file, or the catalog of another server, a store's next edition")
    .argument(
      '<file>',
      'a catalog in any of the formats, gzipped or not; - for standard input; or the http(s) address of a server',
    )
    .addOption(new Option('--store <id>', 'the store').argParser(parseStoreId).makeOptionMandatory())
    .option('--create', 'make the store if there is none')
    .option('--name <name>', 'with --create: what people call it (default: its id)', parseName)
    .option('--replace', 'the file is the whole catalog: products that it lacks are removed')
    .addOption(onlyOption())
    .option('--skip-invalid', 'leave out products with problems, instead of refusing the file')
    .option('--dry-run', 'say what would be done, and do nothing')
    .addOption(
      new Option('--format <name>', `the format, if it is not recognised: ${FORMAT_NAMES}`).argParser(parseFormat),
    )
    .addOption(
      new Option('--encoding <name>', 'the encoding of the text, if it is not recognised').argParser(parseEncoding),
    )
    .option('--columns <file>', "what the file's columns are: a JSON object, from its headers to those of the format")
    .option('--text', 'turn descriptions that are HTML into plain text')
    .option('--report <file>', 'write everything there is to say of the file, one JSON object a line')
    .option('--json', 'print the report as one JSON object')
  addRemoteOptions(command).addOption(databaseOption()).addHelpText('after', EXAMPLES).action(importCatalog)
}

const EXAMPLES = `
Examples:
  vitrine import catalog.ndjson --store books
  vitrine import catalog.ndjson.gz --store books --create --name "Books"
  vitrine import catalog.json --store books --replace --dry-run
  vitrine import products_export.csv --store shoes --text --report left-out.ndjson
  vitrine import feed.tsv --store shoes --format google --encoding windows-1250
  vitrine import stock.csv --store shoes --only price,stock
  curl https://example.com/catalog.ndjson | vitrine import - --store books
  vitrine import https://backend.example.com/api --store books --remote-store 8f14e45f --every 5m

Exit codes: 0 done, 1 refused and nothing changed, 2 wrong usage.`

async function importCatalog(source: string, options: Options, command: Command): Promise<void> {
  checkOnly(options)
  if (options.name !== undefined && !options.create)
    throw new Misuse('--name names a store that --create makes; add --create')
  if (isAddress(source)) await importRemote(source, options, command)
  else await importFile(source, options)
}

async function importFile(file: string, options: Options): Promise<void> {
  misuseWithFile(options)
  collectSooner()
  const signal = interruptible()
  const source = await openCatalogSource(file, signal)
  const columns = options.columns === undefined ? undefined : await readColumnNames(options.columns)
  using record = new ImportRecord(options.report)
  const report = await imported(source, { ...options, columns }, record, signal)

  if (options.json) console.log(JSON.stringify(report))
  else for (const line of findings(report)) console.error(line)
  if (report.outcome === 'refused')
    throw new Refusal(refusal(report, options.skipInvalid === true, options.only ? 'row' : 'product'))
  if (!options.json) console.log(summary(report))
}

/** What was asked for, with what the columns are in place of the file that says it. */
type Order = Omit<Options, 'columns'> & { readonly columns: ReadonlyMap<string, string> | undefined }

async function imported(
  source: CatalogSource,
  options: Order,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<ImportReport> {
  const { store, replace = false, skipInvalid = false, dryRun = false } = options
  const started = performance.now()
  const progress = progressFor(process.stderr, source.size)
  let bytes = 0
  let products = 0

  await using target = await openTarget(options)
  const waiting = () => progress.say('another import into this database is under way: waiting until it has ended')
  const apart = !options.only && (source.size === undefined || source.size > LARGE)
  await using draft = await interruptibleDraft(target.catalogs, store, waiting, signal, apart)
  const now = new Date()
  progress.step(`reading ${source.name}`)
  const chunks = counted(source.bytes, (size) => {
    // What came before is read by now.
    if (bytes > 0) progress.read(bytes, products)
    bytes += size
  })
  const { only, format, encoding, columns, text } = options
  const submissions = only
    ? readPatches(chunks, { only, encoding, columns, ...record.on })
    : readCatalog(chunks, { format, encoding, columns, text, now, store: draft.base.store, ...record.on })
  try {
    const report = await publish(draft, record.watched(submissions), {
      replace,
      skipInvalid,
      dryRun,
      inWorker: apart,
      now: now.toISOString(),
      onUnknownSku: ({ line, sku }) => record.on.onLeftOut({ line, reason: 'unknown-sku', what: sku }),
      onProgress: (looked) => {
        products = looked
        progress.read(bytes, products)
      },
      onStep: (step) => progress.step(step),
    })
    if (report.outcome !== 'refused') target.keepStore()
    const seconds = Math.round(performance.now() - started) / 1000
    const { outcome, ...rest } = report
    record.close(report.problems)
    return { store, outcome, seconds, ...rest, ...record.summary() }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof CatalogFileError) throw new Refusal(`${source.name}: ${error.message} Nothing was changed.`)
    throw error
  } finally {
    progress.end()
  }
}

/** Files of so many bytes, packed or not, and pipes, are written by a thread of their own: their import takes a second. */
const LARGE = 2_000_000

async function* counted(bytes: AsyncIterable<Uint8Array>, onChunk: (size: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onChunk(chunk.length)
    yield chunk
  }
}
