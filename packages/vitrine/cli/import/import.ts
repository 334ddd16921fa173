import type { Converter } from '@vitrine/catalog/stream/converter'
import { type Command, Option } from 'commander'
import { CommandError } from '../errors.ts'
import { databaseOption, parseInterval, parseMarketCode, parseName, storeOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import { interruptible } from '../signals.ts'
import { checkSources, isAddress } from './addresses.ts'
import { addHeaderOptions } from './headers.ts'
import { importAndReport, printReport, refusalOf } from './import-and-report.ts'
import {
  checkImportOptions,
  type ImportOptions,
  kindByOptions,
  parseEncoding,
  parseFormat,
  parseHtmlTreatment,
  parseMarket,
  parsePatchedFields,
  parsePercentage,
  parseRemoteStore,
} from './import-options.ts'
import { requireTarget } from './publish-import.ts'
import { importRemote } from './remote/import-remote.ts'
import { mirror } from './remote/mirror.ts'
import { serverAt } from './remote/server-at.ts'
import { checkReportPath } from './report/report-path.ts'

/** `vitrine import`: publishes a catalog file, or the catalog of another server, as the next edition of a store. */
export function addImportCommand(command: Command, converter: Converter | undefined): void {
  command.argument('<source...>', SOURCE).addOption(storeOption())
  addPublishOptions(command)
  addFileOptions(command, converter)
  command
    .option('--json', 'print the report as a JSON object')
    .addOption(
      option('--remote-store <id>', 'server: the id of the store there (default: the id of --store)', parseRemoteStore),
    )
    .addOption(option('--remote-market <code>', 'server: a market of the store there', parseMarketCode))
    .option(
      '--remote-shop',
      'server: take the name, the addresses and the hosts of the shop there, if the store has none',
    )
    .addOption(option('--every <time>', 'server: import again this long after each import: 30s, 5m, 1h', parseInterval))
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(importCatalog)
}

const SOURCE =
  'a catalog file, compressed or not, or several files of one catalog; - for standard input, ' +
  'which may be a stream of `vitrine convert`; ' +
  'or the http(s) address of a file or of a server'

const HTML =
  'HTML in descriptions: clean removes scripts and the like, text makes plain text ' +
  '(default: keep for the native format, otherwise clean)'

function option<Value>(flags: string, help: string, parse: (text: string, before: Value) => Value): Option {
  return new Option(flags, help).argParser(parse)
}

/** What an import changes, and which limits it keeps to. */
function addPublishOptions(command: Command): void {
  command
    .option('--create', 'create the store if it does not exist')
    .option('--name <name>', 'the name of the store that --create creates (default: its id)', parseName)
    .option('--replace', 'remove products that are not in the file')
    .addOption(
      option(
        '--only <fields>',
        'change only these by sku: price, listPrice, stock, popularity (also by slug), or several with commas',
        parsePatchedFields,
      ),
    )
    .addOption(
      option('--market <code>', 'give the texts and prices of the file to this market of the store', parseMarket),
    )
  addSkippingOptions(command)
    .addOption(
      option(
        '--max-removed <share>',
        'refuse to remove more than this share of the products of the store (default: 25%; of fewer than 10: 50%)',
        parsePercentage,
      ),
    )
    .addOption(
      option(
        '--max-new <share>',
        'without --replace, refuse a file if the store lacks more than this share of its products (default: 95%)',
        parsePercentage,
      ),
    )
    .addOption(
      option(
        '--max-lost <share>',
        'refuse a file if more than this share of the products that it has in common with the store would lose their ' +
          'pictures, categories, descriptions or known stocks, or get a price over five times as high or under a fifth ' +
          '(default: 25%)',
        parsePercentage,
      ),
    )
    .option('--change-source', 'allow another format, or another language, than the store has had')
    .option('--dry-run', 'report what would change, and change nothing')
    .option('--hold', 'hold the edition until `vitrine publish` publishes it; nobody sees it before')
}

/** What an import may leave out. */
export function addSkippingOptions(command: Command): Command {
  return command
    .option('--skip-invalid', 'leave out products with problems instead of refusing the file')
    .addOption(
      option(
        '--max-left-out <share>',
        'refuse a file if more than this share is left out (default: 50%; with --only: if no sku is in the store)',
        parsePercentage,
      ),
    )
}

/** How files are read, and what is told about them. */
export function addFileOptions(command: Command, converter: Converter | undefined): void {
  addFormatOptions(command, converter)
  command.option(
    '--write-columns <file>',
    'write what the columns probably are to a file for --columns, and import nothing',
  )
  addContentOptions(command)
  addHeaderOptions(command)
  command.option(
    '--report <file>',
    'write the report to a file: a page if its name ends in .html, otherwise all findings as JSON lines',
  )
}

/** What files are. */
export function addFormatOptions(command: Command, converter: Converter | undefined): void {
  const names = (converter?.FORMATS ?? []).map(({ name }) => name)
  command
    .addOption(
      option('--format <name>', `the format (default: detected): ${names.join(', ')}`, (text) =>
        parseFormat(text, names),
      ),
    )
    .addOption(option('--encoding <name>', 'the character encoding (default: detected)', parseEncoding))
    .option('--sheet <name>', 'the sheet of an .xlsx workbook (default: the first one with rows)')
    .option('--columns <file>', 'a JSON object that maps the headers of the file to those of the format')
}

/** What is made of files. */
export function addContentOptions(command: Command): void {
  command
    .option('--yes', 'import a table of no known format with the columns that are guessed, without asking')
    .addOption(option('--html <treatment>', HTML, parseHtmlTreatment))
}

const EXAMPLES = `
Examples:
  vitrine import catalog.ndjson --store books
  vitrine import catalog.ndjson.gz --store books --create --name "Books"
  vitrine import catalog.json --store books --replace --dry-run
  vitrine import products_export.csv --store shoes --html text --report left-out.ndjson
  vitrine import products_export.csv --store shoes --dry-run --report report.html
  vitrine import products.csv combinations.csv --store shoes
  vitrine import feed.tsv --store shoes --format google --encoding windows-1250
  vitrine import pricelist.xlsx --store shoes --sheet Products
  vitrine import pricelist.xlsx --store shoes --write-columns columns.json
  vitrine import stock.csv --store shoes --only price,stock
  vitrine import produkte.csv --store shoes --market de
  vitrine import spring.ndjson --store shoes --replace --hold
  vitrine import https://erp.example.com/products.csv --store shoes --replace --header-file headers.txt
  vitrine convert products_export.csv | vitrine import - --store shoes
  vitrine import https://backend.example.com/api --store books --remote-store 8f14e45f --every 5m
  vitrine import https://backend.example.com/api --store books-de --remote-store books --remote-market de

Exit codes: 0 done, 1 failed and nothing was changed, 2 wrong usage, 129, 130 or 143 interrupted
and nothing was changed.`

async function importCatalog(sources: readonly string[], options: ImportOptions): Promise<void> {
  checkSources(sources, options)
  const signal = interruptible()
  const isOfAddress = sources.some(isAddress)
  if (isOfAddress) {
    // Before the first request.
    checkImportOptions(options, kindByOptions(options) ?? 'address')
    checkReportPath(sources, options)
    await requireTarget(options)
  }
  const server = isOfAddress ? await serverAt(sources, options, signal) : undefined
  checkImportOptions(options, server ? 'server' : isOfAddress ? 'address' : 'file')
  if (!server) {
    await importAndReport(sources, options, signal)
    return
  }
  if (options.every) return await mirror(server, options, options.every, signal)
  const progress = createProgress(process.stderr, undefined)
  const { report } = await importRemote(server, options, undefined, progress, signal)
  const reason = refusalOf(report!, options)
  printReport(report!, reason, options)
  if (reason !== undefined) throw new CommandError(reason)
}
