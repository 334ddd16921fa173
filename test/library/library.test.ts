import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { marketStoreId } from '@vitrine/catalog/market'
import { openCatalogs } from '@vitrine/engine/database/open'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import {
  type Catalog,
  type MarketDeclaration,
  openCatalog,
  type PatchInput,
  type ProductInput,
  PublishRefused,
  VitrineError,
} from '../../packages/vitrine/library/vitrine.ts'
import { cleanEnvironment } from '../cli/vitrine.ts'
import { type Opened, SHARED_DATABASES } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { EXAMPLE_PRINTS, exampleOfTheDocs } from './example.ts'

const A = storeNamed('a')

const SHIRT: ProductInput = {
  name: 'Shirt',
  labelValues: ['Clothing'],
  variants: [
    { sku: 'S', price: '20', stock: 3, productOptions: { size: 'S' } },
    { sku: 'M', price: 20.5, productOptions: { size: 'M' } },
  ],
}
const MUG: ProductInput = { name: 'Mug', variants: [{ sku: 'MUG', price: '8.90', stock: 1 }] }

// biome-ignore lint/suspicious/noExplicitAny: the tests look at an export field by field
async function exported({ catalogs }: Opened): Promise<any[]> {
  // A connection checks at most once a turn of the event loop whether another one has published.
  await turn()
  const products = []
  for await (const line of exportLines(await catalogs.current(A.id))) products.push(JSON.parse(line))
  return products.flat()
}

/** The problems because of which `publish` is refused, one line each. */
async function problemsOf(catalog: Catalog): Promise<string[]> {
  const error: unknown = await catalog.publish().catch((error) => error)
  assert.ok(error instanceof PublishRefused, String(error))
  return error.problems.map(({ call, index, path, wrong }) => `${call} ${index}: ${path} ${wrong}`)
}

for (const { database, open, skip } of SHARED_DATABASES) {
  const opened = async (): Promise<Opened> => {
    const db = await open()
    await db.catalogs.addStore(A)
    return db
  }
  const catalogOf = (db: Opened, onWait?: () => void) =>
    openCatalog({ database: db.address, store: 'a', ...(onWait ? { onWait } : {}) })

  describe(`a catalog opened by a program, in ${database}`, { skip }, () => {
    test('publishes one edition after another', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.upsert(SHIRT, MUG)
      const first = await catalog.publish()
      assert.deepEqual([first.outcome, first.created, first.edition.number], ['published', 2, 1])
      catalog.patch({ sku: 'S', price: 19.9 }, { sku: 'M', stock: 0 })
      const second = await catalog.publish()
      assert.deepEqual([second.changed, second.edition.number], [1, 2])
      catalog.remove({ slug: 'mug' })
      const third = await catalog.publish()
      assert.deepEqual([third.removed, third.edition.productCount], [1, 1])
      const [shirt] = await exported(db)
      assert.deepEqual(
        shirt.variants.map(({ price, stock }: typeof shirt) => [price, stock]),
        [
          ['19.90', 3],
          ['20.50', 0],
        ],
      )
      assert.equal((await catalog.publish()).outcome, 'unchanged')
    })

    test('publishes the same as an import of the native format', async () => {
      await using db = await opened()
      await using other = await opened()
      await using catalog = await catalogOf(db)
      catalog.upsert([SHIRT], MUG)
      const { edition } = await catalog.publish()
      await load(other.catalogs, A.id, [SHIRT, MUG], { now: edition.publishedAt })
      assert.deepEqual(await exported(db), await exported(other))
    })

    test('changes the settings of the shop at once', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      assert.deepEqual(await catalog.settings(), {})
      catalog.upsert(MUG)
      const published = catalog.publish()
      const settings = { currency: 'EUR', publicName: 'A', hosts: ['a.example'] }
      assert.deepEqual(await catalog.changeSettings({ ...settings, currency: 'eur' }), settings)
      assert.equal((await published).edition.number, 1)
      assert.deepEqual(await catalog.changeSettings({ publicName: null }), { currency: 'EUR', hosts: ['a.example'] })
      assert.deepEqual(await catalog.settings(), { currency: 'EUR', hosts: ['a.example'] })
      const isInvalid = (error: unknown) => error instanceof VitrineError && error.code === 'invalid-setting'
      await assert.rejects(catalog.changeSettings({ currency: 'EURO' }), isInvalid)
      assert.equal((await db.catalogs.current(A.id)).store.currency, 'EUR')
    })

    test('declares a market, and changes it', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      const isInvalid = (pattern: RegExp) => (error: unknown) =>
        error instanceof VitrineError && error.code === 'invalid-setting' && pattern.test(error.message)
      const german = { code: 'de', language: 'DE', currency: 'eur' }
      await assert.rejects(catalog.declareMarket(german), isInvalid(/store a has no currency/))
      await catalog.changeSettings({ currency: 'EUR' })
      catalog.upsert({ ...MUG, markets: { de: { name: 'Becher' } } })
      const published = catalog.publish()
      const first = await catalog.declareMarket({ ...german, url: 'https://a.example', hosts: ['a.example'] })
      assert.deepEqual([(await published).edition.number, first.number, first.productCount], [1, 2, 1])
      assert.deepEqual(await catalog.declareMarket(german), first)
      assert.equal((await catalog.declareMarket({ code: 'de', url: null })).number, 3)
      const { store } = await db.catalogs.current(A.id)
      const settings = { code: 'de', language: 'de', currency: 'EUR', hosts: ['a.example'], hasStorePrices: true }
      assert.deepEqual(store.markets, [settings])
      const ofMarket = await db.catalogs.current(marketStoreId(A.id, 'de'))
      assert.match((await ofMarket.documents('summary', [0]))[0]!, /"name":"Becher"/)
      for (const [declaration, pattern] of [
        [{ ...german, code: 'DE!' }, /^code is "DE!"; expected 1 to 32 characters/],
        [{ code: 'fr', currency: 'EUR' }, /^language is undefined; expected a BCP 47 tag/],
        [{ ...german, language: '?' }, /^language is "\?"; expected a BCP 47 tag/],
        [{ code: 'fr', language: 'fr' }, /^market fr has no currency/],
        [{ ...german, currency: null }, /^market de has no currency/],
        [{ ...german, words: [] }, /^"words" is not a setting/],
      ] as const)
        await assert.rejects(catalog.declareMarket(declaration as MarketDeclaration), isInvalid(pattern))
      assert.equal((await db.catalogs.current(A.id)).number, 3)
    })

    test('refuses to lose too much, unless an option or an operator allows it', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      const numbers = Array.from({ length: 12 }, (_, index) => index)
      catalog.upsert(
        ...numbers.map((number) => ({ name: `Mug ${number}`, variants: [{ sku: `M-${number}`, price: 5 }] })),
      )
      await catalog.publish()
      const removing = (count: number, options = {}) => {
        catalog.remove(...numbers.slice(0, count).map((number) => ({ slug: `mug-${number}` })))
        return catalog.publish(options)
      }
      await assert.rejects(removing(4), {
        name: 'PublishRefused',
        message:
          'nothing was published: 4 of 12 products of the store would be removed, more than 25%; ' +
          '`{ maxRemoved: 34 }` allows it, or `vitrine approve a` allows exactly this, once',
      })
      await db.catalogs.approve(A.id)
      assert.equal((await removing(4)).removed, 4)
      await assert.rejects(removing(9, { maxRemoved: 50 }), PublishRefused)
    })

    test('removes, then adds, then patches, in whatever order the calls come', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.upsert(SHIRT, MUG)
      await catalog.publish()
      const id = (await exported(db)).find(({ slug }) => slug === 'mug').id
      catalog.patch({ sku: 'NEW', stock: 7 }, { sku: 'S', price: '1' })
      catalog.upsert({ name: 'New', variants: [{ sku: 'NEW', price: 3 }] })
      catalog.remove({ id })
      const report = await catalog.publish()
      assert.deepEqual([report.created, report.changed, report.removed, report.warnings], [1, 1, 1, []])
      const stocks = (await exported(db)).flatMap(({ variants }) =>
        variants.map(({ stock }: { stock: unknown }) => stock),
      )
      assert.deepEqual(stocks.sort(), [3, 7, null])
    })

    test('drops wrong optional values with a warning', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      const file = { file: { path: '/mug.jpg', alt: 'A mug', width: 400 } }
      catalog.upsert(SHIRT, { ...MUG, files: [file], variants: [{ sku: 'MUG', price: 8, gtin: '12', listPrice: 9 }] })
      const { outcome, warnings } = await catalog.publish()
      assert.equal(outcome, 'published')
      assert.deepEqual(
        warnings.map(({ call, index, path, message }) => `${call} ${index}: ${path} ${message}`),
        [
          'upsert 1: variants[0].gtin is "12", and is dropped; expected a GTIN of 8, 12, 13 or 14 digits with the right check digit',
          'upsert 1: files[0].file.height is missing, and is dropped; expected a width and a height in pixels: whole numbers from 1 to 100,000',
        ],
      )
      catalog.patch({ sku: 'MUG', listPrice: 7 })
      const [warning] = (await catalog.publish()).warnings
      assert.deepEqual([warning!.call, warning!.index, warning!.path], ['patch', 0, 'listPrice'])
      const mug = (await exported(db)).find(({ slug }) => slug === 'mug')
      assert.deepEqual([mug.files[0].file.alt, mug.variants[0].listPrice], ['A mug', undefined])
    })

    test('holds an edition until it is published', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.upsert(MUG)
      await catalog.publish()
      catalog.patch({ sku: 'MUG', price: 3 })
      const report = await catalog.publish({ hold: 'node sync.js' })
      assert.deepEqual([report.outcome, report.changed, report.edition.number], ['held', 1, 2])
      assert.equal((await exported(db))[0].variants[0].price, '8.90')
      const [held] = await db.catalogs.editions(A.id)
      assert.deepEqual([held!.held?.base, held!.held?.command], [1, 'node sync.js'])
      await db.catalogs.publish(A.id, () => 2)
      assert.equal((await exported(db))[0].variants[0].price, '3.00')
      for (const hold of [true, ' '])
        await assert.rejects(
          catalog.publish({ hold: hold as string }),
          /^TypeError: hold is (true|" "); expected the co/,
        )
    })

    test('reads iterables only when it publishes', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      let yielded = 0
      async function* products(): AsyncGenerator<ProductInput> {
        for (; yielded < 600; yielded++) yield { ...MUG, slug: `mug-${yielded}` }
      }
      catalog.upsert(products(), SHIRT)
      assert.equal(yielded, 0)
      assert.equal((await catalog.publish()).created, 601)
    })

    test('refuses everything if there are problems, and tells which input has each', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.remove({ slug: 'x', id: 'y' } as never, { id: 'no uuid' }, { slug: 'a\0b' })
      catalog.patch({ sku: 'S', price: 1.234 }, { sku: '', stock: 1 }, { sku: 'S', stock: -1 })
      catalog.upsert(SHIRT, [MUG, { name: 'Broken', variants: [{ sku: 'B', price: '?' }] }], { ...MUG, slug: 'mug' })
      assert.deepEqual(await problemsOf(catalog), [
        'remove 0:  has both an id and a slug',
        'remove 1: id is "no uuid"',
        'remove 2: slug is "a\\u0000b", with a NUL character',
        'patch 0: price is 1.234, which has more than two decimals',
        'patch 1: sku is blank',
        'patch 2: stock is -1',
        'upsert 2: variants[0].price is "?", which is not a decimal number',
        'upsert 3: slug is "mug", which the product at index 1 also has',
      ])
      await turn()
      assert.equal((await db.catalogs.current(A.id)).number, 0)
      assert.equal((await catalog.publish()).outcome, 'unchanged')
    })

    test('leaves out products with problems if skipInvalid is set', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.upsert(SHIRT, { name: '' })
      const report = await catalog.publish({ skipInvalid: true })
      assert.deepEqual([report.created, report.skipped, report.problems[0]?.index], [1, 1, 1])
    })

    test('warns of products and skus that the store does not have, and of unknown fields', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.patch({ sku: 'S', stock: 1 })
      catalog.remove({ slug: 'nothing' })
      catalog.upsert({ ...MUG, colour: 'red' } as ProductInput)
      const { warnings, warningCount } = await catalog.publish()
      assert.equal(warningCount, 3)
      assert.deepEqual(
        warnings.map(({ call, index, path, message }) => `${call} ${index}: ${path} ${message}`),
        [
          'remove 0: slug is "nothing", which no product of the store has',
          'upsert 0: colour is not a known field and is ignored',
          'patch 0: sku is "S", which no variant of the store has',
        ],
      )
    })

    test('reports what a dry run would do, and writes nothing', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.upsert(SHIRT)
      const report = await catalog.publish({ dryRun: true })
      assert.deepEqual([report.outcome, report.created, report.edition.number], ['tried', 1, 0])
      await turn()
      assert.equal((await db.catalogs.current(A.id)).number, 0)
    })

    test('publishes nothing when an iterable throws, and can go on', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      function* products(): Generator<ProductInput> {
        for (let number = 0; number < 300; number++) yield { ...MUG, slug: `mug-${number}` }
        throw new Error('the source is gone')
      }
      catalog.upsert(products())
      await assert.rejects(catalog.publish(), /the source is gone/)
      await turn()
      assert.equal((await db.catalogs.current(A.id)).number, 0)
      catalog.upsert(SHIRT)
      assert.equal((await catalog.publish()).created, 1)
    })

    test('waits for another import, and calls onWait', async () => {
      await using db = await opened()
      const waiting = Promise.withResolvers<void>()
      await using catalog = await catalogOf(db, waiting.resolve)
      const draft = await db.catalogs.draft(A.id)
      catalog.upsert(SHIRT)
      const published = catalog.publish()
      await waiting.promise
      await draft[Symbol.asyncDispose]()
      assert.equal((await published).created, 1)
    })

    test('publishes in the order of the calls, even if the caller does not wait in between', async () => {
      await using db = await opened()
      await using catalog = await catalogOf(db)
      catalog.upsert(SHIRT)
      const first = catalog.publish()
      const patches: PatchInput[] = [{ sku: 'S', stock: 9 }]
      catalog.patch(...patches)
      const second = catalog.publish()
      assert.deepEqual([(await first).edition.number, (await second).changed], [1, 1])
    })

    test('finishes what was published before it closes, and says afterwards that it is closed', async () => {
      await using db = await opened()
      const catalog = await catalogOf(db)
      catalog.upsert(SHIRT)
      const published = catalog.publish()
      await Promise.all([catalog[Symbol.asyncDispose](), catalog[Symbol.asyncDispose]()])
      assert.equal((await published).created, 1)
      const closed = { message: 'the catalog is closed; open it again with openCatalog' }
      await assert.rejects(catalog.publish(), closed)
      await assert.rejects(catalog.settings(), closed)
      await assert.rejects(catalog.changeSettings({ currency: 'EUR' }), closed)
    })

    test('throws store-not-found for a store that does not exist', async () => {
      await using db = await opened()
      for (const [store, message] of [
        ['b', 'store b does not exist; `vitrine store add b --name …` creates it'],
        ['no such id', '"no such id" is not a valid store id; expected 1 to 64 characters of A-Z a-z 0-9 _ -'],
      ] as const)
        await assert.rejects(openCatalog({ database: db.address, store }), { code: 'store-not-found', message })
    })
  })
}

test('openCatalog names an option that is not text, as that of an environment variable that is not set', async () => {
  const unset = process.env.NO_SUCH_VARIABLE as string
  await assert.rejects(
    openCatalog({ database: unset, store: 'a' }),
    new TypeError('database is undefined; expected text'),
  )
  await assert.rejects(openCatalog({ database: 'x', store: 5 as never }), new TypeError('store is 5; expected text'))
})

test('openCatalog throws database-unusable for a database that does not exist', async () => {
  await assert.rejects(openCatalog({ database: '/nowhere/vitrine.db', store: 'a' }), { code: 'database-unusable' })
})

test('the example in docs/library.md prints the expected output', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'data'))
  {
    await using catalogs = await openCatalogs(join(folder.path, 'data/vitrine.db'), 'create')
    await catalogs.addStore(storeNamed('books'))
  }
  const entry = new URL('../../packages/vitrine/library/vitrine.ts', import.meta.url).href
  writeFileSync(join(folder.path, 'example.mjs'), exampleOfTheDocs().replace("'vitrine'", JSON.stringify(entry)))
  const options = { cwd: folder.path, env: cleanEnvironment() }
  const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], options)
  assert.equal(stdout, EXAMPLE_PRINTS)
})
