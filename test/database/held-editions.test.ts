import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import type { LastImport } from '@vitrine/catalog/store'
import type { Patch } from '@vitrine/catalog/submission'
import type { Edition } from '@vitrine/engine/edition/edition'
import { EditionPreview } from '@vitrine/engine/edition/edition-preview'
import { CHANGE_BITS, decodeChanges } from '@vitrine/engine/edition/product-changes'
import { MAX_HELD_EDITIONS } from '@vitrine/engine/edition/tables'
import { toSortedPositions } from '@vitrine/engine/index/posting-list'
import { publish } from '@vitrine/engine/publish/publish'
import { collected } from '../convert/reading.ts'
import { remnants } from '../crash/remnants.ts'
import { load, seen, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { DATABASES, type Opened, SHARDED } from './databases.ts'
import { everything } from './everything.ts'
import { makeOld, rowsOf } from './rows.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const B = storeNamed('b')
const COMMAND = 'vitrine import spring.ndjson --store a --hold'
const HOLD = { hold: COMMAND }
const NOW = '2026-02-03T00:00:00.000Z'
const TERMS = ['label:blue', 'name:cup', 'name:jug', 'option:size:s']
const { prices, created, removed } = CHANGE_BITS

function isInvalid(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof VitrineError && error.code === 'invalid-setting' && message.test(error.message)
}

function cup(name: string, price: number) {
  const variants = [{ sku: name, price, productOptions: { size: 's' } }]
  return { slug: name, name: `Cup ${name}`, labelValues: ['Blue'], variants }
}

function remembering(format: string) {
  return (): LastImport => ({ at: A.createdAt, format, products: 1, rows: 1, formats: [format], languages: [] })
}

/** The settings that imports found, and the operator's. */
async function settingsOf({ store }: Pick<Edition, 'store'>): Promise<Record<string, unknown>> {
  const { id: _, name, createdAt, taxRate, lastImport, ...settings } = store
  return { ...settings, ...(lastImport ? { format: lastImport.format } : {}) }
}

/** The numbers of the editions, `held` for those that are, newest first. */
async function listed({ catalogs }: Opened) {
  return (await catalogs.editions(A.id)).map(({ number, held }) => (held ? `${number} held` : number))
}

async function logOf({ catalogs }: Opened) {
  const publications = await collected((await catalogs.current(A.id)).publications())
  return publications.map(({ previous, edition, also, changes }) => {
    const lists = changes && [...decodeChanges(changes).lists()]
    const products = lists?.map(([bits, list]) => [bits, [...toSortedPositions(list)]] as const)
    return [previous, edition, also.join(), Object.fromEntries(products ?? [])]
  })
}

for (const { database, open, skip } of [...DATABASES, SHARDED]) {
  describe(`a held edition in ${database}`, { skip }, () => {
    /** A store with two cups, in edition 1. */
    async function openStore(): Promise<Opened> {
      const opened = await open()
      await opened.catalogs.addStore(A)
      await load(opened.catalogs, A.id, [cup('a', 1), cup('b', 1)])
      return opened
    }

    async function preview(opened: Opened, number: number): Promise<EditionPreview> {
      return new EditionPreview(await opened.openEditions(), A.id, number)
    }

    test('is seen by nobody, is not in the log, and then is published as its import would have done', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await openStore()
      const { catalogs, editions } = opened
      const before = await everything(await editions.current(A.id), TERMS)
      const log = await logOf(opened)
      const products = [cup('a', 2), cup('c', 1)]
      const report = await load(catalogs, A.id, products, { ...HOLD, replace: true, now: NOW })
      assert.deepEqual([report.outcome, report.edition.number, report.created], ['held', 2, 1])
      for (const current of [await catalogs.current(A.id), await editions.current(A.id)]) {
        assert.equal(current.number, 1)
        assert.deepEqual(await everything(current, TERMS), before)
      }
      assert.equal((await catalogs.list())[0]!.edition.number, 1)
      assert.deepEqual([await logOf(opened), await listed(opened)], [log, ['2 held', 1, 0]])
      const counts = { created: 1, changed: 1, removed: 1 }
      assert.deepEqual((await catalogs.editions(A.id))[0]!.held, { base: 1, command: COMMAND, ...counts })

      const published = await catalogs.publish(A.id, () => 2)
      await seen(editions, A.id, published)
      assert.deepEqual([await listed(opened), await remnants(opened.address)], [[2, 1, 0], []])
      const difference = { [prices]: [0], [removed]: [1], [created]: [2] }
      assert.deepEqual(await logOf(opened), [[1, 2, '', difference], ...log])
      const [first] = await collected((await catalogs.current(A.id)).publications())
      assert.deepEqual([first!.publishedAt, counts], [published.publishedAt, { ...counts, ...pick(first!) }])

      await using other = await openStore()
      await load(other.catalogs, A.id, products, { replace: true, now: NOW })
      const expected = await everything(await other.catalogs.current(A.id), TERMS)
      assert.deepEqual(await everything(await editions.current(A.id), TERMS), expected)
    })

    test('stays as it is while imports go on from the current edition, and cannot be published after them', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, [cup('jug', 5)], HOLD)
      await using shown = await preview(opened, 2)
      const held = await everything(await shown.current(A.id), TERMS)
      for (const price of [3, 4, 5, 6, 7, 8, 9]) {
        await load(catalogs, A.id, [cup('a', price)])
        await makeOld(opened.address)
      }
      const current = await catalogs.current(A.id)
      assert.deepEqual([current.number, current.productCount], [9, 2])
      assert.deepEqual(await listed(opened), [9, 8, 7, 6, 5, '2 held'])
      await assert.rejects(
        catalogs.publish(A.id, () => 2),
        /was made from edition 1$/,
      )
      assert.deepEqual(await everything(await shown.current(A.id), TERMS), held)
      assert.deepEqual([(await catalogs.current(A.id)).number, (await logOf(opened)).length], [9, 8])
    })

    test('can be published again once its base is current again', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, [cup('jug', 5)], HOLD)
      await load(catalogs, A.id, [cup('a', 2)])
      await catalogs.rollback(A.id, () => 1)
      await catalogs.publish(A.id, () => 2)
      await load(catalogs, A.id, [cup('b', 2)])
      const { number, productCount } = await catalogs.current(A.id)
      assert.deepEqual([number, productCount, await listed(opened)], [4, 3, [4, 3, 2, 1, 0]])
      assert.deepEqual(await remnants(opened.address), [])
    })

    test('keeps its settings for itself, and leaves what was set or found meanwhile', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, [cup('a', 1), cup('b', 1)], { settings: { url: 'https://a.example/' } })
      await load(catalogs, A.id, [cup('a', 2)], {
        ...HOLD,
        settings: { currency: 'EUR' },
        remember: remembering('shopify'),
      })
      assert.deepEqual(await settingsOf(await catalogs.current(A.id)), { url: 'https://a.example/' })
      await catalogs.changeStore(A.id, { url: undefined, publicName: 'Cups' })
      await load(catalogs, A.id, [cup('a', 1), cup('b', 1)], { settings: { language: 'de' } })
      const expected = { publicName: 'Cups', language: 'de', currency: 'EUR', format: 'shopify' }
      await using shown = await preview(opened, 2)
      assert.deepEqual(await settingsOf(await shown.current(A.id)), expected)
      assert.deepEqual(await settingsOf((await shown.list())[0]!), expected)
      await catalogs.publish(A.id, () => 2)
      assert.deepEqual(await settingsOf(await catalogs.current(A.id)), expected)
      assert.deepEqual((await logOf(opened))[0]!.slice(0, 3), [1, 2, 'settings'])
    })

    test('is not made if nothing differs, if the import is tried or fails, or is refused', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      const settings = { currency: 'EUR' }
      const { outcome } = await load(catalogs, A.id, [cup('a', 1)], { ...HOLD, settings })
      const tried = await load(catalogs, A.id, [cup('a', 2)], { ...HOLD, settings, dryRun: true })
      const refused = await load(catalogs, A.id, [cup('a', 2)], { ...HOLD, settings, approve: () => false })
      assert.deepEqual([outcome, tried.outcome, refused.outcome], ['unchanged', 'tried', 'refused'])
      const fails = (step: string) => {
        if (step === 'publishing') throw new Error('full')
      }
      await assert.rejects(load(catalogs, A.id, [cup('c', 2)], { ...HOLD, onStep: fails }), /full/)
      assert.deepEqual([await listed(opened), await settingsOf(await catalogs.current(A.id))], [[1, 0], {}])
      assert.deepEqual(await remnants(opened.address), [])
    })

    test('may be a patch', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      {
        await using draft = await catalogs.draft(A.id)
        const submissions = (async function* (): AsyncGenerator<Patch> {
          yield { line: 1, sku: 'b', price: '7.00' }
        })()
        const options = { replace: false, skipInvalid: false, dryRun: false, now: NOW }
        assert.equal((await publish(draft, submissions, { ...options, ...HOLD })).outcome, 'held')
      }
      await catalogs.publish(A.id, () => 2)
      assert.deepEqual((await logOf(opened))[0], [1, 2, '', { [prices]: [1] }])
    })

    test('is discarded for good: its rows go with later imports, and its number is not given again', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, [cup('jug', 5)], HOLD)
      await assert.rejects(catalogs.discard(A.id, 1), isInvalid(/^edition 1 is not held; held editions are 2$/))
      await catalogs.discard(A.id, 2)
      await assert.rejects(catalogs.discard(A.id, 2), isInvalid(/^edition 2 is not held; store a holds no edition$/))
      await assert.rejects(
        catalogs.publish(A.id, () => 2),
        /not retained/,
      )
      await using shown = await preview(opened, 2)
      await assert.rejects(shown.current(A.id), { code: 'store-not-found' })
      assert.deepEqual(await shown.list(), [])
      await load(catalogs, A.id, [cup('a', 2)])
      await load(catalogs, A.id, [cup('a', 3)])
      assert.deepEqual([await listed(opened), await remnants(opened.address)], [[4, 3, 1, 0], []])
      assert.deepEqual(await rowsOf(opened.address, 'SELECT edition FROM editions WHERE edition = 2'), [])
    })

    test('is one of a few', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      for (let number = 1; number <= MAX_HELD_EDITIONS; number++)
        await load(catalogs, A.id, [cup(`jug-${number}`, 5)], HOLD)
      const isRefused = isInvalid(/^store a already holds 5 editions: 6, 5, 4, 3, 2; `vitrine publish a <number>` /)
      await assert.rejects(load(catalogs, A.id, [cup('jug', 5)], HOLD), isRefused)
      await catalogs.discard(A.id, 4)
      assert.equal((await load(catalogs, A.id, [cup('jug', 5)], HOLD)).outcome, 'held')
      await catalogs.publish(A.id, () => 5)
      assert.deepEqual(await listed(opened), ['7 held', '6 held', 5, '3 held', '2 held', 1, 0])
      assert.equal((await catalogs.current(A.id)).productCount, 3)
    })

    test('is nothing to pin or to go back to', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await load(catalogs, A.id, [cup('jug', 5)], HOLD)
      await assert.rejects(catalogs.pin(A.id, 2), isInvalid(/^edition 2 is held: it stays until/))
      await assert.rejects(
        catalogs.rollback(A.id, () => 2),
        /edition 2 of a is held/,
      )
      await assert.rejects(
        catalogs.publish(A.id, () => 0),
        /edition 0 of a is not held/,
      )
      assert.deepEqual(await listed(opened), ['2 held', 1, 0])
    })

    test('gets no host that another store has by then, and stays held', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await catalogs.addStore(B)
      await load(catalogs, A.id, [cup('a', 2)], { ...HOLD, settings: { hosts: ['a.example'] } })
      await catalogs.changeStore(B.id, { hosts: ['a.example'] })
      await assert.rejects(
        catalogs.publish(A.id, () => 2),
        isInvalid(/a\.example/),
      )
      assert.deepEqual([await listed(opened), (await catalogs.current(A.id)).number], [['2 held', 1, 0], 1])
      await catalogs.changeStore(B.id, { hosts: undefined })
      await catalogs.publish(A.id, () => 2)
      assert.deepEqual((await catalogs.current(A.id)).store.hosts, ['a.example'])
    })

    test('is shown alone before, with the settings of now, and not after it was pruned', async () => {
      await using opened = await openStore()
      const { catalogs } = opened
      await catalogs.addStore(B)
      await load(catalogs, A.id, [cup('jug', 5)], HOLD)
      await using shown = await preview(opened, 2)
      const { number, productCount } = await shown.current(A.id)
      assert.deepEqual([number, productCount], [2, 3])
      assert.equal(await shown.current(A.id), await shown.current(A.id), 'the same object, which caches know')
      await assert.rejects(shown.current(B.id), { code: 'store-not-found' })
      assert.deepEqual(
        (await shown.list()).map(({ store, edition }) => [store.id, edition.number]),
        [['a', 2]],
      )
      await catalogs.changeStore(A.id, { currency: 'EUR' })
      await until(async () => (await shown.current(A.id)).store.currency === 'EUR')
      await catalogs.discard(A.id, 2)
      for (const price of [2, 3]) await load(catalogs, A.id, [cup('a', price)])
      await until(async () =>
        shown.current(A.id).then(
          () => false,
          () => true,
        ),
      )
    })
  })
}

function pick({ created, changed, removed }: Record<'created' | 'changed' | 'removed', number | null>) {
  return { created, changed, removed }
}
