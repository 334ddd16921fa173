import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Editions } from '@vitrine/engine/edition/editions'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { DATABASES, type Opened } from '../database/databases.ts'
import { makePublicationsOld } from '../database/rows.ts'
import { startTestServer, type TestServer } from '../database/test-server.ts'
import { until } from '../database/until.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'

const A = storeNamed('a')
const B = storeNamed('b')
const NOW = '2026-03-01T00:00:00.000Z'

function cup(slug: string, price: number, more: Readonly<Record<string, unknown>> = {}) {
  return { slug, name: slug, variants: [{ sku: slug, price, stock: 1 }], ...more }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert what a body has.
type Body = any

class Asked {
  readonly #server: TestServer
  readonly #store: string

  constructor(server: TestServer, store: string = A.id) {
    this.#server = server
    this.#store = store
  }

  async send(query: string, headers: Record<string, string> = {}) {
    return await this.#server.get(`/store/changes${query}`, { 'x-store-id': this.#store, ...headers })
  }

  async json(query: string): Promise<Body> {
    return JSON.parse((await this.send(query)).body)
  }

  /** The newest publication, once the server knows number `number`. */
  async newest(number: number): Promise<string> {
    let name = ''
    await until(async () => {
      name = (await this.json('')).meta.to ?? ''
      return Number.parseInt(name, 36) === number
    })
    return name
  }

  /** The changes since a publication, as short texts. */
  async since(name: string, more = ''): Promise<string[]> {
    const { data } = await this.json(`?since=${name}${more}`)
    return data.map(({ change, what }: Body) => [change, ...what].join(' '))
  }

  async error(query: string): Promise<readonly [number, string]> {
    const { status, body } = await this.send(query)
    return [status, JSON.parse(body).code]
  }
}

for (const { database, open, skip } of DATABASES)
  describe(`what changed since a publication, in ${database}`, { skip, timeout: 600_000 }, () => {
    async function serve(opened: Opened, editions: Editions = opened.editions) {
      await opened.catalogs.addStore(A)
      const server = await startTestServer(editions)
      return Object.assign(new Asked(server), { server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() })
    }

    test('is nothing of a new store, and then all of the time in one, by position', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await open()
      const { catalogs } = opened
      await using asked = await serve(opened)
      const { data, meta, links } = await asked.json('')
      const counts = { itemsPerPage: 20, totalItems: 0, currentPage: 1, totalPages: 0 }
      assert.deepEqual(data, [])
      assert.deepEqual(meta, { ...counts, from: null, to: null, edition: 0, also: [] })
      assert.deepEqual(links, { current: '?page=1&limit=20' })
      await load(catalogs, A.id, [cup('a', 1), cup('b', 1), cup('c', 1), cup('d', 1)])
      const first = await asked.newest(1)
      await load(catalogs, A.id, [cup('a', 2), cup('b', 1), cup('d', 1), cup('e', 1), cup('f', 1)], { replace: true })
      await load(catalogs, A.id, [cup('a', 2, { description: 'A' }), cup('b', 1), cup('f', 1)], { replace: true })
      const third = await asked.newest(3)
      assert.deepEqual(await asked.since(first), ['changed texts price', 'removed', 'removed', 'created'])
      assert.deepEqual(await asked.since(first, `&until=${third}`), await asked.since(first))
      const between = (await asked.json(`?since=${first}`)).meta
      assert.deepEqual([between.from, between.to, between.edition, between.totalItems], [first, third, 3, 4])
      assert.deepEqual(await asked.since(third), [])
    })

    test('has pages of the same changes, whatever is published between them', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      const { catalogs } = opened
      await using asked = await serve(opened)
      await load(catalogs, A.id, [cup('z', 1)])
      const first = await asked.newest(1)
      await load(
        catalogs,
        A.id,
        [...'abcdefg'].map((slug) => cup(slug, 1)),
      )
      const second = await asked.newest(2)
      const page = await asked.json(`?since=${first}&limit=3`)
      const bounds = `&limit=3&since=${first}&until=${second}`
      assert.deepEqual(page.links, { current: `?page=1${bounds}`, next: `?page=2${bounds}` })
      await load(catalogs, A.id, [cup('b', 2), cup('h', 1)], { replace: true })
      await asked.newest(3)
      const others = [await asked.json(page.links.next), await asked.json(`?page=3${bounds}`)]
      assert.deepEqual(others[1].links, { previous: `?page=2${bounds}`, current: `?page=3${bounds}` })
      const all = [page, ...others]
      assert.equal(new Set(all.flatMap(({ data }) => data.map(({ id }: Body) => id))).size, 7)
      for (const { data, meta } of all) {
        assert.deepEqual([meta.to, meta.edition, meta.totalItems, meta.totalPages], [second, 2, 7, 3])
        for (const { change } of data) assert.equal(change, 'created')
      }
      assert.deepEqual((await asked.json(`?page=4${bounds}`)).data, [])
      assert.equal((await asked.since(first)).length, 3)
    })

    test('is never an old answer, or a 304, after the catalog came back to an earlier edition', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await using asked = await serve(opened)
      await load(catalogs, A.id, [cup('a', 1)])
      const first = await asked.newest(1)
      const { headers } = await asked.send('')
      const none = await asked.send(`?since=${first}`)
      for (const etag of [headers.etag!, none.headers.etag!, '*'])
        assert.equal(
          (await asked.send(etag === headers.etag ? '' : `?since=${first}`, { 'if-none-match': etag })).status,
          304,
        )
      await load(catalogs, A.id, [cup('a', 2)])
      const second = await asked.newest(2)
      await catalogs.rollback(A.id, () => 1)
      const third = await asked.newest(3)
      assert.equal((await asked.send('', { 'if-none-match': headers.etag! })).status, 200)
      const again = await asked.send(`?since=${first}`, { 'if-none-match': none.headers.etag! })
      assert.deepEqual([again.status, JSON.parse(again.body).meta.to], [200, third])
      assert.deepEqual(await asked.since(second), ['changed price'])
      assert.equal((await asked.json(`?since=${second}`)).meta.edition, 1)
    })

    test('says what else changed', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await using asked = await serve(opened)
      await load(catalogs, A.id, [cup('a', 1, { labelValues: ['Clay'] })])
      const first = await asked.newest(1)
      const also = async (since: string) => (await asked.json(`?since=${since}`)).meta.also
      {
        await using draft = await catalogs.draft(A.id)
        await publishDeclared(draft, 'labels', [{ code: 'clay', name: 'Fired clay' }], NOW)
      }
      const second = await asked.newest(2)
      await catalogs.changeStore(A.id, { publicName: 'Cups' })
      await asked.newest(3)
      assert.deepEqual([await also(first), await also(second)], [['settings', 'labels'], ['settings']])
      assert.deepEqual(await asked.since(first), [])
    })

    test('is 410 where the store does not know it, and 400 for what is no publication', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await using asked = await serve(opened)
      const gone = [410, 'publication-gone'] as const
      const invalid = [400, 'invalid-parameter'] as const
      assert.deepEqual(await asked.error('?since=1-mbx1k2ar'), gone)
      await load(catalogs, A.id, [cup('a', 1)])
      const first = await asked.newest(1)
      for (const unknown of ['1-mbx1k2ar', `2${first.slice(1)}`, 'zzzzzzzzz-zzzzzzzzz', 'zik0zk-1', 'zik0zj-1']) {
        assert.deepEqual(await asked.error(`?since=${unknown}`), gone, unknown)
        if (unknown > first) assert.deepEqual(await asked.error(`?since=${first}&until=${unknown}`), gone, unknown)
      }
      for (const wrong of ['x', '0-1', `${first}0000000000`, '1', first.toUpperCase(), `${first}%00`, '1-1-1'])
        assert.equal((await asked.send(`?since=${wrong}`)).status, 400, wrong)
      assert.deepEqual(await asked.error(`?since=${first}&since=${first}`), invalid)
      assert.deepEqual(await asked.error(`?until=${first}`), invalid)
      await load(catalogs, A.id, [cup('a', 2)])
      const second = await asked.newest(2)
      assert.deepEqual(await asked.error(`?since=${second}&until=${first}`), invalid)
      {
        await using draft = await catalogs.draft(A.id)
        await draft.publish({ publishedAt: NOW, productCount: 1, variantCount: 1 })
      }
      const third = await asked.newest(3)
      assert.deepEqual(await asked.error(`?since=${first}`), gone)
      assert.deepEqual(await asked.since(first, `&until=${second}`), ['changed price'])
      assert.deepEqual(await asked.since(third), [])
    })

    test('is 410 after the log has forgotten it, and after the store was removed and added again', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await open()
      const { catalogs } = opened
      await using asked = await serve(opened)
      const names: string[] = []
      for (let price = 1; price <= 3; price++) {
        await load(catalogs, A.id, [cup('a', price)])
        names.push(await asked.newest(price))
      }
      await makePublicationsOld(opened.address)
      await load(catalogs, A.id, [cup('a', 4)])
      await asked.newest(4)
      const statuses = await Promise.all(names.map(async (name) => (await asked.send(`?since=${name}`)).status))
      // The second one has another time now, as in a backup. The third was the newest until just now.
      assert.deepEqual(statuses, [410, 410, 200])
      await catalogs.removeStore(A.id)
      await catalogs.addStore(A)
      await load(catalogs, A.id, [cup('b', 1)], { now: NOW })
      const again = await asked.newest(1)
      assert.notEqual(again, names[0])
      for (const name of names) assert.deepEqual(await asked.error(`?since=${name}`), [410, 'publication-gone'])
    })

    test('is 410 for a publication of a removed store, though the edition without products is in memory', async () => {
      await using opened = await open()
      const { catalogs } = opened
      await using asked = await serve(opened)
      const names: string[] = []
      for (let life = 1; life <= 2; life++) {
        for (const name of names) assert.deepEqual(await asked.error(`?since=${name}`), [410, 'publication-gone'])
        await load(catalogs, A.id, [cup('a', life)])
        names.push(await asked.newest(1))
        await catalogs.rollback(A.id, () => 0)
        names.push(await asked.newest(2))
        if (life === 2) break
        await catalogs.changeStore(A.id, { publicName: 'A' })
        names.push(await asked.newest(3))
        for (const name of names) assert.equal((await asked.send(`?since=${name}`)).status, 200)
        await catalogs.removeStore(A.id)
        await catalogs.addStore(A)
      }
      const [first, second, third, inSecondLife] = names
      const ofFirstLife = [first, second, third].map((name) => `since=${name}`)
      for (const query of [...ofFirstLife, `since=${inSecondLife}&until=${second}`])
        assert.deepEqual(await asked.error(`?${query}`), [410, 'publication-gone'], query)
    })

    test('is of the publication that the process answers from, and of no earlier one than it was asked for', {
      skip: COMPLETE_ONLY,
    }, async () => {
      await using opened = await open()
      const { catalogs, editions } = opened
      await catalogs.addStore(B)
      await using asked = await serve(opened)
      await load(catalogs, A.id, [cup('a', 1)])
      const first = await asked.newest(1)
      const before = await editions.current(A.id)
      // A process that has not noticed what follows.
      const late: Editions = {
        current: () => before,
        list: () => editions.list(),
        ping: () => editions.ping(),
        unavailableSince: undefined,
        [Symbol.asyncDispose]: async () => {},
      }
      await using lateServer = await startTestServer(late)
      const askedLate = new Asked(lateServer)
      await load(catalogs, A.id, [cup('b', 1)])
      const second = await asked.newest(2)
      assert.equal((await askedLate.json('')).meta.to, first)
      assert.deepEqual(await askedLate.since(first), [])
      assert.deepEqual(await askedLate.since(second), [])
      assert.equal((await askedLate.json(`?since=${second}`)).meta.to, second)
      assert.deepEqual(await askedLate.since(first, `&until=${second}`), ['created'])
      await load(catalogs, B.id, [cup('b', 1), cup('c', 1)])
      const ofB = new Asked(asked.server, B.id)
      assert.notEqual(await ofB.newest(1), first)
      assert.deepEqual(await ofB.error(`?since=${first}`), [410, 'publication-gone'])
    })
  })
