import assert from 'node:assert/strict'
import { createReadStream, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { readNative } from '@vitrine/catalog/native/read-native'
import type { Product, Submitted } from '@vitrine/catalog/product'
import type { Warning } from '@vitrine/catalog/submission'
import { COMPLETE_ONLY } from '../quick.ts'
import { store } from './reading.ts'

const FOLDER = new URL('../../demo/', import.meta.url)

async function demo() {
  const products: Submitted<Product>[] = []
  const warnings: Warning[] = []
  const file = createReadStream(new URL('catalog.ndjson', FOLDER))
  for await (const submission of readNative(file, store, (warning) => warnings.push(warning))) {
    assert.ok('product' in submission, JSON.stringify(submission))
    assert.deepEqual(submission.dropped, [])
    products.push(submission.product)
  }
  return { products, warnings }
}

describe('the demo catalog', () => {
  test('has no problem, no warning and no value that is dropped', async () => {
    assert.deepEqual((await demo()).warnings, [])
  })

  test('tells the alt text and the size of every picture', { skip: COMPLETE_ONLY }, async () => {
    const { products } = await demo()
    for (const { file } of products.flatMap(({ files, variants }) => [files, ...variants.map((v) => v.files)].flat())) {
      const picture = readFileSync(new URL(file.path.replace('/demo/', ''), FOLDER), 'utf8')
      const [, width, height] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"/.exec(picture)!
      assert.deepEqual([file.width, file.height], [Number(width), Number(height)], file.path)
      assert.ok(file.alt, file.path)
    }
  })

  test('has list prices on the variants with the label sale, or else on all variants of a product with it', async () => {
    const isOnSale = ({ labelValues }: { readonly labelValues: readonly { readonly code: string }[] }) =>
      labelValues.some(({ code }) => code === 'sale')
    for (const product of (await demo()).products) {
      const labelled = product.variants.filter(isOnSale)
      const reduced = !isOnSale(product) ? [] : labelled.length > 0 ? labelled : product.variants
      const withListPrice = product.variants.filter(({ listPrice }) => listPrice !== undefined)
      assert.deepEqual(withListPrice, reduced, product.slug)
    }
  })

  test('has a German description, slug and price of everything that the market de sells', async () => {
    const { products } = await demo()
    const sold = products.filter(({ markets }) => markets?.de?.included !== false)
    assert.equal(products.length - sold.length, 5)
    for (const { slug, variants, labelValues, markets } of sold) {
      const { de } = markets!
      assert.match(de!.slug!, /^[a-z0-9-]+$/, slug)
      // A product whose text is German in the store says nothing else here.
      assert.ok(de!.description || slug === 'das-kleine-buch-vom-brot', slug)
      for (const { code } of labelValues) assert.ok(de!.labelValues?.[code], `${slug}: ${code}`)
      for (const { sku, listPrice } of variants) {
        const german = de!.variants![sku]!
        assert.match(german.price!, /^\d+\.(00|20|50|90)$/, sku)
        assert.equal(german.listPrice === undefined, listPrice === undefined, sku)
      }
    }
    const slugs = sold.map(({ markets }) => markets!.de!.slug)
    assert.equal(new Set(slugs).size, slugs.length)
  })
})
