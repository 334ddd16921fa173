import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product, Variant } from '@vitrine/catalog/product'
import { withStoreTaxRate } from '@vitrine/catalog/store-tax-rate'
import type { Uuid } from '@vitrine/catalog/uuid'
import { packSource } from '@vitrine/engine/edition/packed-source'
import { renderVariants } from '@vitrine/engine/edition/variant-documents'
import { renderDocuments, sourceDocument } from '@vitrine/engine/publish/render'

const id = '11111111-1111-4111-8111-111111111111' as Uuid
const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const STAMPS = `"createdAt":"${stamps.createdAt}","updatedAt":"${stamps.updatedAt}"`
const STORE_RATE = { id, name: 'VAT', rate: 21, isDefault: true, ...stamps }
const stored = { originalName: 'o.png', fileName: 'f.png', mimeType: 'image/png', fileSize: 7, path: '/f.png' }

/** A product with one variant and two pictures. */
function product(variant: Partial<Variant>, picture: object): Product {
  return {
    ...{ id, name: 'Shirt', description: 'Red', slug: 'shirt', ...stamps },
    variants: [
      {
        ...{ id, name: 'Shirt, M', sku: 'S-M', price: '5.00', stock: null, productOptions: [] },
        files: [{ id, ...stamps, priority: 0, file: { id, ...stamps, ...stored, ...picture } }],
        taxRate: { id, name: 'VAT', rate: 20, isDefault: true, ...stamps },
        ...{ labelValues: [], ...stamps, ...variant },
      },
    ],
    files: [{ id, priority: 0, file: { path: '/f.png', mimeType: 'image/png', ...picture } }],
    ...{ optionGroups: [], labelValues: [] },
  }
}

/** The documents of the product, with the given JSON after the sku, the price and the pictures. */
function documents(gtin: string, listPrice: string, picture: string) {
  const identity = `{"id":"${id}","name":"Shirt","description":"Red","slug":"shirt",`
  const variant = (gtin: string) =>
    `{"id":"${id}","name":"Shirt, M","sku":"S-M",${gtin}"price":"5.00",${listPrice}"stock":null,"productOptions":[]`
  const files = `"files":[{"id":"${id}","priority":0,"file":{"path":"/f.png","mimeType":"image/png"${picture}}}]`
  const fullFile = `"files":[{"id":"${id}",${STAMPS},"priority":0,"file":{"id":"${id}",${STAMPS},"originalName":"o.png","fileName":"f.png","mimeType":"image/png","fileSize":7,"path":"/f.png"${picture}}}]`
  const taxRate = `"taxRate":{"id":"${id}","name":"VAT","rate":20,"isDefault":true,${STAMPS}}`
  const reference = `"product":${identity}"variants":[],"files":[],"optionGroups":[],"labelValues":[]}`
  return {
    summary: `${identity}"variants":[${variant('')}}],"labelValues":[]}`,
    detail: `${identity}"variants":[${variant(gtin)},${files}}],${files},"optionGroups":[],"labelValues":[]}`,
    variants: [`${variant(gtin)},${fullFile},${taxRate},"labelValues":[],${reference}}`],
  }
}

/** What answers show of a product. Its variants are rendered from what is stored of it. */
function rendering(product: Product) {
  const { summary, detail } = renderDocuments(product)
  const positions = Uint32Array.from(product.variants.keys())
  const stored = { variants: positions.join(), body: packSource(`${sourceDocument(product, STORE_RATE)}\n{}`) }
  const variants = renderVariants([stored], { positions }, STORE_RATE)
  return { summary, detail, variants: [...variants.values()] }
}

test('a product without list prices, gtins and details of pictures has the documents of the specification, to the byte', () => {
  const rendered = rendering(product({}, {}))
  assert.deepEqual(rendered, documents('', '', ''))
})

test('a list price is in every form, a gtin outside of lists, and the details of pictures wherever pictures are', () => {
  const picture = { alt: 'A “red” shirt', width: 400, height: 300 }
  const rendered = rendering(product({ gtin: '96385074', listPrice: '9.00' }, picture))
  const expected = documents(
    '"gtin":"96385074",',
    '"listPrice":"9.00",',
    ',"alt":"A “red” shirt","width":400,"height":300',
  )
  assert.deepEqual(rendered, expected)
})

test('the source is the product with all fields that it has, also those that no other document shows', () => {
  const later = { ...product({}, {}), laterField: 'kept' }
  assert.deepEqual(JSON.parse(sourceDocument(later, STORE_RATE)), later)
})

test('a variant with the rate of the store has none in the source, and the rate in its document', () => {
  const [own, ofStore] = [product({}, {}), product({ taxRate: { ...STORE_RATE } }, {})]
  const both = { ...own, variants: [...own.variants, ...ofStore.variants] }
  const source = sourceDocument(both, STORE_RATE)
  const { variants } = rendering(both)
  assert.deepEqual(
    JSON.parse(source).variants.map(({ taxRate }: Variant) => taxRate),
    [own.variants[0]!.taxRate, null],
  )
  assert.deepEqual(
    variants.map((body) => JSON.parse(body).taxRate.rate),
    [20, 21],
  )
  assert.equal(withStoreTaxRate(source, STORE_RATE).split('"rate":21').length, 2)
})
