import { basename } from 'node:path'
import { describeStore, storeAndMarket } from '@vitrine/catalog/market'
import type { Product } from '@vitrine/catalog/product'
import type { Store } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import { positionBatches, readProducts } from '@vitrine/engine/publish/read-products'
import { InvalidArgumentError } from 'commander'
import { CommandError, UsageError } from '../errors.ts'
import type { Feeds } from '../optional-packages.ts'
import { escapeControls, formatNumber, quantity } from '../terminal-text.ts'
import { writeOutput } from '../write-output.ts'

/**
 * Writes a feed of the edition, and a report to standard error. Throws `CommandError` if the store lacks a setting, and
 * if no variant can be in the feed: a service would remove all products that it has.
 */
export async function exportFeed(
  edition: Edition,
  { feeds, feed, openWriter }: FeedFile,
  { output, overwrite, pictures, json }: FeedOptions,
  signal: AbortSignal,
): Promise<void> {
  const report = new feeds.FeedReport()
  const writer = openWriter(feedSource(edition.store, feed, pictures), report)
  const print = () => {
    const counts = report.counts()
    if (json) console.error(escapeControls(JSON.stringify(feedReportOf(edition, feed, counts))))
    else for (const line of feedFindings(counts, feeds)) console.error(line)
  }
  try {
    await writeOutput(refuseEmpty(feeds.feedText(productsOf(edition), writer), report), output, overwrite, signal)
  } catch (error) {
    if (error instanceof EmptyFeed) print()
    throw error
  }
  print()
  if (!json) console.error(feedSummary(edition, output, report.counts()))
}

/** Products that are read together. */
const BATCH = 200

/** All products of an edition, in the default order. */
async function* productsOf(edition: Edition): AsyncGenerator<Product> {
  for await (const positions of positionBatches(edition, BATCH)) yield* await readProducts(edition, positions)
}

/** The options of `vitrine export` for a feed. */
export interface FeedOptions {
  readonly output?: string
  readonly overwrite?: boolean
  /** The URL of pictures whose path is relative. */
  readonly pictures?: string
  readonly json?: boolean
}

/** A feed, and how the file of this export is written. */
interface FeedFile {
  readonly feeds: Feeds
  readonly feed: Feed
  readonly openWriter: FeedWriterFactory
}

/** The name of the file chooses how it is written. Throws `UsageError` if the feed has no such files. */
export function feedFileOf(feeds: Feeds, format: string, output: string | undefined): FeedFile {
  const feed = feeds.FEEDS.find(({ name }) => name === format)!
  const endings = Object.keys(feed.writers)
  const ending = output === undefined ? endings[0]! : /\.([^.]*)$/.exec(basename(output).replace(/\.gz$/, ''))?.[1]
  const openWriter = feed.writers[ending?.toLowerCase() ?? '']
  if (openWriter) return { feeds, feed, openWriter }
  const right = endings.flatMap((each) => [`.${each}`, `.${each}.gz`]).join(', ')
  throw new UsageError(`${output} is not a name for ${feed.title}; the name must end in one of ${right}`)
}

export function parsePictures(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new InvalidArgumentError('Expected an http or https URL, such as https://img.shop.example/.')
}

class EmptyFeed extends CommandError {}

async function* refuseEmpty(text: AsyncIterable<string>, report: FeedReport): AsyncGenerator<string> {
  yield* text
  if (report.variants === 0)
    throw new EmptyFeed('nothing was exported: no variant can be in the feed, and an empty feed would remove them all')
}

const SETTINGS: Readonly<Record<FeedSetting, readonly [noun: string, option: string]>> = {
  currency: ['currency', '--currency EUR'],
  productUrl: ['product URL', "--product-url 'https://shop.example/products/{slug}'"],
  publicName: ['public name', "--public-name 'My shop'"],
}

function feedSource(store: Store, feed: Feed, pictureBase: string | undefined): FeedSource {
  const missing = feed.needs.filter((name) => store[name] === undefined).map((name) => SETTINGS[name])
  const { currency, productUrl, publicName, url, language } = store
  const { store: parent, market } = storeAndMarket(store.id)
  if (missing.length === 0) {
    const source = { currency: currency!, productUrl: productUrl!, publicName, url, pictureBase }
    return market === undefined ? source : { ...source, language }
  }
  const nouns = missing.map(([noun]) => `no ${noun}`).join(' and ')
  const target = market === undefined ? `store set ${parent}` : `market set ${parent} ${market}`
  const command = `vitrine ${target} ${missing.map(([, option]) => option).join(' ')}`
  throw new CommandError(
    `${describeStore(store.id)} has ${nouns}, which ${feed.title} needs; set it with \`${command}\``,
  )
}

function feedReportOf({ number, store: { id } }: Edition, { name: format }: Feed, counts: FeedCounts) {
  const { store, market } = storeAndMarket(id)
  return { store, ...(market !== undefined && { market }), edition: number, format, ...counts }
}

/** What is left out and shortened, as lines. */
function* feedFindings({ leftOut, shortened }: FeedCounts, { FEED_REASONS }: Feeds): Generator<string> {
  for (const { reason, count, examples } of leftOut) {
    const what = quantity(count, reason === 'no-variants' ? 'product' : 'variant')
    const more = count > examples.length ? `, and ${formatNumber(count - examples.length)} more` : ''
    yield escapeControls(`left out: ${what}, since ${FEED_REASONS[reason]}: ${examples.join(', ')}${more}`)
  }
  for (const { field, count } of shortened)
    yield `shortened: ${quantity(count, field)} to the length that the feed takes`
}

function feedSummary({ number, store: { id } }: Edition, output: string | undefined, counts: FeedCounts): string {
  const { products, variants } = counts
  const target = output === undefined ? '' : ` to ${output}`
  const contents = `${quantity(variants, 'variant')} of ${quantity(products, 'product')}`
  return `exported edition ${number} of ${describeStore(id)}${target}: ${contents}`
}

type Feed = Feeds['FEEDS'][number]
type FeedReport = InstanceType<Feeds['FeedReport']>
type FeedCounts = ReturnType<FeedReport['counts']>
type FeedWriterFactory = Feed['writers'][string]
type FeedSource = Parameters<FeedWriterFactory>[0]
type FeedSetting = Feed['needs'][number]
