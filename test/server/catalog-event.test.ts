import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cacheTag } from '@vitrine/catalog/cache-tag'
import type { Publication } from '@vitrine/engine/edition/publication'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { catalogEvent } from '@vitrine/server/events/catalog-event'
import { collected } from '../convert/reading.ts'
import { type Opened, SQLITE } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

const A = storeNamed('a')

const product = (slug: string, price: number) => ({ slug, name: slug, variants: [{ sku: slug, price }] })

/** Publishes products at these prices, in the place of all others. */
async function publishPrices({ catalogs }: Opened, prices: Record<string, number>): Promise<string> {
  const products = Object.entries(prices).map(([slug, price]) => product(slug, price))
  await load(catalogs, A.id, products, { replace: true })
  return publicationName((await log(catalogs))[0]!)
}

async function log(catalogs: Opened['catalogs']): Promise<Publication[]> {
  return await collected((await catalogs.current(A.id)).publications())
}

/** The event of the newest publication, and its payload. */
async function eventSince({ catalogs }: Opened, delivered: string | undefined) {
  const edition = await catalogs.current(A.id)
  const event = await catalogEvent(edition, (await log(catalogs))[0]!, delivered)
  return { event, payload: JSON.parse(event.body) }
}

describe('the event of a publication', { skip: SQLITE.skip }, () => {
  test('says what changed since the one that was delivered, as one event', async () => {
    await using opened = await SQLITE.open()
    const { catalogs } = opened
    await catalogs.addStore(A)
    const first = await publishPrices(opened, { a: 1, b: 1, c: 1 })
    await publishPrices(opened, { a: 2, b: 1, c: 1 })
    await publishPrices(opened, { a: 3, c: 1, d: 1 })
    await publishPrices(opened, { a: 3, c: 1 })
    await catalogs.changeStore(A.id, { language: 'de' })
    const [newest] = await log(catalogs)
    const publication = publicationName(newest!)
    const { event, payload } = await eventSince(opened, first)
    assert.deepEqual([event.id, event.publication], [`a:${first}:${publication}`, publication])
    assert.deepEqual(payload, {
      type: 'catalog.published',
      timestamp: newest!.publishedAt,
      data: {
        store: 'a',
        previous: first,
        publication,
        edition: 4,
        publishedAt: newest!.publishedAt,
        products: { created: 0, changed: 1, removed: 1 },
        also: ['settings'],
        tags: [cacheTag(A.id, '')],
        changes: `/stores/a/store/changes?since=${first}`,
      },
    })
  })

  test('says that everything may have changed if the log does not reach back, or if nothing was delivered', async () => {
    await using opened = await SQLITE.open()
    await opened.catalogs.addStore(A)
    const first = await publishPrices(opened, { a: 1 })
    const second = await publishPrices(opened, { a: 2 })
    // The name of an earlier row of the same number, as after a restored backup.
    const other = first.replace(/-.*/, '-1')
    for (const delivered of [undefined, other, '9-zzz', 'no name']) {
      const { event, payload } = await eventSince(opened, delivered)
      assert.equal(event.id, `a:${delivered ?? ''}:${second}`)
      assert.deepEqual(event.tags, [cacheTag(A.id, '')])
      const { previous, publication, products, tags, changes } = payload.data
      assert.deepEqual([previous, publication, changes], [null, second, null])
      assert.deepEqual(products, { created: null, changed: null, removed: null })
      assert.deepEqual(tags, event.tags)
    }
  })

  test('does not count products if a publication on the way did not', async () => {
    await using opened = await SQLITE.open()
    await opened.catalogs.addStore(A)
    const name = await publishPrices(opened, { a: 1 })
    await publishPrices(opened, { a: 2 })
    const edition = await opened.catalogs.current(A.id)
    const { event } = await eventSince(opened, name)
    assert.equal(event.tags.length, 2)
    async function* publications() {
      for await (const row of edition.publications()) yield row.number === 2 ? { ...row, changes: null } : row
    }
    const [newest] = await log(opened.catalogs)
    const { body } = await catalogEvent({ store: edition.store, publications }, newest!, name)
    const { previous, products, also, tags, changes } = JSON.parse(body).data
    assert.deepEqual(
      { previous, products, also, changes },
      {
        previous: name,
        products: { created: null, changed: null, removed: null },
        also: [],
        changes: null,
      },
    )
    assert.deepEqual(tags, event.tags)
  })

  test('tells of its publication, whatever comes meanwhile', async () => {
    await using opened = await SQLITE.open()
    await opened.catalogs.addStore(A)
    const first = await publishPrices(opened, { a: 1 })
    const second = await publishPrices(opened, { a: 2 })
    const [newest] = await log(opened.catalogs)
    await publishPrices(opened, { a: 2, b: 1 })
    const { publication, body } = await catalogEvent(await opened.catalogs.current(A.id), newest!, first)
    assert.equal(publication, second)
    assert.deepEqual(JSON.parse(body).data.products, { created: 0, changed: 1, removed: 0 })
    assert.deepEqual((await eventSince(opened, second)).payload.data.products, { created: 1, changed: 0, removed: 0 })
  })

  test('has the tags of all its publications, and that of the store for more than 200', async () => {
    await using opened = await SQLITE.open()
    const { catalogs } = opened
    await catalogs.addStore(A)
    const first = await publishPrices(opened, { a: 1, b: 1 })
    await publishPrices(opened, { a: 2, b: 1 })
    await publishPrices(opened, { a: 2, b: 2 })
    const [b, a] = await log(catalogs)
    const { event, payload } = await eventSince(opened, first)
    assert.deepEqual(new Set(event.tags), new Set([...a!.tags!, ...b!.tags!]))
    assert.equal(event.tags.length, 3)
    assert.deepEqual(payload.data.tags, event.tags)
    const many = (word: string) => Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${word}${index}`, 1]))
    const before = await publishPrices(opened, many('x'))
    await publishPrices(opened, { ...many('x'), ...many('y') })
    const all = await eventSince(opened, before)
    assert.equal(all.event.tags.length, 151)
    assert.ok(all.event.body.length < 20_000)
    await publishPrices(opened, many('x'))
    await publishPrices(opened, { ...many('x'), ...many('z') })
    const tooMany = await eventSince(opened, before)
    assert.deepEqual(tooMany.event.tags, [cacheTag(A.id, '')])
    assert.deepEqual(tooMany.payload.data.products, { created: 150, changed: 0, removed: 0 })
  })
})
