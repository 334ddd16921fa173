import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { onOneLine } from '@vitrine/catalog/native/control-characters'
import { fold, tokenize } from '@vitrine/catalog/words'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { ProductRow, VariantRow } from '@vitrine/engine/edition/rows'
import type { Kind, Sort, Term } from '@vitrine/engine/edition/term'
import { toSortedPositions } from '@vitrine/engine/index/posting-list'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'

const A = storeNamed('a')

/** What a statement, an array or a line of rows would be taken apart by if it were not escaped. */
const AWKWARD = [
  '\\N',
  '\\.',
  '\\x41',
  '\\101',
  '\\',
  '\\\\',
  '\\\\N',
  'ends with \\',
  'a\ttab',
  'a\nline',
  'a\r\nline',
  '\\t\\n',
  '\b\f\v\u0001\u001f\u007f',
  "'",
  "''; DROP TABLE stores; --",
  '"',
  '""',
  '`',
  '{}',
  '{a,b}',
  'a,b',
  'NULL',
  'null',
  '$1',
  '%s',
  '?',
  '(1)',
  '\u0085\u2028\u2029\ufeff.',
  'é',
  'e\u0301',
  '😀',
  '\u{10ffff}',
]

/** Texts that languages, and the 16-bit units of JavaScript, would put in another order than their bytes. */
const BY_BYTES = [
  '',
  ' ',
  '-',
  '10',
  '9',
  'A',
  'Z',
  'a',
  'a b',
  'a-b',
  'aa',
  'ab',
  'z',
  'ä',
  'é',
  'ß',
  'ω',
  '日',
  '\ufffd',
  '😀',
]

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The edition that these rows make, in some orders. */
async function editionOf(
  { catalogs }: Opened,
  products: readonly ProductRow[],
  variants: readonly VariantRow[],
  sorts: readonly (readonly [Kind, Sort])[],
): Promise<Edition> {
  {
    await using draft = await catalogs.draft(A.id)
    for (const [kind, rows] of [
      ['product', products],
      ['variant', variants],
    ] as const)
      await draft.allocatePositions(
        kind,
        rows.map(({ position }) => idNumbered(position)),
      )
    await draft.writeRows({ products, variants, documents: [], removed: { product: [], variant: [] } })
    for (const [kind, sort] of sorts) await draft.buildSortOrders(kind, [sort])
    const publishedAt = '2026-02-01T00:00:00.000Z'
    await draft.publish({ publishedAt, productCount: products.length, variantCount: variants.length })
  }
  return await catalogs.current(A.id)
}

/** Rows as plain objects: databases return objects without a prototype, or with more columns. */
function plain<Row extends object>(rows: readonly (Row | undefined)[]): (Row | undefined)[] {
  return rows.map((row) => row && { ...row })
}

function idNumbered(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function productRow(position: number, more: Partial<ProductRow> = {}): ProductRow {
  const empty = {
    digest: '',
    createdAt: 0,
    updatedAt: 0,
    name: '',
    slug: '',
    price: null,
    highestPrice: null,
    variants: '',
    popularity: 0,
  }
  return { position, ...empty, ...more }
}

function variantRow(position: number, more: Partial<VariantRow> = {}): VariantRow {
  return { position, product: 0, createdAt: 0, updatedAt: 0, name: '', sku: '', price: 0, stock: null, ...more }
}

for (const { database, open, skip } of DATABASES) {
  describe(`texts and numbers in ${database}`, { skip }, () => {
    test('every text comes out as it went in, whatever is in it', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      // Without the control characters that an import removes.
      const texts = [...new Set(AWKWARD.map(onOneLine))].filter((text) => text !== '')
      const slugs = texts.map((awkward, index) =>
        /[\s/?#\x00-\x1f\x7f-\x9f]|^\.\.?$/.test(awkward) ? `p${index}` : awkward,
      )
      const products = texts.map((awkward, index) => ({
        slug: slugs[index],
        name: `${awkward} name`,
        description: `${awkward}\n\tindented`,
        labelValues: [{ name: awkward, code: `l${index}` }],
        variants: [
          {
            sku: awkward,
            price: index,
            productOptions: [{ group: 'g', name: `${awkward} option`, code: `o${index}` }],
          },
        ],
      }))
      const report = await load(opened.catalogs, A.id, products)
      assert.deepEqual(report.problems, [])
      const edition = await opened.catalogs.current(A.id)
      const found = new Map<string, unknown>()
      for await (const line of exportLines(edition)) {
        const { slug, name, description, labelValues, optionGroups, variants } = JSON.parse(line)
        const [option] = optionGroups[0].options
        found.set(slug, [name, description, labelValues[0].name, option.name, variants[0].sku])
      }
      for (const [index, awkward] of texts.entries()) {
        assert.deepEqual(found.get(slugs[index]!), [
          `${awkward} name`,
          `${awkward}\n\tindented`,
          awkward,
          `${awkward} option`,
          awkward,
        ])
      }
      const positions = texts.map((_, index) => index)
      assert.deepEqual(await edition.productsBySlug(slugs), positions)
      for (const [position, awkward] of texts.entries())
        assert.deepEqual([...toSortedPositions(await edition.positionsBySku('variant', [awkward]))], [position])
      assert.deepEqual([...toSortedPositions(await edition.positionsBySku('variant', texts))], positions)
      const rows = await edition.productRows(positions)
      assert.deepEqual(
        rows.map((row) => row!.name),
        texts.map((awkward) => fold(`${awkward} name`)),
      )
      assert.deepEqual(
        (await edition.facetValues())
          .filter(({ term }) => term.startsWith('label:'))
          .map(({ name }) => name)
          .sort(),
        [...texts].sort(),
      )
    })

    test('a list is found under its code, whatever characters the code has', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const codes = AWKWARD.map((awkward) => awkward.toLowerCase()).filter(
        (code) => !/[\s:\x00-\x1f\x7f-\x9f]/.test(code),
      )
      const distinct = [...new Set(codes)]
      const products = distinct.map((code, index) => ({
        slug: `p${index}`,
        name: `Name ${index}`,
        labelValues: [{ name: `Label ${index}`, code }],
      }))
      assert.deepEqual((await load(opened.catalogs, A.id, products)).problems, [])
      const edition = await opened.catalogs.current(A.id)
      const lists = await edition.postings(
        'product',
        distinct.map((code) => `label:${code}` as const),
      )
      assert.deepEqual(
        lists.map((list) => [...toSortedPositions(list)]),
        distinct.map((_, index) => [index]),
      )
    })

    test('values and lists come by the bytes of their terms, however many there are', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const codes = [
        ...BY_BYTES.map(fold).filter((code) => /^\S+$/.test(code)),
        ...Array.from({ length: 80 }, (_, n) => `x${n}`),
      ]
      const labelValues = [...new Set(codes)].toReversed().map((code) => ({ name: `Label ${code}`, code }))
      await load(opened.catalogs, A.id, [{ slug: 'p', name: 'Name', labelValues }])
      const edition = await opened.catalogs.current(A.id)
      const expected = labelValues.map(({ code }) => `label:${code}` as Term).sort(compareBytes)
      assert.deepEqual(
        (await edition.facetValues()).map(({ term }) => term),
        expected,
      )
      const listed: Term[] = []
      for await (const some of edition.scanPostings('product', 'label')) listed.push(...some.map(({ term }) => term))
      assert.deepEqual(listed, expected)
    })

    test('texts are sorted by their bytes', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const shuffled = [...BY_BYTES].sort((a, b) => a.length - b.length || compareBytes(b, a))
      const products = shuffled.map((name, position) => productRow(position, { name, slug: `${position}` }))
      const variants = shuffled.map((sku, position) => variantRow(position, { sku, name: sku }))
      const edition = await editionOf(opened, products, variants, [
        ['product', 'name:ASC'],
        ['product', 'name:DESC'],
        ['variant', 'name:ASC'],
        ['variant', 'sku:ASC'],
        ['variant', 'sku:DESC'],
      ])
      const sorted = [...shuffled].sort(compareBytes)
      const inOrder = async (kind: Kind, sort: Sort) =>
        [...(await edition.sortOrder(kind, sort)).positions].map((position) => shuffled[position])
      assert.deepEqual(await inOrder('product', 'name:ASC'), sorted)
      assert.deepEqual(await inOrder('product', 'name:DESC'), sorted.toReversed())
      assert.deepEqual(await inOrder('variant', 'name:ASC'), sorted)
      assert.deepEqual(await inOrder('variant', 'sku:ASC'), sorted)
      assert.deepEqual(await inOrder('variant', 'sku:DESC'), sorted.toReversed())
    })

    test('words of every script come by the bytes of their first letters', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const words = ['zebra', 'apple', 'ωμεγα', 'яблоко', 'ავტო', '\ufa0e', '𐐨𐐩', '9', 'アメ']
      const products = words.map((name, index) => ({ slug: `p${index}`, name }))
      await load(opened.catalogs, A.id, products)
      const edition = await opened.catalogs.current(A.id)
      assert.deepEqual((await edition.dictionary('product', 'name')).split('\n'), [...words].sort(compareBytes))
      for (const [position, word] of words.entries()) {
        const [initial] = word
        assert.deepEqual(await edition.dictionaryOfInitial('product', 'name', initial!), [word])
        for (const beginning of [initial!, word]) {
          const { all } = await edition.prefixMatch('product', 'name', beginning)
          assert.deepEqual([...toSortedPositions(all)], [position], beginning)
        }
      }
    })

    test('a word, a name and a description may be as long as an import lets them be', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      // Random, since an index that compresses what it holds would take longer texts that repeat themselves.
      const word = randomBytes(20_000).toString('hex')
      const letters = [...randomBytes(1_000)].map((byte) => String.fromCodePoint(0x10a0 + (byte % 38))).join('')
      const description = `${word} ${randomBytes(400_000).toString('base64')}`
      const product = { slug: 'long', name: letters, description, variants: [{ sku: 's', price: 1 }] }
      assert.equal((await load(opened.catalogs, A.id, [product])).outcome, 'published')
      const edition = await opened.catalogs.current(A.id)
      const { exact } = await edition.prefixMatch('product', 'text', tokenize(word)[0]!)
      assert.equal(exact.size, 1)
      const [detail] = await edition.documents('detail', [0])
      assert.equal(JSON.parse(detail!).description, description)
      assert.equal((await edition.productRows([0]))[0]!.name, fold(letters))
    })

    test('rows keep empty texts apart from nothing, and numbers up to the last that is exact', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const { MAX_SAFE_INTEGER: most } = Number
      const stocks = [null, 2 ** 31, 0, most, 2 ** 31 - 1, null, 2 ** 32, 1]
      const prices = [most, 0, 2 ** 31, most - 1, 2 ** 32, 1, 2 ** 31 - 1, 2]
      const variants = stocks.map((stock, position) => variantRow(position, { stock, price: prices[position]! }))
      const products = [
        productRow(0, { price: most - 1, highestPrice: most, createdAt: 8.64e15, updatedAt: -62_167_219_200_000 }),
        productRow(1, { price: null, slug: '1' }),
        productRow(2, { price: 0, highestPrice: 0, slug: '2' }),
      ]
      const edition = await editionOf(opened, products, variants, [
        ['product', 'price:ASC'],
        ['product', 'price:DESC'],
        ['product', 'highestPrice:DESC'],
        ['product', 'createdAt:DESC'],
        ['variant', 'price:ASC'],
        ['variant', 'stock:ASC'],
        ['variant', 'stock:DESC'],
      ])
      assert.partialDeepStrictEqual(plain(await edition.productRows([2, 0, 1, 3])), [
        products[2],
        products[0],
        products[1],
        undefined,
      ])
      assert.deepEqual(
        await edition.names('product', [2, 0, 1]),
        [2, 0, 1].map((position) => products[position]!.name),
      )
      const variantRows = await edition.variantRows(variants.map(({ position }) => position))
      assert.partialDeepStrictEqual(plain(variantRows), variants)
      const inOrder = async (kind: Kind, sort: Sort) => [...(await edition.sortOrder(kind, sort)).positions]
      assert.deepEqual(await inOrder('product', 'price:ASC'), [2, 0, 1])
      assert.deepEqual(await inOrder('product', 'price:DESC'), [0, 2, 1])
      assert.deepEqual(await inOrder('product', 'highestPrice:DESC'), [0, 2, 1])
      assert.deepEqual(await inOrder('product', 'createdAt:DESC'), [0, 1, 2])
      assert.deepEqual(await inOrder('variant', 'price:ASC'), [1, 5, 7, 6, 2, 4, 3, 0])
      // What is missing comes last in either direction, and equals keep the order of their positions.
      assert.deepEqual(await inOrder('variant', 'stock:ASC'), [2, 7, 4, 1, 6, 3, 0, 5])
      assert.deepEqual(await inOrder('variant', 'stock:DESC'), [3, 6, 1, 4, 7, 2, 0, 5])
      assert.deepEqual(await edition.productsBySlug(['', '1']), [0, 1])
      assert.equal((await edition.positionsBySku('variant', [''])).size, variants.length)
    })
  })
}
