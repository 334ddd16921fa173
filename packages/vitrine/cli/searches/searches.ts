import { addAbortSignal } from 'node:stream'
import { isPhrase, synonymLines } from '@vitrine/catalog/declared/read-synonyms'
import { decompress } from '@vitrine/catalog/json/decompress'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { StoreId } from '@vitrine/catalog/store'
import { isOneWay, type SynonymEntry } from '@vitrine/catalog/synonyms'
import { tokenize } from '@vitrine/catalog/words'
import { openEditions } from '@vitrine/engine/database/open'
import { type Command, InvalidArgumentError } from 'commander'
import { CommandError, UsageError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import { openInput } from '../input-file.ts'
import { databaseOption, marketOption, parseStoreId } from '../options.ts'
import { interruptible } from '../signals.ts'
import { escapeControls, formatNumber, quantity, table } from '../terminal-text.ts'
import { writeOutput } from '../write-output.ts'
import { type CountedSearch, SearchTally } from './search-tally.ts'

interface Options {
  readonly store?: StoreId
  readonly market?: string
  readonly limit: number
  readonly synonyms?: string
  readonly overwrite?: boolean
  readonly json?: boolean
  readonly database: string
}

/** `vitrine searches`: sums up what shoppers searched for and did not find. */
export function addSearchesCommand(command: Command): void {
  command
    .argument('<logs...>', 'files of `vitrine serve --search-log`, gzipped or not, or - for standard input')
    .option('--store <id>', 'count the searches of this store only', parseStoreId)
    .addOption(marketOption('count the searches in this market only'))
    .option('--limit <number>', 'the searches of each kind to show: the most frequent', parseLimit, 20)
    .option(
      '--synonyms <file>',
      'write a file of synonyms to complete: those of the store, and searches without a result',
    )
    .option('--overwrite', 'replace the file of synonyms if it exists')
    .option('--json', 'print a JSON object')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(searches)
}

const EXAMPLES = `
Examples:
  vitrine serve --search-log searches.ndjson
  vitrine searches searches.ndjson
  vitrine searches searches.ndjson searches.ndjson.*.gz --store books --limit 100
  vitrine searches searches.ndjson --store books --synonyms synonyms.csv

What became of a search:
  found      results have all of its words
  corrected  other words were taken for some of its words
  dropped    some of its words were left out
  filtered   it finds products, and none of them passes the filters
  none       it finds nothing

In the file of synonyms, each search without a result is a comment, such as "# gumboots =>". Remove the # and write
words of your catalog after the arrow. \`vitrine synonyms synonyms.csv --store books\` then publishes the file.`

const MAX_LIMIT = 5000

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > MAX_LIMIT)
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_LIMIT}.`)
  return Number(text)
}

async function searches(logs: readonly string[], options: Options): Promise<void> {
  const { limit, json, overwrite } = options
  const file = options.synonyms
  if (overwrite && file === undefined) throw new UsageError('--overwrite is for --synonyms')
  if (logs.filter((log) => log === '-').length > 1) throw new UsageError('- stands for standard input once')
  const signal = interruptible()
  try {
    const tally = new SearchTally(options.store, options.market)
    for (const log of logs) await count(log, tally, signal)
    if (tally.total === 0) throw new CommandError(nothingIn(tally, options))
    console.log(json ? JSON.stringify(reportOf(tally, limit)) : textOf(tally, limit))
    if (file !== undefined) await writeSynonyms(file, storeOf(tally), tally, options, signal)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

async function count(log: string, tally: SearchTally, signal: AbortSignal): Promise<void> {
  const stream = log === '-' ? process.stdin : openInput(log, 'a log of searches', ', or - for standard input').stream
  const bytes = decompress(addAbortSignal(signal, stream))
  try {
    for await (const line of linesOf(bytes)) tally.add(line)
  } catch (error) {
    throw error instanceof CatalogFileError ? error.in(log) : error
  }
}

/** A line of a log has at most some 500 characters. Of a longer one, only the beginning is kept. */
const MAX_LINE = 10_000

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let unfinished = ''
  for await (const chunk of bytes) {
    const lines = (unfinished + decoder.decode(chunk, { stream: true })).split('\n')
    unfinished = lines.pop()!.slice(0, MAX_LINE)
    yield* lines
  }
  yield unfinished
}

function nothingIn({ unreadable }: SearchTally, { store, market }: Options): string {
  if (unreadable > 0) return `no line is a search; expected the log of \`vitrine serve --search-log\``
  const where = [
    ...(market === undefined ? [] : [`market ${market}`]),
    ...(store === undefined ? [] : [`store ${store}`]),
  ]
  return ['the log has no searches', ...where].join(' of ')
}

function reportOf(tally: SearchTally, limit: number) {
  return {
    from: tally.from,
    to: tally.to,
    stores: [...tally.stores],
    searches: tally.total,
    outcomes: Object.fromEntries(tally.outcomes),
    unreadableLines: tally.unreadable,
    forgotRare: tally.forgotRare,
    none: tally.list(['none']).slice(0, limit),
    relaxed: tally.list(['dropped', 'corrected']).slice(0, limit),
    filtered: tally.list(['filtered']).slice(0, limit),
  }
}

function textOf(tally: SearchTally, limit: number): string {
  const { total, from, to, unreadable, forgotRare, outcomes, stores, hasMarkets } = tally
  const { none, relaxed, filtered } = reportOf(tally, limit)
  const shares = [...outcomes].map(([outcome, count]) => [
    outcome,
    formatNumber(count),
    `${((100 * count) / total).toFixed(1)} %`,
  ])
  const isOfSeveral = stores.size > 1
  return [
    `${searchesText(total)} from ${from.slice(0, 10)} to ${to.slice(0, 10)}`,
    ...(unreadable > 0 ? [`${quantity(unreadable, 'line')} of the log cannot be read`] : []),
    ...(forgotRare ? ['there are very many different searches: rare ones are missing below'] : []),
    table([['OUTCOME', 'SEARCHES', 'SHARE'], ...shares]),
    ...section('Without a result:', none, isOfSeveral, hasMarkets),
    ...section('With other words, or without some of the words:', relaxed, isOfSeveral, hasMarkets),
    ...section('With results, of which none passed the filters:', filtered, isOfSeveral, hasMarkets),
  ].join('\n')
}

function section(title: string, listed: readonly CountedSearch[], isOfSeveral: boolean, hasMarkets: boolean): string[] {
  if (listed.length === 0) return []
  const rows = listed.map(({ store, market = '', words, outcome, count, last }) => [
    formatNumber(count),
    last.slice(0, 10),
    outcome,
    ...(isOfSeveral ? [store] : []),
    ...(hasMarkets ? [market] : []),
    words,
  ])
  const head = [
    'SEARCHES',
    'LAST',
    'OUTCOME',
    ...(isOfSeveral ? ['STORE'] : []),
    ...(hasMarkets ? ['MARKET'] : []),
    'WORDS',
  ]
  return [`\n${title}`, table([head, ...rows])]
}

/** The store whose synonyms are written. Throws `CommandError` if there are several. */
function storeOf({ stores }: SearchTally): StoreId {
  const [store, ...others] = stores
  if (others.length === 0) return store!
  throw new CommandError(`the log has searches of ${stores.size} stores; --store names the one of the synonyms`)
}

/** The file begins with the synonyms that the store has: `vitrine synonyms` replaces all of them by those of a file. */
async function writeSynonyms(
  file: string,
  store: StoreId,
  tally: SearchTally,
  { market, limit, overwrite, database }: Options,
  signal: AbortSignal,
): Promise<void> {
  await using editions = await openEditions(database)
  const entries = await (await requireEdition(editions, store, market)).synonymEntries()
  const declared = new Set(entries.flatMap(phrasesOf))
  // Without --market, the synonyms are those of the store itself, which has another language than its markets.
  const ofMarket = tally.list(['none']).filter((search) => search.market === market)
  const open = ofMarket.filter(({ words }) => isPhrase(words) && !declared.has(words))
  const missing = open.slice(0, limit)
  await writeOutput(synonymFile(file, store, market, entries, missing), file, overwrite, signal)
  console.error(`wrote ${file}: ${searchesText(missing.length)} without a result to complete`)
}

function searchesText(count: number): string {
  return count === 1 ? '1 search' : `${formatNumber(count)} searches`
}

/** The phrases for which a search finds more already, with their words as in a log. */
function phrasesOf(entry: SynonymEntry): string[] {
  return (isOneWay(entry) ? [entry.from] : entry).map((phrase) => tokenize(phrase).join(' '))
}

async function* synonymFile(
  file: string,
  store: StoreId,
  market: string | undefined,
  entries: readonly SynonymEntry[],
  missing: readonly CountedSearch[],
): AsyncGenerator<string> {
  const [name, option] = market === undefined ? ['', ''] : [`market ${market} of `, ` --market ${market}`]
  const command = `vitrine synonyms ${escapeControls(file)} --store ${store}${option}`
  yield `# Synonyms of ${name}store ${store}. Publish them with: ${command}\n`
  yield `# The file replaces all synonyms of the ${market === undefined ? 'store' : 'market'}. These are the ones that it has:\n`
  yield entries.length === 0 ? '# (none yet)\n' : synonymLines(entries)
  yield '#\n# Searches without a result, the most frequent first. If your catalog has it under another name, remove the #\n'
  yield '# and write the words of your catalog after the arrow, with commas: gumboots => rubber boots, wellingtons\n'
  for (const { words, count, last } of missing) {
    const searched = count === 1 ? 'searched once' : `searched ${formatNumber(count)} times`
    yield `#\n# ${searched}, the last time on ${last.slice(0, 10)}:\n# ${words} =>\n`
  }
}
