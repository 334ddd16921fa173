import { Readable } from 'node:stream'
import type { Product } from '@vitrine/catalog/product'
import type { Store } from '@vitrine/catalog/store'
import { type Feed, type FeedSource, feedText } from '@vitrine/feeds/feed'
import { type FeedCounts, FeedReport } from '@vitrine/feeds/feed-report'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { collected } from '../convert/reading.ts'
import { MEMORY, type Opened } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

export const SHOP: Store = {
  ...storeNamed('a'),
  currency: 'EUR',
  publicName: 'Shop & Co',
  url: 'https://shop.example/',
  productUrl: 'https://shop.example/p/{slug}?variant={sku}',
}

export interface WrittenFeed {
  readonly counts: FeedCounts
  readonly text: string
  /** The products of the store, as an export in the native format has them. */
  readonly products: readonly Product[]
}

/** Loads products into a store and writes them as a feed. */
export async function feedOf(
  opened: Opened,
  feed: Feed,
  ending: string,
  products: readonly unknown[],
  shop: Partial<Store> & Partial<FeedSource> = {},
): Promise<WrittenFeed> {
  const { pictureBase, ...settings } = shop
  await opened.catalogs.addStore({ ...SHOP, ...settings })
  await load(opened.catalogs, SHOP.id, products, { replace: true })
  return await writtenFeed(opened, feed, ending, pictureBase)
}

async function writtenFeed({ catalogs }: Opened, feed: Feed, ending: string, pictureBase: string | undefined) {
  const edition = await catalogs.current(SHOP.id)
  const { currency, productUrl, publicName, url } = edition.store
  const report = new FeedReport()
  const source = { currency: currency!, productUrl: productUrl!, publicName, url, pictureBase }
  const writer = feed.writers[ending]!(source, report)
  const lines = edition.productCount === 0 ? [] : await collected(exportLines(edition))
  const products = lines.map((line) => JSON.parse(line) as Product)
  const text = (await collected(feedText(Readable.from(products), writer))).join('')
  return { text, counts: report.counts(), products }
}

/** As `feedOf`, in a new SQLite database. */
export async function sqliteFeed(...args: Parameters<typeof feedOf> extends [Opened, ...infer Rest] ? Rest : never) {
  await using opened = await MEMORY.open()
  return await feedOf(opened, ...args)
}

/** A complete product, with additional fields. */
export function shirt(more: object = {}, variant: object = {}): Record<string, unknown> {
  return {
    name: 'Shirt',
    slug: 'shirt',
    description: '<p>Soft &amp; warm</p><ul><li>Cotton</li></ul>',
    files: ['https://img.example/shirt.jpg'],
    optionGroups: [{ name: 'Brand', options: [{ name: 'Fell' }] }],
    variants: [{ sku: 'S', price: '19.90', ...variant }],
    ...more,
  }
}

/** A product with two variants of two colors. */
export function jacket(more: object = {}): Record<string, unknown> {
  return {
    name: 'Jacket',
    slug: 'jacket',
    description: 'Dry',
    files: ['https://img.example/jacket.jpg', 'https://img.example/back,side.png'],
    labelValues: ['Clothing', { name: 'Jackets', parent: 'Clothing' }, 'Gifts'],
    variants: [
      {
        sku: 'J-R',
        price: 99,
        listPrice: 149,
        stock: 3,
        gtin: '4006381333931',
        productOptions: { farbe: 'Red', fit: 'Slim' },
        files: ['https://img.example/red.webp'],
      },
      { sku: 'J-B', price: 149, stock: 0, productOptions: { farbe: 'Blue', fit: 'Slim' } },
    ],
    ...more,
  }
}
