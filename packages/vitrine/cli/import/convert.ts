import { readFile } from 'node:fs/promises'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { storeId } from '@vitrine/catalog/store'
import type { Converter, HtmlTreatment } from '@vitrine/catalog/stream/converter'
import { openStream } from '@vitrine/catalog/stream/read-stream'
import type { StreamStore } from '@vitrine/catalog/stream/record'
import { readStreamStore } from '@vitrine/catalog/stream/stream-store'
import { writeStream } from '@vitrine/catalog/stream/write-stream'
import type { PatchedField } from '@vitrine/catalog/submission'
import { type Command, Option } from 'commander'
import { CommandError, cannotRead, UsageError } from '../errors.ts'
import { marketOption } from '../options.ts'
import { interruptible } from '../signals.ts'
import { newStore } from '../stores/new-store.ts'
import { writeOutput } from '../write-output.ts'
import { checkSources } from './addresses.ts'
import { readColumnNames } from './columns-file.ts'
import { approveGuess } from './guessed-columns.ts'
import { addHeaderOptions, type HeaderOptions } from './headers.ts'
import { addContentOptions, addFormatOptions } from './import.ts'
import { parsePatchedFields } from './import-options.ts'
import { namedFiles, openInputs } from './input-files.ts'

interface Options extends HeaderOptions {
  readonly format?: string
  readonly encoding?: string
  readonly sheet?: string
  readonly columns?: string
  readonly html?: HtmlTreatment
  readonly yes?: boolean
  readonly only?: readonly PatchedField[]
  readonly for?: string
  readonly market?: string
}

/** `vitrine convert`: prints a catalog file as a stream of records, which `vitrine import -` reads. */
export function addConvertCommand(command: Command, converter: Converter): void {
  command.argument('<file...>', 'a catalog file or its address, or several of one catalog; - for standard input')
  command
    .option('--for <file>', 'the store: a file with what `vitrine store show --json` prints (default: any store)')
    .addOption(marketOption('with --for: the market of the store whose prices these are'))
    .addOption(
      new Option(
        '--only <fields>',
        'print new values by sku: price, listPrice, stock, popularity, or several',
      ).argParser(parsePatchedFields),
    )
  addFormatOptions(command, converter)
  addContentOptions(command)
  addHeaderOptions(command)
  command.addHelpText('after', EXAMPLES).action((sources, options) => convert(sources, options, converter))
}

const EXAMPLES = `
Examples:
  vitrine store show shoes --json > shoes.json
  vitrine convert products_export.csv --for shoes.json | vitrine import - --store shoes
  vitrine convert products_export.csv > products.stream
  vitrine convert stock.csv --only stock | vitrine import - --store shoes --only stock

--for brings the currency, the tax rate and the markets of the store: some files are read differently for them.
Each record is a line of JSON. The last one is an end record: a stream without it is cut off, and nothing of it
is imported.`

async function convert(sources: readonly string[], options: Options, converter: Converter): Promise<void> {
  const { only, columns: path, yes = false, ...reading } = options
  checkSources(sources, { ...(only && { only }) })
  if (options.market !== undefined && options.for === undefined)
    throw new UsageError('--market names a market of the store; add --for, which names the file of the store')
  if (only && (reading.format !== undefined || reading.html !== undefined || yes))
    throw new UsageError(
      '--only cannot be combined with --format, --html and --yes: it reads only skus and their new values',
    )
  const signal = interruptible()
  const store = options.for === undefined ? ANY_STORE : await storeIn(options.for, options.market)
  const columns = path === undefined ? undefined : await readColumnNames(path, signal)
  const inputs = await openInputs(sources, options, signal)
  const files = [...namedFiles(sources, inputs, signal, () => {})]
  const names = files.map(({ name }) => name).join(' and ')
  try {
    const { stream, bytes } = await openStream(files[0]!.bytes)
    if (stream) throw new CommandError(`${names} is a stream already; \`vitrine import\` reads it`)
    files[0] = { ...files[0]!, bytes }
    const catalog = only
      ? converter.openPatches(files[0]!, only, { ...reading, columns })
      : await converter.openFiles(files, { ...reading, columns })
    if (catalog.guess) await approveGuess(names, catalog.guess, { yes, asks: false, verb: 'convert' })
    await writeOutput(writeStream(catalog, store, new Date()), undefined, false, signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof CatalogFileError)) throw error
    throw new CommandError(files.length > 1 ? error.message : `${names}: ${error.message}`)
  } finally {
    for (const { stream } of inputs) stream.destroy()
  }
}

/** A store of which nothing is known. */
const ANY_STORE: StreamStore = newStore(storeId('any')!, 'any')

/** The store of a file, with the currency of the market if one is named. Throws `CommandError`. */
async function storeIn(path: string, market: string | undefined): Promise<StreamStore> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw cannotRead(path, error, EXPECTED_STORE)
  })
  const store = readStreamStore(text)
  if (!store) throw new CommandError(`${path} is not ${EXPECTED_STORE}`)
  if (market === undefined) return store
  const found = store.markets?.find(({ code }) => code === market)
  if (found) return { ...store, currency: found.currency }
  const known = store.markets?.map(({ code }) => code).join(', ') || 'none'
  throw new CommandError(`the store of ${path} has no market ${market}; it has ${known}`)
}

const EXPECTED_STORE = 'what `vitrine store show <id> --json` prints'
