import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoreId } from '@vitrine/catalog/store'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { PRODUCT_OF_VARIANT } from '@vitrine/engine/edition/tables'
import { isByPopularity, storedSortsOf } from '@vitrine/engine/edition/term'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { DATABASES, type Opened } from '../database/databases.ts'
import { rowsOf } from '../database/rows.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'

const A = storeNamed('a')
const MONDAY = '2026-03-02T09:00:00.000Z'
const TUESDAY = '2026-03-03T09:00:00.000Z'
const [ID_1, ID_2, ID_3] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string]

// biome-ignore lint/suspicious/noExplicitAny: the tests look at an export field by field
async function exported(catalogs: Catalogs, store: StoreId = A.id): Promise<any[]> {
  const products = []
  for await (const line of exportLines(await catalogs.current(store))) products.push(JSON.parse(line))
  return products.flat()
}

const shirt = {
  slug: 'shirt',
  name: 'Shirt',
  description: 'Of washed linen.',
  labelValues: ['Clothing'],
  files: [{ file: { path: 'https://images.example/shirt.jpg' } }],
  variants: [
    { sku: 'S', price: '20', stock: 3, productOptions: { Size: 'S' }, files: [{ file: { path: '/s.png' } }] },
    { sku: 'M', price: 20.5, productOptions: { Size: 'M' } },
  ],
}
const mug = { slug: 'mug', name: 'Mug', variants: [{ sku: 'MUG', price: '8.90' }] }

for (const { database, open, skip } of DATABASES) {
  const opened = async (): Promise<Opened> => {
    const db = await open()
    await db.catalogs.addStore(A)
    return db
  }

  describe(`loading a catalog again, in ${database}`, { skip }, () => {
    test('the same file twice makes no new edition', async () => {
      await using db = await opened()
      const first = await load(db.catalogs, A.id, [shirt, mug], { now: MONDAY })
      const again = await load(db.catalogs, A.id, [shirt, mug], { now: TUESDAY })
      assert.deepEqual([first.outcome, first.created, first.edition.number], ['published', 2, 1])
      assert.deepEqual([again.outcome, again.unchanged, again.edition.number], ['unchanged', 2, 1])
    })

    test('loading an export into its own store changes nothing', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [shirt, mug], { now: MONDAY })
      const report = await load(db.catalogs, A.id, await exported(db.catalogs), { now: TUESDAY, replace: true })
      assert.deepEqual([report.outcome, report.unchanged], ['unchanged', 2])
    })

    test('loading an export into another store makes the same export there', async () => {
      await using db = await opened()
      const b = storeNamed('b')
      await db.catalogs.addStore(b)
      await load(db.catalogs, A.id, [shirt, mug], { now: MONDAY })
      await load(db.catalogs, b.id, await exported(db.catalogs), { now: TUESDAY })
      assert.deepEqual(await exported(db.catalogs, b.id), await exported(db.catalogs))
    })

    test('things that exist keep their createdAt, and only changed things get a new updatedAt', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [shirt, mug], { now: MONDAY })
      const [small, medium] = shirt.variants
      const report = await load(db.catalogs, A.id, [{ ...shirt, variants: [{ ...small, stock: 2 }, medium] }], {
        now: TUESDAY,
      })
      assert.deepEqual([report.changed, report.unchanged, report.edition.productCount], [1, 0, 2])
      const product = (await exported(db.catalogs)).find(({ slug }) => slug === 'shirt')
      assert.deepEqual([product.createdAt, product.updatedAt], [MONDAY, TUESDAY])
      assert.deepEqual(
        product.variants.map((v: { updatedAt: string }) => v.updatedAt),
        [TUESDAY, MONDAY],
      )
      assert.equal(product.variants[0].files[0].updatedAt, MONDAY)
      assert.equal(product.variants[0].productOptions[0].updatedAt, MONDAY)
      assert.equal(product.variants[0].stock, 2)
    })

    test('timestamps of the file are stored in UTC with milliseconds', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [{ ...mug, createdAt: '2020-05-01', updatedAt: '2021-06-01T12:00:00+02:00' }])
      const [product] = await exported(db.catalogs)
      assert.deepEqual([product.createdAt, product.updatedAt], ['2020-05-01T00:00:00.000Z', '2021-06-01T10:00:00.000Z'])
    })

    test('a small change writes only the rows and orders that differ', async () => {
      await using db = await opened()
      const many = Array.from({ length: 50 }, (_, n) => ({ ...shirt, slug: `shirt-${n}` }))
      await load(db.catalogs, A.id, many, { now: MONDAY })
      const [small, medium] = shirt.variants
      await load(db.catalogs, A.id, [{ ...many[7], variants: [{ ...small, stock: 1 }, medium] }], { now: TUESDAY })
      assert.deepEqual(
        await rowsOf(db.address, 'SELECT form, count(*) FROM documents WHERE since = 2 GROUP BY form ORDER BY form'),
        ['card 1', 'detail 1', 'source 1', 'summary 1'],
      )
      assert.deepEqual(await rowsOf(db.address, 'SELECT count(*) FROM variants WHERE since = 2'), ['1'])
      assert.deepEqual(await rowsOf(db.address, 'SELECT count(*) FROM postings WHERE since = 2'), ['0'])
      const orders = async (edition: number) =>
        (await rowsOf(db.address, `SELECT DISTINCT kind, name FROM orders WHERE since = ${edition}`)).sort()
      const sorts = (['product', 'variant'] as const).flatMap((kind) =>
        // No product has a popularity.
        storedSortsOf(kind).flatMap((sort) => (isByPopularity(sort) ? [] : [`${kind} ${sort}`])),
      )
      assert.deepEqual(await orders(1), [...sorts, `variant ${PRODUCT_OF_VARIANT}`].sort())
      assert.deepEqual(await orders(2), [
        'variant stock:ASC',
        'variant stock:DESC',
        'variant updatedAt:ASC',
        'variant updatedAt:DESC',
      ])
    })
  })

  describe(`replacing a catalog, in ${database}`, { skip }, () => {
    test('a product that the file lacks is removed, with its variants', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [shirt, mug], { now: MONDAY })
      const report = await load(db.catalogs, A.id, [mug], { now: TUESDAY, replace: true })
      assert.deepEqual([report.removed, report.unchanged, report.created], [1, 1, 0])
      assert.deepEqual([report.edition.productCount, report.edition.variantCount], [1, 1])
      const edition = await db.catalogs.current(A.id)
      assert.equal((await edition.postings('product', ['label:clothing']))[0]!.size, 0)
      assert.equal((await edition.sortOrder('variant', 'sku:ASC')).positions.length, 1)
    })

    test('an empty file empties the store', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [shirt, mug])
      const report = await load(db.catalogs, A.id, [], { replace: true })
      assert.deepEqual([report.removed, report.edition.productCount, report.edition.variantCount], [2, 0, 0])
      assert.deepEqual(await exported(db.catalogs), [])
    })

    test('without replace, a product that the file lacks stays', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [shirt])
      await load(db.catalogs, A.id, [mug])
      assert.equal((await exported(db.catalogs)).length, 2)
    })
  })

  describe(`problems, in ${database}`, { skip }, () => {
    const bad = { slug: 'bad', name: 'Bad', variants: [{ sku: 'B', price: -1 }] }

    test('one bad product refuses the complete file', async () => {
      await using db = await opened()
      const report = await load(db.catalogs, A.id, [shirt, bad, mug])
      assert.deepEqual([report.outcome, report.skipped, report.created, report.edition.number], ['refused', 1, 0, 0])
      assert.deepEqual([report.problems[0]!.line, report.problems[0]!.path], [2, 'variants[0].price'])
      assert.deepEqual(await exported(db.catalogs), [])
    })

    test('skipInvalid leaves out only the bad product', async () => {
      await using db = await opened()
      const report = await load(db.catalogs, A.id, [shirt, bad, mug], { skipInvalid: true })
      assert.deepEqual([report.outcome, report.skipped, report.created], ['published', 1, 2])
    })

    test('a dry run reports what would be done, and writes nothing', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [mug])
      const report = await load(db.catalogs, A.id, [shirt, { ...mug, name: 'Cup' }], { dryRun: true })
      assert.deepEqual([report.outcome, report.created, report.changed, report.edition.number], ['tried', 1, 1, 1])
      assert.deepEqual(
        (await exported(db.catalogs)).map(({ name }) => name),
        ['Mug'],
      )
      assert.deepEqual(await rowsOf(db.address, 'SELECT count(*) FROM positions'), ['2'])
    })
  })

  describe(`unique slugs and ids, in ${database}`, { skip }, () => {
    const named = (id: string, slug: string | undefined, variantId?: string) => ({
      id,
      ...(slug && { slug }),
      name: 'Same name',
      variants: [{ ...(variantId && { id: variantId }), sku: 'X', price: 1 }],
    })

    test('a slug that another product of the store keeps is refused', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, 'taken')])
      const report = await load(db.catalogs, A.id, [named(ID_2, 'taken')])
      assert.equal(report.outcome, 'refused')
      assert.ok(report.problems.some(({ wrong }) => /"taken" is the slug of another product/.test(wrong)))
    })

    test('two products may exchange their slugs in one file', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, 'left'), named(ID_2, 'right')])
      const report = await load(db.catalogs, A.id, [named(ID_1, 'right'), named(ID_2, 'left')])
      assert.deepEqual([report.outcome, report.changed], ['published', 2])
      const edition = await db.catalogs.current(A.id)
      const positions = await edition.positionsById('product', [ID_1, ID_2])
      assert.deepEqual(await edition.productsBySlug(['right', 'left']), positions)
    })

    test('a generated slug differs from all others, and stays the same when loaded again', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, 'same-name')])
      await load(db.catalogs, A.id, [named(ID_2, undefined), named(ID_3, undefined)])
      const slugs = async () => (await exported(db.catalogs)).map(({ id, slug }) => `${id.at(-1)} ${slug}`).sort()
      const before = await slugs()
      assert.equal(before[0], '1 same-name')
      assert.equal(new Set(before.map((line) => line.slice(2))).size, 3)
      const again = await load(db.catalogs, A.id, [named(ID_2, undefined), named(ID_3, undefined)])
      assert.equal(again.outcome, 'unchanged')
      assert.deepEqual(await slugs(), before)
    })

    test('a generated slug differs from a slug that an earlier product of the file has', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, 'same-name')])
      const report = await load(db.catalogs, A.id, [named(ID_2, 'same-name-2'), named(ID_3, undefined)])
      assert.equal(report.outcome, 'published')
      const slugs = (await exported(db.catalogs)).map(({ slug }) => slug)
      assert.deepEqual(slugs.sort(), ['same-name', 'same-name-2', 'same-name-3'])
    })

    test('a product keeps its generated slug even if the one without a number is free again', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, 'same-name')])
      const replaced = await load(db.catalogs, A.id, [named(ID_2, undefined)], { replace: true })
      assert.deepEqual([replaced.outcome, replaced.edition.productCount], ['published', 1])
      const again = await load(db.catalogs, A.id, [named(ID_2, undefined)], { replace: true })
      assert.equal(again.outcome, 'unchanged')
    })

    test('one of several products with the same name may be loaded alone', { skip: COMPLETE_ONLY }, async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, undefined), named(ID_2, undefined)])
      const report = await load(db.catalogs, A.id, [{ ...named(ID_2, undefined), description: 'Changed.' }])
      assert.deepEqual([report.outcome, report.changed], ['published', 1])
      assert.deepEqual((await exported(db.catalogs)).map(({ slug }) => slug).sort(), ['same-name', 'same-name-2'])
    })

    test('a slug that was generated for an earlier product of the file is refused', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, 'same-name')])
      const report = await load(db.catalogs, A.id, [named(ID_2, undefined), named(ID_3, 'same-name-2')])
      assert.equal(report.outcome, 'refused')
      assert.ok(report.problems.some(({ wrong }) => /"same-name-2" was generated for an earlier product/.test(wrong)))
    })

    test('a variant that another product of the store keeps is refused', async () => {
      await using db = await opened()
      await load(db.catalogs, A.id, [named(ID_1, 'one', ID_3)])
      const report = await load(db.catalogs, A.id, [named(ID_2, 'two', ID_3)])
      assert.equal(report.outcome, 'refused')
      assert.match(report.problems[0]!.wrong, /variant of another product/)
    })

    for (const order of ['giver first', 'taker first'] as const) {
      test(`a variant may move from one product to another in one file, ${order}`, async () => {
        await using db = await opened()
        await load(db.catalogs, A.id, [named(ID_1, 'one', ID_3), { id: ID_2, slug: 'two', name: 'Two' }])
        const moved = [{ id: ID_1, slug: 'one', name: 'Same name' }, named(ID_2, 'two', ID_3)]
        const report = await load(db.catalogs, A.id, order === 'giver first' ? moved : moved.reverse())
        assert.deepEqual([report.outcome, report.changed, report.edition.variantCount], ['published', 2, 1])
        const edition = await db.catalogs.current(A.id)
        const variants = await Promise.all([ID_1, ID_2].map((product) => edition.variantsOfProduct(product)))
        assert.deepEqual(
          variants.map(({ size }) => size),
          [0, 1],
        )
        assert.match(Buffer.from((await edition.documentById('variant', ID_3))!.body).toString(), /"slug":"two"/)
        const [two] = await edition.positionsById('product', [ID_2])
        assert.deepEqual([...(await edition.productOfVariant())], [two])
      })
    }

    for (const dryRun of [false, true]) {
      test(`a variant that two products of one file have is refused${dryRun ? ' in a dry run' : ''}`, async () => {
        await using db = await opened()
        const products = [named(ID_1, 'one', ID_3), named(ID_2, 'two', ID_3)]
        const report = await load(db.catalogs, A.id, products, { dryRun })
        assert.deepEqual([report.outcome, report.problems[0]?.path], ['refused', 'variants[0].id'])
      })
    }
  })
}
