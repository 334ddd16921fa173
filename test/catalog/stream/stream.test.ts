import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { storeId } from '@vitrine/catalog/store'
import { openStream } from '@vitrine/catalog/stream/read-stream'
import type { StreamStore } from '@vitrine/catalog/stream/record'
import { readStreamStore } from '@vitrine/catalog/stream/stream-store'
import type { AcceptedProduct, PatchedField } from '@vitrine/catalog/submission'
import { derivedId } from '@vitrine/catalog/uuid'
import { chunked, read, shirt, store } from '../../convert/reading.ts'
import {
  assertSameThroughStream,
  type Sequence,
  sequenceOf,
  streamOf,
  throughStream,
} from '../../convert/through-stream.ts'

const HEADER = { store: { id: 'demo' }, contents: 'products', format: 'shopify' }

/** Reads lines of a stream, each JSON or text. */
async function readLines(
  lines: readonly unknown[],
  { target = store, only }: { readonly target?: StreamStore; readonly only?: readonly PatchedField[] } = {},
): Promise<Sequence> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const { stream } = await openStream(chunked(text), only)
  return await sequenceOf(stream!, target)
}

async function productsOf(...products: object[]): Promise<Sequence> {
  const { submissions } = await read(products.map((product) => JSON.stringify(product)).join('\n'))
  return submissions
}

describe('a stream', () => {
  test('gives the products as they were read', async () => {
    const size = { name: 'Size', options: [{ name: 'S' }, { name: 'M', color: '#fff' }] }
    const files = ['a.jpg', 'a.jpg', { priority: 2, file: { path: 'b.jpg', alt: 'B' } }]
    const taxRate = { name: 'Reduced', rate: 7 }
    const products = await productsOf(
      // It is no default, although it is called as that.
      shirt({ slug: 'free' }, { taxRate: { name: 'No tax', rate: 0 } }),
      shirt({ optionGroups: [size], files }, { productOptions: { size: 'S' }, files, taxRate, labelValues: ['new'] }),
      shirt({ slug: 'hat', currency: 'EUR', labelValues: ['Hats', { name: 'Caps', parent: 'Hats' }] }),
      shirt({
        id: 'd9428888-122b-4b2a-8b0c-05d3c5c1c1c1',
        slug: 'b',
        formerSlugs: ['c'],
        markets: { de: { name: 'B' } },
      }),
    )
    await assertSameThroughStream(products, store)
  })

  test('has no id that its reader can derive, and gives those of the store that reads it', async () => {
    const file = JSON.stringify(shirt({ labelValues: ['New'] }, { productOptions: { size: 'S' }, files: ['a.jpg'] }))
    const { submissions } = await read(file)
    assert.doesNotMatch((await streamOf(submissions, store)).slice(1).join(), /"id"/)
    const other = { ...store, id: storeId('other')! }
    const [found] = (await throughStream(submissions, store, { target: other })) as AcceptedProduct[]
    assert.equal(found!.product.id, derivedId('other', 'product', 'shirt'))
  })

  test('names the keys that ids of a shop system were derived from, also from one another', async () => {
    const productId = derivedId('demo', 'shop', '7')
    const variantId = derivedId('demo', 'shop', productId, 'S1')
    const [accepted] = (await productsOf(shirt({ id: productId }, { id: variantId }))) as AcceptedProduct[]
    const derivedFrom = new Map([
      [productId, ['shop', '7']],
      [variantId, ['shop', ['shop', '7'], 'S1']],
    ])
    const other = { ...store, id: storeId('other')! }
    const [found] = (await throughStream([{ ...accepted!, derivedFrom }], store, {
      target: other,
    })) as AcceptedProduct[]
    assert.equal(found!.product.id, derivedId('other', 'shop', '7'))
    assert.equal(found!.product.variants[0]!.id, derivedId('other', 'shop', derivedId('other', 'shop', '7'), 'S1'))
  })

  test('refuses a product with a key that is none', async () => {
    const wrong = [[], ['shop', 7], 'shop', [[[['shop']]]]]
    const products = wrong.map((idFrom) => ({ product: shirt({ idFrom }) }))
    const beside = { product: shirt({ id: derivedId('demo', 'a'), idFrom: ['shop', '7'] }) }
    const ofVariant = { product: shirt({}, { idFrom: {} }) }
    const found = await readLines([HEADER, ...products, beside, ofVariant, { end: { products: 6 } }])
    assert.deepEqual(
      found.map((record) => ('problems' in record ? record.problems[0].path : 'none')),
      ['idFrom', 'idFrom', 'idFrom', 'idFrom', 'idFrom', 'variants[0].idFrom'],
    )
  })

  test('keeps what a product says of markets, even if it only takes something back', async () => {
    const [accepted] = (await productsOf(shirt())) as AcceptedProduct[]
    const markets = { de: { variants: {}, name: 'Hemd' }, fr: { included: true }, it: { included: false } }
    await assertSameThroughStream([{ ...accepted!, product: { ...accepted!.product, markets } }], store)
  })

  test('gives problems, findings, patches and texts as they were', async () => {
    const place = { line: 3, row: 2, file: 'a.csv' }
    const problem = { ...place, path: 'Price', wrong: 'is "x"', right: 'a price', column: 'B', product: 'Shirt' }
    const findings: Sequence = [
      { used: [{ header: 'Price', becomes: 'the price' }] },
      { unused: ['Color'] },
      { rows: 3 },
      { warning: { ...place, path: 'Stock', message: 'is 5.0 and counts as 5' } },
      { leftOut: { ...place, reason: 'draft', product: 'Hat' } },
      { ...place, problems: [problem] },
    ]
    assert.deepEqual(await throughStream(findings, store), findings)
    const patch = { line: 2, row: 2, sku: 'S1', price: '5.00', stock: null }
    const lines = await streamOf([{ patch }], store, 'patches')
    assert.deepEqual(await readLines(lines, { only: ['price', 'stock'] }), [{ patch }])
    const text = {
      ...{ place, identification: '7', type: 'PRODUCT', field: 'title', locale: 'de', market: '' },
      ...{ original: 'Shirt', translated: 'Hemd' },
    }
    assert.deepEqual(await throughStream([{ text }], store, { contents: 'texts' }), [{ text }])
  })

  test('may be written by hand: its products are checked as those of a file', async () => {
    const found = await readLines([
      HEADER,
      { product: { name: 'Shirt', colour: 'red', variants: [{ sku: 'S1', price: 5 }] }, line: 7 },
      { product: { name: 'Hat', variants: [{ sku: 'H1', price: -5 }] }, line: 8 },
      { end: { products: 2 } },
    ])
    assert.deepEqual(
      found.map((record) => ('product' in record ? record.product.slug : JSON.stringify(record))),
      [
        '{"warning":{"line":7,"path":"colour","message":"is not a known field and is ignored"}}',
        'shirt',
        JSON.stringify({
          line: 8,
          problems: [
            {
              ...{ line: 8, product: 'Hat', path: 'variants[0].price', wrong: 'is -5, which is negative' },
              right: 'a price of 0 or more with at most two decimals, such as "19.90"',
            },
          ],
        }),
      ],
    )
  })
})

describe('a stream is refused', () => {
  test('wherever it is cut off', async () => {
    const lines = await streamOf([...(await productsOf(shirt(), shirt({ slug: 'b' }))), { rows: 2 }], store)
    assert.equal((await readLines(lines.map((line) => line.trim()))).length, 3)
    const text = lines.join('')
    for (const cut of [...lines.keys()].slice(1).map((count) => lines.slice(0, count).join('').length)) {
      await assert.rejects(
        readLines([text.slice(0, cut)]),
        /The stream is cut off after \d of its products: it has no end record/,
      )
      await assert.rejects(
        readLines([text.slice(0, cut + 20)]),
        /The stream is damaged: it (?:is cut off: its JSON does not end|is not valid JSON)/,
      )
    }
  })

  test('if its end record does not fit, or is not its end', async () => {
    const product = { product: shirt() }
    await assert.rejects(readLines([HEADER, product, { end: { products: 2 } }]), {
      message: 'Line 3: The end record says 2 products, and the stream has 1. Make it again.',
    })
    const end = { end: { products: 1 } }
    await assert.rejects(readLines([HEADER, product, end, end]), {
      message: 'Line 4: The stream goes on after its end record.',
    })
  })

  test('if a line is no record', async () => {
    const wrong = [
      {},
      [],
      { rows: -1 },
      { used: [{ header: 'a' }] },
      { unused: [5] },
      { leftOut: { line: 2, reason: 'unknown' } },
      { warning: { line: 2, path: 'a' } },
      { problems: [] },
      { problems: [{ path: 'a' }] },
      { product: shirt(), hasSlug: 'no' },
      { product: shirt(), productUrl: 5 },
      { product: shirt(), dropped: [{}] },
    ]
    for (const line of wrong)
      await assert.rejects(
        readLines([HEADER, line]),
        { message: 'Line 2: The line is no record of the stream. Make the stream again.' },
        JSON.stringify(line),
      )
  })

  test('if a line is damaged, or of another kind', async () => {
    await assert.rejects(readLines([HEADER, 'no JSON']), /Line 2: The stream is damaged: it is not valid JSON/)
    await assert.rejects(readLines([HEADER, { patch: { sku: 'S1' } }]), {
      message: 'Line 2: The stream has products, and this is a patch.',
    })
  })

  test('if its first record does not say what it is', async () => {
    const wrong = [
      { ...HEADER, contents: 'shoes' },
      { ...HEADER, format: undefined },
      { ...HEADER, store: { currency: 5 } },
    ]
    for (const header of wrong)
      await assert.rejects(readLines([header, { end: { products: 0 } }]), /^CatalogFileError: Line 1: The first record/)
  })

  test('if its prices are in another currency than those of the store', async () => {
    const header = { ...HEADER, store: { id: 'demo', currency: 'USD' } }
    await assert.rejects(readLines([header, { end: { products: 0 } }], { target: { ...store, currency: 'EUR' } }), {
      message: 'The stream was made for a store with the currency USD, and demo has EUR. Make it for this store.',
    })
  })
})

test('a stream may be gzipped, may have a byte order mark, and its first record its fields in any order', async () => {
  const { store: target, ...others } = HEADER
  const text = `\ufeff${JSON.stringify({ ...others, store: target })}\n{"end":{"products":0}}\n`
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const { stream } = await openStream(Readable.from([bytes]))
    assert.deepEqual(await sequenceOf(stream!, store), [])
  }
  // A store may have many markets.
  const markets = Array.from({ length: 500 }, (_, index) => ({ code: `m${index}`, language: 'de', currency: 'EUR' }))
  const long = `${JSON.stringify({ ...HEADER, store: { id: 'demo', markets } })}\n{"end":{"products":0}}\n`
  const { stream } = await openStream(chunked(long, 1000))
  assert.deepEqual(await sequenceOf(stream!, store), [])
})

test('what is no stream is left as it is', async () => {
  for (const text of [
    '[]',
    '{"name":"Shirt"}',
    'store,contents\n',
    '',
    '{"store":"main","name":"Shirt"}',
    '{"store":{}}',
  ]) {
    const { stream, bytes } = await openStream(Readable.from([Buffer.from(text)]))
    assert.equal(stream, undefined)
    assert.equal(
      Buffer.concat(
        await bytes[Symbol.asyncIterator]()
          .next()
          .then(({ value }) => (value ? [value] : [])),
      ).toString(),
      text,
    )
  }
})

test('the store of a stream is what `vitrine store show --json` prints', () => {
  const shown = { ...store, currency: 'EUR', markets: [{ code: 'de', language: 'de', currency: 'EUR' }], edition: {} }
  const { id, currency, language, taxRate, markets } = { language: undefined, ...shown }
  assert.deepEqual(readStreamStore(JSON.stringify(shown)), { id, currency, language, taxRate, markets })
  for (const wrong of [
    '',
    '[]',
    '{"id":"a b"}',
    JSON.stringify({ ...shown, currency: 5 }),
    JSON.stringify({ ...shown, markets: [{}] }),
  ])
    assert.equal(readStreamStore(wrong), undefined)
})
