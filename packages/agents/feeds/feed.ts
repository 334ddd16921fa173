import type { Product } from '@vitrine/catalog/product'
import type { Store } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import { positionBatches, readProducts } from '@vitrine/engine/publish/read-products'
import type { FeedReport } from './feed-report.ts'

/** A kind of feed for shopping services and assistants. */
export interface Feed {
  /** The name for `--format`. */
  readonly name: string
  readonly title: string
  /** The settings that a store must have. */
  readonly needs: readonly FeedSetting[]
  /** How its files are written, by the ending of their names. The first is the default. */
  readonly writers: Readonly<Record<string, FeedWriterFactory>>
}

export type FeedSetting = 'currency' | 'productUrl' | 'publicName'

export type FeedWriterFactory = (source: FeedSource, report: FeedReport) => FeedWriter

/** Writes a feed, one product at a time. */
export interface FeedWriter {
  /** The text before the first product. */
  readonly begin: string
  /** The text of a product; empty if all of it is left out. */
  product(product: Product): string
  /** The text after the last product. */
  readonly end: string
}

/** The facts about the shop that feeds repeat with each product. */
export interface FeedSource extends Pick<Store, 'publicName' | 'url'> {
  /** In a market, the language of its texts. */
  readonly language?: string | undefined
  readonly currency: string
  readonly productUrl: string
  /** The URL of pictures whose path is relative; without one, these pictures are left out. */
  readonly pictureBase: string | undefined
}

const BATCH = 200

/** The text of a feed with all products of an edition, in the default order. */
export async function* feedText(edition: Edition, writer: FeedWriter): AsyncGenerator<string> {
  yield writer.begin
  for await (const positions of positionBatches(edition, BATCH))
    for (const product of await readProducts(edition, positions)) yield writer.product(product)
  yield writer.end
}
