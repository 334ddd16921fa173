import { type Command, Option } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import type { Warning } from '../catalog/submission.ts'
import type { Catalogs, Draft } from '../edition/draft.ts'
import { CatalogFileError } from '../import/file-error.ts'
import { readNative } from '../import/native.ts'
import { publish } from '../publish/publish.ts'
import { type CatalogSource, openCatalogSource } from './catalog-source.ts'
import { Misuse, Refusal } from './failure.ts'
import { findings, type ImportReport, refusal, summary } from './import-report.ts'
import { openTarget } from './import-target.ts'
import { InterruptibleDraft } from './interruptible-draft.ts'
import { databaseOption, parseName, parseStoreId } from './options.ts'
import { progressFor } from './progress.ts'
import { interruptible, unlessAborted } from './signals.ts'

interface Options {
  readonly store: StoreId
  readonly create?: boolean
  readonly name?: string
  readonly replace?: boolean
  readonly skipInvalid?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly database: string
}

/** `vitrine import`: a catalog file becomes the store's next edition, or is refused as a whole. */
export function addImport(program: Command): void {
  program
    .command('import')
    .description("make a catalog file a store's next edition")
    .argument('<file>', 'a catalog in the native format, gzipped or not; - for standard input')
    .addOption(new Option('--store <id>', 'the store').argParser(parseStoreId).makeOptionMandatory())
    .option('--create', 'make the store if there is none')
    .option('--name <name>', 'with --create: what people call it (default: its id)', parseName)
    .option('--replace', 'the file is the whole catalog: products that it lacks are removed')
    .option('--skip-invalid', 'leave out products with problems, instead of refusing the file')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--json', 'print the report as one JSON object')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(importFile)
}

const EXAMPLES = `
Examples:
  vitrine import catalog.ndjson --store books
  vitrine import catalog.ndjson.gz --store books --create --name "Books"
  vitrine import catalog.json --store books --replace --dry-run
  curl https://example.com/catalog.ndjson | vitrine import - --store books

Exit codes: 0 done, 1 refused and nothing changed, 2 wrong usage.`

async function importFile(file: string, options: Options): Promise<void> {
  if (options.name !== undefined && !options.create)
    throw new Misuse('--name names a store that --create makes; add --create')
  const signal = interruptible()
  const source = await openCatalogSource(file, signal)
  const report = await imported(source, options, signal)

  if (options.json) console.log(JSON.stringify(report))
  else for (const line of findings(report)) console.error(line)
  if (report.outcome === 'refused') throw new Refusal(refusal(report, options.skipInvalid === true))
  if (!options.json) console.log(summary(report))
}

async function imported(source: CatalogSource, options: Options, signal: AbortSignal): Promise<ImportReport> {
  const { store, replace = false, skipInvalid = false, dryRun = false } = options
  const started = performance.now()
  const progress = progressFor(process.stderr, source.size)
  const warnings = new Warnings()
  let bytes = 0

  await using target = await openTarget(options, signal)
  const waiting = () => progress.say('another import into this database is under way: waiting until it has ended')
  await using draft = await draftOf(target.catalogs, store, waiting, signal)
  progress.step(`reading ${source.name}`)
  const chunks = counted(source.bytes, (size) => {
    bytes += size
  })
  const submissions = readNative(chunks, draft.base.store, (warning) => warnings.add(warning))
  try {
    const report = await publish(draft, submissions, {
      replace,
      skipInvalid,
      dryRun,
      now: new Date().toISOString(),
      onProgress: (products) => progress.read(bytes, products),
      onStep: (step) => progress.step(step),
    })
    if (report.outcome !== 'refused') target.keepStore()
    const seconds = Math.round(performance.now() - started) / 1000
    const { outcome, ...rest } = report
    return { store, outcome, seconds, ...rest, warnings: warnings.first, warningCount: warnings.count }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof CatalogFileError) throw new Refusal(`${source.name}: ${error.message} Nothing was changed.`)
    throw error
  } finally {
    progress.end()
  }
}

/** The first warnings of a file. */
class Warnings {
  readonly first: Warning[] = []
  count = 0

  add(warning: Warning): void {
    if (this.count++ < KEPT_WARNINGS) this.first.push(warning)
  }
}

const KEPT_WARNINGS = 1000

/** The store's next edition, once no other import is under way. */
async function draftOf(catalogs: Catalogs, store: StoreId, onWait: () => void, signal: AbortSignal): Promise<Draft> {
  const opening = catalogs.draft(store, onWait)
  try {
    return new InterruptibleDraft(await unlessAborted(opening, signal), signal)
  } catch (error) {
    opening.then((draft) => draft[Symbol.asyncDispose]()).catch(() => {})
    throw error
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, onChunk: (size: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onChunk(chunk.length)
    yield chunk
  }
}
