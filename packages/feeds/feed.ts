import type { Product } from '@vitrine/catalog/product'
import type { Store } from '@vitrine/catalog/store'
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

/** The text of a feed with these products. */
export async function* feedText(products: AsyncIterable<Product>, writer: FeedWriter): AsyncGenerator<string> {
  yield writer.begin
  for await (const product of products) yield writer.product(product)
  yield writer.end
}
