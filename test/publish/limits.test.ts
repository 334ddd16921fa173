import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Market } from '@vitrine/catalog/store'
import type { MarketSubmission, Patch } from '@vitrine/catalog/submission'
import type { Counts } from '@vitrine/engine/edition/counts'
import { otherLanguage } from '@vitrine/engine/publish/limits'
import { type PublishOptions, publish } from '@vitrine/engine/publish/publish'
import type { Report } from '@vitrine/engine/publish/report'
import { publishMarkets, publishTaxRate } from '@vitrine/engine/publish/republish'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { DATABASES, type Opened } from '../database/databases.ts'
import { rowsOf } from '../database/rows.ts'
import { load, storeNamed } from '../loading.ts'

const A = { ...storeNamed('a'), currency: 'EUR' }
const DE: Market = { code: 'de', language: 'de', currency: 'CHF' }
test('texts in another language than the store, and than all earlier imports, are refused', () => {
  const last = { at: '', format: 'google', products: 1, rows: 1, formats: ['google'], languages: ['en'] }
  const effect = { accepted: 10, created: 0, removed: 0, now: at(0) }
  const crossed = (language: string | undefined, own = 'sr-Latn', stored = 10) =>
    otherLanguage({ ...A, language: own, lastImport: last }, stored, { ...effect, language }, { source: 'catalog' })
  assert.deepEqual(
    crossed('de').map(({ reason }) => reason),
    ['the texts are in the language de, and the store is in sr-Latn'],
  )
  const none = [crossed('sr'), crossed('sr', 'hr'), crossed('en'), crossed(undefined), crossed('de', 'sr-Latn', 9)]
  assert.deepEqual(none.flat(), [])
  // Texts in these are taken for others, or the operator wants no language.
  for (const own of ['ca', 'da', 'nb', 'sk', 'und']) assert.deepEqual(crossed('es', own), [], own)
})

const CATALOG = { limits: { source: 'catalog' }, replace: true }

/** An hour of the second of March, or of a later day. */
const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour)).toISOString()

/** A cup of two sizes with all that is counted. Its price is that of the first cup. */
function cup(number: number, fields: object = {}, variant: object = {}) {
  return {
    slug: `cup-${number}`,
    name: `Cup ${number}`,
    description: `Cup ${number} of glass.`,
    labelValues: [{ name: 'Cups', kind: 'category' }],
    files: [{ priority: 0, file: { path: `https://cups.example/${number}.jpg` } }],
    variants: ['s', 'm'].map((size) => ({ sku: `${number}-${size}`, price: 20, stock: 3, ...variant })),
    ...fields,
  }
}

const cups = (count: number, fields: object = {}, variant: object = {}) =>
  Array.from({ length: count }, (_, index) => cup(index, fields, variant))

async function opened({ open }: (typeof DATABASES)[number], count: number): Promise<Opened> {
  const database = await open()
  await database.catalogs.addStore(A)
  await load(database.catalogs, A.id, cups(count), { ...CATALOG, now: at(0) })
  return database
}

async function apply(
  { catalogs }: Opened,
  entries: readonly (Patch | MarketSubmission)[],
  options: Partial<PublishOptions> & Pick<PublishOptions, 'now'>,
): Promise<Report> {
  await using draft = await catalogs.draft(A.id)
  const defaults = { replace: false, skipInvalid: false, dryRun: false }
  return await publish(draft, listed(entries) as AsyncIterable<Patch>, { ...defaults, ...options })
}

async function* listed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

const stocks = (from: number, to: number, stock: number): Patch[] =>
  Array.from({ length: to - from }, (_, index) => ({ line: 1, sku: `${from + index}-s`, stock }))

/** The counts of the current edition of the store, or of its market, as they are noted. */
async function countsOf({ address, catalogs }: Opened, id: string = A.id): Promise<Counts> {
  const { number } = await catalogs.current(A.id)
  const [value] = await rowsOf(address, `SELECT value FROM limits WHERE store = '${id}' AND name = 'edition ${number}'`)
  return JSON.parse(value!)
}

for (const database of DATABASES) {
  describe(`the limits of a store in ${database.database}`, { skip: database.skip }, () => {
    test('know what each edition counts, whatever made it', async () => {
      await using store = await opened(database, 12)
      const { catalogs } = store
      const all = { products: 12, variants: 24, pictures: 12, categories: 12, descriptions: 12, inStock: 24 }
      assert.deepEqual(await countsOf(store), { ...all, priceLevel: 0 })
      await apply(store, stocks(0, 3, 0), { now: at(1) })
      const changed = [cup(0, { files: [], description: '' }), cup(1, { labelValues: [], variants: [] }), cup(20)]
      await load(catalogs, A.id, changed, { now: at(2) })
      assert.deepEqual(await countsOf(store), { ...all, products: 13, inStock: 23, priceLevel: 0 })
      {
        await using draft = await catalogs.draft(A.id)
        await publishTaxRate(draft, { ...A.taxRate, name: 'VAT', rate: 7 }, at(3))
      }
      {
        await using draft = await catalogs.draft(A.id, undefined, undefined, () => [{ ...DE, currency: 'EUR' }])
        await publishMarkets(draft, at(4))
      }
      assert.deepEqual(await countsOf(store), await countsOf(store, 'a.de'))
      // The same as if the catalog had been imported at once.
      const lines = []
      for await (const line of exportLines(await catalogs.current(A.id))) lines.push(JSON.parse(line))
      await catalogs.addStore(storeNamed('b'))
      await load(catalogs, storeNamed('b').id, lines.flat())
      const [value] = await rowsOf(store.address, `SELECT value FROM limits WHERE store = 'b' AND name = 'edition 1'`)
      assert.deepEqual(await countsOf(store), JSON.parse(value!))
      await catalogs.rollback(A.id, () => 3)
      assert.deepEqual(await countsOf(store), { ...all, products: 13, inStock: 23, priceLevel: 0 })
    })

    test('refuse what a day has removed in parts, and what is refused makes no edition', async () => {
      await using store = await opened(database, 100)
      const { catalogs } = store
      const imported = async (count: number, hour: number) => {
        const { outcome, refusal } = await load(catalogs, A.id, cups(count), { ...CATALOG, now: at(hour) })
        return [outcome, refusal?.reason]
      }
      assert.deepEqual(await imported(76, 1), ['published', undefined])
      const reason = 'the store would have 60 products, and had 100 within the last 24 hours: more than 25% fewer'
      const [outcome, refused] = await imported(60, 2)
      assert.deepEqual([outcome, refused?.startsWith(reason)], ['refused', true])
      const numbers = (await catalogs.editions(A.id)).map(({ number }) => number)
      assert.deepEqual(numbers, [2, 1, 0])
      assert.equal((await (await catalogs.current(A.id)).refusals()).length, 1)
      // A day later it is no more than a quarter.
      assert.deepEqual(await imported(60, 26), ['published', undefined])
      assert.deepEqual(await (await catalogs.current(A.id)).refusals(), [])
    })

    test('allow what an operator approved: exactly that, once', async () => {
      await using store = await opened(database, 40)
      const { catalogs } = store
      const imported = async (products: readonly unknown[], hour: number) =>
        (await load(catalogs, A.id, products, { ...CATALOG, now: at(hour) })).outcome
      assert.deepEqual(await catalogs.approve(A.id), [])
      assert.equal(await imported(cups(20), 1), 'refused')
      assert.equal(
        (await catalogs.approve(A.id))[0]!.reason.split(',')[0],
        '20 of 40 products of the store would be removed',
      )
      assert.equal(await imported(cups(19), 2), 'refused')
      assert.equal(await imported(cups(20), 3), 'refused')
      await catalogs.approve(A.id)
      // Stocks that are sold meanwhile are nothing else that is lost.
      await apply(store, stocks(0, 2, 2), { now: at(4), limits: { source: 'patch' } })
      assert.equal(await imported(cups(20), 5), 'published')
      assert.equal(await imported(cups(40), 6), 'published')
      assert.equal(await imported(cups(20), 7), 'refused')
    })

    test('hold for patches, which read no other product, and a patch does not answer for a catalog', async () => {
      await using store = await opened(database, 12)
      const { catalogs } = store
      const patched = async (entries: readonly Patch[], hour: number) => {
        const { outcome, refusal } = await apply(store, entries, { now: at(hour), limits: { source: 'patch' } })
        return [outcome, refusal?.reason]
      }
      const none = cups(12, {}, { stock: 0 })
      assert.equal((await load(catalogs, A.id, none, { ...CATALOG, now: at(1) })).outcome, 'refused')
      assert.deepEqual(await patched(stocks(0, 11, 0), 2), ['published', undefined])
      const reason =
        'the store would have 11 variants in stock, and had 24 within the last 24 hours: more than 50% fewer'
      const more = Array.from({ length: 2 }, (_, index): Patch => ({ line: 1, sku: `${index}-m`, stock: 0 }))
      assert.deepEqual(await patched(more, 3), ['refused', reason])
      const sources = async () => (await (await catalogs.current(A.id)).refusals()).map(({ source }) => source)
      assert.deepEqual(await sources(), ['catalog', 'patch'])
      // What is in stock again was never lost.
      assert.deepEqual(await patched(stocks(0, 5, 9), 4), ['published', undefined])
      assert.deepEqual(await sources(), ['catalog'])
    })

    test('add up prices that rise in steps, and let a sale pass', async () => {
      await using store = await opened(database, 12)
      const { catalogs } = store
      const priced = async (price: number, hour: number) => {
        const { outcome, refusal } = await load(catalogs, A.id, cups(12, {}, { price }), { ...CATALOG, now: at(hour) })
        return refusal?.reason ?? outcome
      }
      assert.equal(await priced(16, 1), 'published')
      assert.equal(await priced(20, 2), 'published')
      assert.equal(await priced(40, 3), 'published')
      assert.equal(await priced(70, 4), 'the prices of the store would be 4.4 times as high on average')
      assert.equal(await priced(12, 5), 'the prices of the store would be 0.30 times as high on average')
    })

    test('count what products lose that the publication has of the store', async () => {
      await using store = await opened(database, 20)
      const { catalogs } = store
      const without = (count: number, fields: object) => [...cups(count, fields), ...cups(20).slice(count)]
      const imported = async (products: readonly unknown[], limits = {}) => {
        const options = { replace: false, now: at(1), limits: { source: 'catalog', ...limits } }
        const { outcome, refusal } = await load(catalogs, A.id, products, options)
        return refusal?.reason ?? outcome
      }
      assert.equal(await imported(cups(5, { files: [] })), 'published')
      assert.equal(await imported(cups(20)), 'published')
      const lost = '6 of 20 products would lose their categories, more than 25%'
      assert.equal(await imported(without(6, { labelValues: [] })), lost)
      assert.equal(await imported(without(6, { labelValues: [] }), { maxLost: 30 }), 'published')
      const all = [
        '20 of 20 products would lose their pictures',
        '20 of 20 products would lose their descriptions',
        '20 of 20 products would have no known stock any more',
        '20 of 20 products would have a price over five times as high or under a fifth',
      ]
      const poor = cups(20, { files: [], description: '' }, { stock: null, price: 2000 })
      assert.equal(await imported(poor), `${all.join('; ')}, more than 25%`)
      const some = cups(14)
      const removed = async (limits: object) =>
        (await load(catalogs, A.id, some, { ...CATALOG, now: at(2), limits: { source: 'catalog', ...limits } })).outcome
      assert.equal(await removed({ maxRemoved: 29 }), 'refused')
      assert.equal(await removed({ maxRemoved: 30 }), 'published')
    })

    test('hold in each market, and are told of it', async () => {
      await using store = await opened(database, 12)
      const { catalogs } = store
      {
        await using draft = await catalogs.draft(A.id, undefined, undefined, () => [DE])
        await publishMarkets(draft, at(1))
      }
      const prices = async (price: string, hour: number) => {
        const submissions = Array.from({ length: 12 }, (_, index): MarketSubmission => {
          const variants = { [`${index}-s`]: { price }, [`${index}-m`]: { price } }
          return { line: index + 1, names: [{ slug: `cup-${index}` }], markets: { de: { variants } } }
        })
        const options = { now: at(hour), isOfMarkets: true, limits: { source: 'market de' } }
        const { outcome, refusal } = await apply(store, submissions, options)
        return refusal?.reason ?? outcome
      }
      assert.equal(await prices('22.00', 2), 'published')
      assert.deepEqual(await countsOf(store, 'a.de'), await countsOf(store))
      assert.equal(await prices('2200.00', 3), 'the prices of market de would be 100 times as high on average')
      assert.equal(await prices('18.00', 4), 'published')
    })

    test('compare with what an operator chose, and leave few products alone', async () => {
      await using store = await opened(database, 20)
      const { catalogs } = store
      await load(catalogs, A.id, cups(40), { now: at(1) })
      await catalogs.rollback(A.id, () => 1)
      const imported = async (count: number, hour: number) =>
        (await load(catalogs, A.id, cups(count), { ...CATALOG, now: at(hour) })).outcome
      assert.equal(await imported(18, 2), 'published')
      const small = storeNamed('b')
      await catalogs.addStore(small)
      for (const [index, count] of [9, 5, 3, 2, 1].entries())
        await load(catalogs, small.id, cups(count, {}, { stock: index % 2, price: 10 ** index }), {
          ...CATALOG,
          now: at(index),
        })
      assert.equal((await catalogs.current(small.id)).productCount, 1)
    })
  })
}
