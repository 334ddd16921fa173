import { describeStore } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import { openEditions } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import { type Command, Option } from 'commander'
import { CommandError, UsageError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import type { Feeds } from '../optional-packages.ts'
import { databaseOption, marketOption, storeOption } from '../options.ts'
import { interruptible } from '../signals.ts'
import { quantity } from '../terminal-text.ts'
import { writeOutput } from '../write-output.ts'
import { exportFeed, type FeedOptions, feedFileOf, parsePictures } from './export-feed.ts'
import { exportLines } from './native-lines.ts'

interface Options extends FeedOptions {
  readonly store: StoreId
  readonly market?: string
  readonly format: string
  readonly database: string
}

const NATIVE = 'native'

/** `vitrine export`: writes the current edition of a store as a catalog file, or as a feed. */
export function addExportCommand(command: Command, feeds: Feeds | undefined): void {
  const formats = [NATIVE, ...(feeds?.FEEDS ?? []).map(({ name }) => name)]
  command
    .addOption(storeOption())
    .addOption(marketOption('in a feed: the texts and prices of this market'))
    .addOption(new Option('--format <name>', 'the format of the file').choices(formats).default(NATIVE))
    .option('--output <file>', 'the file to write, gzipped if its name ends in .gz (default: standard output)')
    .option('--overwrite', 'replace the file if it exists')
    .option('--pictures <url>', 'in a feed: the URL of pictures whose path is relative', parsePictures)
    .option('--json', 'print the report of a feed as JSON, on standard error')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES + (feeds ? feedHelp(feeds) : NO_FEEDS))
    .action((options) => exportStore(options, feeds))
}

const EXAMPLES = `
Examples:
  vitrine export --store books --output books.ndjson.gz --overwrite
  vitrine export --store books | head -1 | jq .
  vitrine export --store books --format google --output feed.xml
  vitrine export --store books --format google --market de-at --output feed-at.xml

The native format is one JSON object a line. \`vitrine import\` reads it.
`

const NO_FEEDS = 'Feeds need the package @vitrine/feeds, which is not installed; `npm install @vitrine/feeds` adds it.'

function feedHelp({ FEEDS }: Feeds): string {
  const lines = FEEDS.map(({ name, title, writers }) => `  ${name.padEnd(8)}${title}: ${endingsOf(writers)}`)
  return `A feed is for shopping services and assistants:
${lines.join('\n')}
The ending of the file's name decides. Standard output gets the first one.`
}

function endingsOf(writers: object): string {
  return Object.keys(writers)
    .map((ending) => `.${ending}`)
    .join(', ')
}

async function exportStore(options: Options, feeds: Feeds | undefined): Promise<void> {
  const file = feeds && options.format !== NATIVE ? feedFileOf(feeds, options.format, options.output) : undefined
  if (!file && (options.pictures !== undefined || options.json))
    throw new UsageError('--pictures and --json are for feeds; add --format')
  if (!file && options.market !== undefined)
    throw new UsageError('a file of the native format has all markets; leave out --market, or add --format for a feed')
  const signal = interruptible()
  await using editions = await openEditions(options.database)
  const edition = await requireEdition(editions, options.store, options.market)
  try {
    await (file ? exportFeed(edition, file, options, signal) : exportNative(edition, options, signal))
  } catch (error) {
    if (error instanceof EditionGone) throw new CommandError(editionGone(edition))
    throw signal.aborted ? signal.reason : error
  }
}

async function exportNative(
  edition: Edition,
  { store, output, overwrite }: Options,
  signal: AbortSignal,
): Promise<void> {
  await writeOutput(exportLines(edition), output, overwrite, signal)
  if (output === undefined) return
  const products = quantity(edition.productCount, 'product')
  console.error(`exported edition ${edition.number} of store ${store} to ${output}: ${products}`)
}

function editionGone({ number, store: { id } }: Edition): string {
  const reason = 'newer imports replaced it'
  return `edition ${number} of ${describeStore(id)} was removed during the export, because ${reason}; export again`
}
