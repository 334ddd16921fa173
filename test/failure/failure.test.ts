import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs } from '../../src/database/open.ts'
import { lines, type Running, Workplace } from '../cli/vitrine.ts'
import { until } from '../database/until.ts'
import { noBalancer, startBalancer } from '../postgres/haproxy.ts'
import { replicaOf } from '../postgres/replica.ts'
import { noServers, startServer } from '../postgres/server.ts'
import { Load } from './load.ts'
import { catalogOf, PUBLIC_URL, STORE, Versions } from './versions.ts'

/** Versions that are published one after the other, again and again. */
const VERSIONS = 8

/** Publishes one version after the other until it is ended. An import that fails is tried again. */
class Publisher {
  published = 0
  readonly #place: Workplace
  readonly #database: string
  #ended = false
  readonly #running: Promise<void>

  constructor(place: Workplace, database: string) {
    this.#place = place
    this.#database = database
    this.#running = this.#publish()
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#running
  }

  async #publish(): Promise<void> {
    for (let next = 1; !this.#ended; ) {
      const { code } = await importVersion(this.#place, this.#database, next)
      if (code === 0) this.published++
      // Whether it failed before or after its edition was there is not known: the version after it is another in any case.
      next = (next % (VERSIONS - 1)) + 1
      await pause(100)
    }
  }
}

async function importVersion(place: Workplace, database: string, version: number) {
  const file = `${version}.ndjson`
  writeFileSync(place.path(file), lines(catalogOf(version)))
  return await place.run(['import', file, '--store', STORE.id, '--replace', '--database', database])
}

async function startApi(place: Workplace, database: string, port = '0'): Promise<{ api: Running; url: string }> {
  const api = place.start(
    ['serve', '--port', port, '--metrics-port', '0', '--public-url', PUBLIC_URL, '--log-level', 'info'],
    { DATABASE_URL: database },
  )
  const [, url] = await api.waitFor(/serving at (http:\/\/127\.0\.0\.1:\d+)/)
  return { api, url: url! }
}

test('while processes, servers and primaries are lost under load, no answer is wrong, and what fails is 503', {
  skip: noServers() || noBalancer(),
  timeout: 110_000,
}, async (context) => {
  const expected = await Versions.upTo(VERSIONS)
  using place = new Workplace()
  await using primary = await startServer()
  {
    await using catalogs = await openCatalogs(primary.url(), 'make')
    await catalogs.addStore(STORE)
  }
  assert.equal((await importVersion(place, primary.url(), 0)).code, 0)
  await using replica = await replicaOf(primary)
  const database = primary.url().replace(/\/postgres$/, `,127.0.0.1:${replica.port}/postgres`)
  const first = await startApi(place, database)
  const second = await startApi(place, database)
  await using balancer = await startBalancer([first.url, second.url])
  const load = new Load(balancer.url, expected)
  const publisher = new Publisher(place, database)

  const goesOn = async (what: string) => {
    const { answered } = load
    const { published } = publisher
    await until(() => load.answered > answered + 200 && publisher.published > published + 1, 30_000)
    context.diagnostic(`${what}: ${load.answered} answers, ${load.statuses.get(503) ?? 0} of 503, ${load.stale} stale`)
  }
  try {
    await goesOn('at the beginning')
    first.api.child.kill('SIGKILL')
    await goesOn('after one API process was killed')
    await startApi(place, database, new URL(first.url).port)
    await goesOn('after it was started again')
    await Promise.all([primary.stop(), replica.stop()])
    await pause(1500)
    await Promise.all([primary.start(), replica.start()])
    await goesOn('after the database was restarted')
    await primary.stop('immediate')
    await replica.promote()
    await goesOn('after the replica took over')
  } finally {
    await publisher.end()
    await load.end()
  }
  assert.deepEqual(load.faults.slice(0, 5), [])
  assert.ok(new Set(load.versions.values()).size > 3, 'several versions were seen')
  context.diagnostic(`${load.versions.size} editions were seen, ${publisher.published} imports ended well`)
})
