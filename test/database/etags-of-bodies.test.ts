import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { derivedId } from '@vitrine/catalog/uuid'
import type { PublishOptions } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { publishTaxRate } from '@vitrine/engine/publish/republish'
import { load, loadAndSee, seen, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const A = storeNamed('a')
const OF_A = { 'x-store-id': A.id }
const NAMES = ['cup', 'jug', 'mug', 'pot']
const LABEL = { id: derivedId('clay'), code: 'clay', name: 'Clay' }

/** A product with ids of its own; cups have a label. */
function product(name: string, more: Readonly<Record<string, unknown>> = {}) {
  const labelValues = name === 'cup' ? [LABEL] : []
  const files = [{ id: derivedId(`${name} file`), file: { path: '/pictures/a.png' } }]
  const variants = [{ id: derivedId(`${name} variant`), sku: name, price: '5.00', stock: 1 }]
  return { id: derivedId(name), slug: name, name, labelValues, files, variants, ...more }
}

const CATALOG = NAMES.map((name) => product(name))

/** All answers about one thing: products in each form, by id, slug and sku; variants; labels. */
function targetsOf(name: string): string[] {
  const path = `/store/products/${derivedId(name)}`
  const byName = [`/store/products?slug=${name}&form=full`, `/store/products?sku=${name}`]
  return [path, `${path}?form=card`, `${path}?form=full`, ...byName, variantOf(name)]
}

const variantOf = (name: string) => `/store/product-variants/${derivedId(`${name} variant`)}`
const LABEL_TARGET = '/store/labels/clay'
const TARGETS = [...NAMES.flatMap(targetsOf), LABEL_TARGET]
const NOW = '2026-03-03T00:00:00.000Z'

/** What a client has of a server, by target. */
class Copy {
  readonly #answers = new Map<string, { readonly etag: string; readonly body: string }>()
  readonly #headers: Record<string, string>

  constructor(headers: Record<string, string> = OF_A) {
    this.#headers = headers
  }

  /**
   * Asks again for everything with the ETags that it has. Checks that an answer is a 304 where the bytes are the same,
   * and nowhere else. Returns the targets whose bytes have changed.
   */
  async renew(server: TestServer): Promise<string[]> {
    const changed: string[] = []
    for (const target of TARGETS) {
      const before = this.#answers.get(target)
      const plain = await server.get(target, this.#headers)
      assert.equal(plain.status, 200, `${target}: ${plain.body}`)
      const etag = plain.headers.etag!
      assert.match(etag, /^W\/"[\w-]{20}"$/, target)
      const isSame = before?.body === plain.body
      assert.equal(before?.etag === etag, isSame, target)
      for (const send of [server.get, server.head])
        for (const coding of ['identity', 'br', 'gzip']) {
          const headers = { ...this.#headers, 'accept-encoding': coding, 'if-none-match': before?.etag ?? '"none"' }
          const again = await send(target, headers)
          assert.deepEqual([again.status, again.headers.etag], [isSame ? 304 : 200, etag], target)
        }
      if (!isSame) changed.push(target)
      this.#answers.set(target, { etag, body: plain.body })
    }
    return changed
  }
}

/** A server of the catalog. Its methods wait until it has the new edition. */
async function serve(opened: Opened) {
  const { catalogs, editions } = opened
  await catalogs.addStore(A)
  await load(catalogs, A.id, CATALOG, { now: '2026-03-01T00:00:00.000Z' })
  const server = await startTestServer(editions)
  return {
    server,
    publish: async (products: readonly unknown[], options: Partial<PublishOptions> = {}) =>
      void (await loadAndSee(opened, A.id, products, { now: '2026-03-02T00:00:00.000Z', ...options })),
    rollback: async (number: number) => await seen(editions, A.id, await catalogs.rollback(A.id, () => number)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

for (const { database, open, skip } of DATABASES)
  describe(`the ETag of an answer about one thing, in ${database}`, { skip }, () => {
    test('outlives imports and rollbacks that leave its bytes, and no others', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      await using served = await serve(opened)
      const { server, publish, rollback } = served
      const copy = new Copy()
      assert.deepEqual(await copy.renew(server), TARGETS)
      assert.deepEqual(await copy.renew(server), [])
      await publish([product('tin'), product('cup', { name: 'Cup 2' })])
      assert.deepEqual(await copy.renew(server), targetsOf('cup'))
      await publish([product('jug', { variants: [{ ...product('jug').variants[0], stock: 0 }] })])
      assert.deepEqual(await copy.renew(server), targetsOf('jug'))
      // From A to B and back to A.
      await rollback(2)
      assert.deepEqual(await copy.renew(server), targetsOf('jug'))
      await rollback(3)
      await rollback(2)
      assert.deepEqual(await copy.renew(server), [])
      await publish(CATALOG, { replace: true })
      assert.deepEqual(await copy.renew(server), targetsOf('cup'))
    })

    test('changes with what is shown of it: names of labels, tax rates, prices', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      const { catalogs, editions } = opened
      await using served = await serve(opened)
      const { server, publish } = served
      const copy = new Copy()
      await copy.renew(server)
      await publish([product('cup', { labelValues: [{ ...LABEL, name: 'Fired clay' }] })])
      assert.deepEqual(await copy.renew(server), [...targetsOf('cup').toSpliced(-1), LABEL_TARGET])
      {
        await using draft = await catalogs.draft(A.id)
        const entries = [{ code: 'clay', description: 'From the ground.' }]
        await seen(editions, A.id, (await publishDeclared(draft, 'labels', entries, NOW))!)
      }
      assert.deepEqual(await copy.renew(server), [LABEL_TARGET])
      {
        await using draft = await catalogs.draft(A.id)
        await seen(editions, A.id, (await publishTaxRate(draft, { ...A.taxRate, name: 'VAT', rate: 21 }, NOW))!)
      }
      const withRates = NAMES.flatMap((name) => [targetsOf(name)[2]!, targetsOf(name)[3]!, variantOf(name)])
      assert.deepEqual(await copy.renew(server), withRates)
    })

    test('is shared by servers with equal bytes, and by no two stores', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      await using served = await serve(opened)
      const { server } = served
      await using mirror = await open()
      const other = storeNamed('b')
      for (const store of [A, other]) {
        await mirror.catalogs.addStore(store)
        await load(mirror.catalogs, store.id, [], { labels: () => [{ code: 'none', name: 'None' }] })
        await load(mirror.catalogs, store.id, CATALOG, { now: '2026-03-01T00:00:00.000Z' })
      }
      await using second = await startTestServer(mirror.editions)
      const copy = new Copy()
      await copy.renew(server)
      assert.deepEqual(await copy.renew(second), [])
      const [target] = TARGETS
      const ask = async (store: string) => await second.get(target!, { 'x-store-id': store })
      const [mine, theirs] = [await ask(A.id), await ask(other.id)]
      assert.equal(mine.body, theirs.body)
      assert.notEqual(mine.headers.etag, theirs.headers.etag)
      assert.notEqual(
        (await server.get('/store/products', OF_A)).headers.etag,
        (await second.get('/store/products', OF_A)).headers.etag,
      )
    })

    test('differs between hosts where the bytes have the host', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      const { catalogs, editions } = opened
      await catalogs.addStore(A)
      await load(catalogs, A.id, CATALOG)
      await using server = await startTestServer(editions, {
        pictures: { path: '/pictures', find: async () => undefined },
      })
      const copies = ['one.example', 'two.example'].map((host) => new Copy({ ...OF_A, host }))
      for (const copy of copies) assert.deepEqual(await copy.renew(server), TARGETS)
      for (const copy of copies) assert.deepEqual(await copy.renew(server), [])
      const path = targetsOf('cup')[0]!
      const [one, two] = await Promise.all(
        ['one.example', 'two.example'].map((host) => server.get(path, { ...OF_A, host })),
      )
      assert.notEqual(one!.headers.etag, two!.headers.etag)
      const crossed = await server.get(path, { ...OF_A, host: 'one.example', 'if-none-match': two!.headers.etag! })
      assert.equal(crossed.status, 200)
      const variants = await Promise.all(
        ['one.example', 'two.example'].map((host) => server.get(variantOf('cup'), { ...OF_A, host })),
      )
      assert.equal(variants[0]!.headers.etag, variants[1]!.headers.etag)
    })
  })
