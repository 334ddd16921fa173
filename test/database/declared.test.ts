import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marketStoreId } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Draft } from '@vitrine/engine/edition/draft'
import type { Publication } from '@vitrine/engine/edition/publication'
import { DEFAULT_KEPT_EDITIONS } from '@vitrine/engine/edition/tables'
import { type Declared, publishDeclared, readDeclared } from '@vitrine/engine/publish/publish-declared'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { collected } from '../convert/reading.ts'
import { load, seen, storeNamed } from '../loading.ts'
import { DATABASES, type Opened, SHARDED } from './databases.ts'
import { rowsOf } from './rows.ts'

const A = storeNamed('a')
const NOW = '2026-03-01T00:00:00.000Z'

/** Two lists of entries of each kind, and how a draft writes them. */
interface Kind<Name extends keyof Declared> {
  readonly first: readonly Declared[Name][]
  readonly second: readonly Declared[Name][]
  write(draft: Draft, entries: readonly Declared[Name][]): Promise<void>
}

const KINDS: { readonly [Name in keyof Declared]: Kind<Name> } = {
  synonyms: {
    first: [['sofa', 'couch'], { from: 'pants', to: ['trousers', 'long johns'] }],
    second: [['tea', 'chai']],
    write: (draft, entries) => draft.writeSynonyms(entries),
  },
  rules: {
    first: [
      { query: 'shirt\n', pin: [{ slug: 'p1', at: 1 }], hide: [{ sku: 's2' }] },
      { within: 'shirts', pin: [{ sku: 's1', at: 3 }] },
    ],
    second: [{ words: ['gift'], pin: [{ slug: 'gift-card', at: 1 }] }],
    write: (draft, entries) => draft.writeRules(entries),
  },
  labels: {
    first: [
      { code: 'tea', description: 'Leaves\nand buds.', rank: 2 },
      { code: 'x', hidden: true },
    ],
    second: [{ code: 'tea', name: 'Teas', seo: { title: 'Teas' } }],
    write: (draft, entries) => draft.writeLabelEntries(entries),
  },
}

function product(number: number) {
  return { slug: `p${number}`, name: `Sofa ${number}`, variants: [{ sku: `s${number}`, price: number }] }
}

for (const { database, open, skip } of [...DATABASES, SHARDED])
  for (const name of Object.keys(KINDS) as (keyof Declared)[])
    describe(`${name} in ${database}`, { skip }, () => testKind(name, KINDS[name], open))

function testKind<Name extends keyof Declared>(
  name: Name,
  { first, second, write }: Kind<Name>,
  open: () => Promise<Opened>,
): void {
  const rows = `SELECT since, words FROM words WHERE field = '${name}' ORDER BY since`
  const declare = async (catalogs: Catalogs, entries: readonly Declared[Name][]) => {
    await using draft = await catalogs.draft(A.id)
    return await publishDeclared(draft, name, entries, NOW)
  }
  const current = async (catalogs: Catalogs) => {
    const edition = await catalogs.current(A.id)
    return [edition.number, edition.productCount, await readDeclared(edition, name)]
  }

  test('are published as an edition with the same products, and open readers see them', async () => {
    await using opened = await open()
    const { catalogs, editions } = opened
    await catalogs.addStore(A)
    await load(catalogs, A.id, [product(1), product(2)])
    const published = await declare(catalogs, first)
    assert.deepEqual(published, {
      number: 2,
      publishedAt: NOW,
      productCount: 2,
      variantCount: 2,
    })
    await seen(editions, A.id, published!)
    const edition = await editions.current(A.id)
    assert.deepEqual(await readDeclared(edition, name), first)
    assert.equal((await edition.dictionary('product', 'name')).split('\n').length, 3)
    assert.equal(await declare(catalogs, first), undefined)
    assert.deepEqual(await current(catalogs), [2, 2, first])
    await declare(catalogs, [])
    assert.deepEqual(await current(catalogs), [3, 2, []])
  })

  test('can be declared before the first import, and imports keep them', async () => {
    await using opened = await open()
    const { catalogs } = opened
    await catalogs.addStore(A)
    await declare(catalogs, first)
    assert.deepEqual(await current(catalogs), [1, 0, first])
    await load(catalogs, A.id, [product(1), product(2)])
    assert.deepEqual(await current(catalogs), [2, 2, first])
    await load(catalogs, A.id, [product(3)], { replace: true })
    assert.deepEqual(await current(catalogs), [3, 1, first])
    await load(catalogs, A.id, [], { replace: true })
    assert.deepEqual(await current(catalogs), [4, 0, first])
  })

  test('go back with their edition, and the next import starts from these', async () => {
    await using opened = await open()
    const { catalogs } = opened
    await catalogs.addStore(A)
    await load(catalogs, A.id, [product(1)])
    await declare(catalogs, first)
    await declare(catalogs, second)
    await declare(catalogs, [])
    for (const [number, entries] of [
      [2, first],
      [3, second],
      [1, []],
      [4, []],
      [2, first],
    ] as [number, readonly Declared[Name][]][]) {
      await catalogs.rollback(A.id, () => number)
      assert.deepEqual(await current(catalogs), [number, 1, entries])
    }
    await load(catalogs, A.id, [product(2)])
    assert.deepEqual(await current(catalogs), [5, 2, first])
    const both = [...first, ...second]
    await catalogs.rollback(A.id, () => 3)
    await declare(catalogs, both)
    assert.deepEqual(await current(catalogs), [6, 1, both])
    await catalogs.rollback(A.id, () => 5)
    assert.deepEqual(await current(catalogs), [5, 2, first])
  })

  test('of a draft that is not published are taken back', async () => {
    await using opened = await open()
    const { catalogs, address } = opened
    await catalogs.addStore(A)
    await declare(catalogs, first)
    const before = await rowsOf(address, rows)
    for (const entries of [second, []]) {
      await using draft = await catalogs.draft(A.id)
      await write(draft, entries)
      assert.deepEqual(await readDeclared(draft.base, name), first)
    }
    assert.deepEqual(await current(catalogs), [1, 0, first])
    assert.deepEqual(await rowsOf(address, rows), before)
    {
      await using draft = await catalogs.draft(A.id)
      await write(draft, [])
      await write(draft, second)
      await draft.publish({ publishedAt: NOW, productCount: 0, variantCount: 0 })
    }
    assert.deepEqual(await current(catalogs), [2, 0, second])
  })

  test('of a market are its own, and the editions of the store and of its markets keep equal numbers', async () => {
    await using opened = await open()
    const { catalogs, editions } = opened
    await catalogs.addStore(A)
    await load(catalogs, A.id, [product(1), product(2)])
    const codes = ['de', 'fr']
    const [german, french] = codes.map((code) => marketStoreId(A.id, code)) as [StoreId, StoreId]
    {
      const markets = codes.map((code) => ({ code, language: code, currency: 'EUR' }))
      await using draft = await catalogs.draft(A.id, undefined, undefined, () => markets)
      await publishMarkets(draft, NOW)
    }
    const ofMarket = async (entries: readonly Declared[Name][]) => {
      await using draft = await catalogs.draft(A.id)
      return await publishDeclared(draft, name, entries, NOW, 'de')
    }
    const all = async () => {
      const current = await Promise.all([A.id, german, french].map((id) => catalogs.current(id)))
      return await Promise.all(current.map(async (each) => [each.number, await readDeclared(each, name)]))
    }
    const publicationOf = async (id: StoreId) => {
      const [{ also, changed, tags }] = (await collected((await catalogs.current(id)).publications())) as [Publication]
      return [also, changed, tags]
    }
    const summary = await ofMarket(first)
    assert.deepEqual(summary, { number: 3, publishedAt: NOW, productCount: 2, variantCount: 2 })
    assert.deepEqual(await all(), [
      [3, []],
      [3, first],
      [3, []],
    ])
    await seen(editions, A.id, summary!)
    assert.deepEqual(await readDeclared(await editions.current(german), name), first)
    const { productCount, variantCount } = await catalogs.current(german)
    assert.deepEqual([productCount, variantCount], [0, 0])
    assert.deepEqual(await publicationOf(A.id), [[name], 0, null])
    assert.deepEqual(await publicationOf(german), [[name], 0, null])
    assert.deepEqual((await publicationOf(french))[0], [])
    assert.equal(await ofMarket(first), undefined)
    await declare(catalogs, second)
    await load(catalogs, A.id, [product(3)])
    assert.deepEqual(await all(), [
      [5, second],
      [5, first],
      [5, []],
    ])
    await ofMarket(second)
    await catalogs.rollback(A.id, () => 3)
    assert.deepEqual(await all(), [
      [3, []],
      [3, first],
      [3, []],
    ])
    await ofMarket([])
    assert.deepEqual(await all(), [
      [7, []],
      [7, []],
      [7, []],
    ])
  })

  test('are pruned with the last edition that has them', async (context) => {
    await using opened = await open()
    const { catalogs, address } = opened
    await catalogs.addStore(A)
    await declare(catalogs, first)
    await declare(catalogs, second)
    for (let number = 0; number < DEFAULT_KEPT_EDITIONS; number++) await load(catalogs, A.id, [product(number)])
    const later = Date.now() + 3_600_000
    context.mock.timers.enable({ apis: ['Date'], now: later })
    await load(catalogs, A.id, [product(9)])
    context.mock.timers.reset()
    assert.equal((await rowsOf(address, rows)).length, 1)
    assert.ok((await rowsOf(address, rows))[0]!.includes(second.map((entry) => JSON.stringify(entry)).join()))
    const [, , entries] = await current(catalogs)
    assert.deepEqual(entries, second)
  })
}
