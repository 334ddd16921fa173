// Complete run only: it loses processes, servers and primaries under load.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { type Running, WorkingDirectory } from '../cli/vitrine.ts'
import { until } from '../database/until.ts'
import { freePort } from '../postgres/daemon.ts'
import { noBalancer, startBalancer } from '../postgres/haproxy.ts'
import { replicaOf } from '../postgres/replica.ts'
import { noServers, startServer } from '../postgres/server.ts'
import { ExpectedAnswers, PUBLIC_URL, STORE } from './catalog-versions.ts'
import { Load } from './load.ts'
import { importVersion, Publisher, VERSIONS } from './publisher.ts'

async function startServerProcess(
  directory: WorkingDirectory,
  database: string,
  port = '0',
): Promise<{ server: Running; url: string }> {
  const server = directory.start(
    ['serve', '--port', port, '--metrics-port', '0', '--public-url', PUBLIC_URL, '--log-level', 'info'],
    { DATABASE_URL: database },
  )
  const [, url] = await server.waitFor(/serving at (http:\/\/127\.0\.0\.1:\d+)/)
  return { server, url: url! }
}

test('no answer is wrong while processes, databases and primaries fail under load, and failed requests get a 503', {
  skip: noServers() || noBalancer(),
  timeout: 600_000,
}, async (context) => {
  const expected = await ExpectedAnswers.upTo(VERSIONS)
  using directory = new WorkingDirectory()
  await using primary = await startServer()
  {
    await using catalogs = await openCatalogs(primary.url(), 'create')
    await catalogs.addStore(STORE)
  }
  assert.equal((await importVersion(directory, primary.url(), 0)).code, 0)
  await using replica = await replicaOf(primary)
  const database = primary.url().replace(/\/postgres$/, `,127.0.0.1:${replica.port}/postgres`)
  // Not a port that another program may get while the server is down.
  const first = await startServerProcess(directory, database, String(await freePort()))
  const second = await startServerProcess(directory, database)
  await using balancer = await startBalancer([first.url, second.url])
  const load = new Load(balancer.url, expected)
  const publisher = new Publisher(directory, database)

  const continues = async (when: string) => {
    const { answered } = load
    const { published } = publisher
    await until(() => load.answered > answered + 200 && publisher.published > published + 1)
    context.diagnostic(`${when}: ${load.answered} answers, ${load.statuses.get(503) ?? 0} of 503, ${load.stale} stale`)
  }
  const answersWithoutDatabase = () => load.stale + (load.statuses.get(503) ?? 0)
  try {
    await continues('at the start')
    first.server.child.kill('SIGKILL')
    await continues('after a server process was killed')
    await startServerProcess(directory, database, new URL(first.url).port)
    await continues('after it started again')
    const before = answersWithoutDatabase()
    await Promise.all([primary.stop(), replica.stop()])
    await until(() => answersWithoutDatabase() > before + 100)
    await Promise.all([primary.start(), replica.start()])
    await continues('after the database restarted')
    await primary.stop('immediate')
    await replica.promote()
    await continues('after the replica took over')
  } finally {
    await publisher.end()
    await load.end()
  }
  assert.deepEqual(load.faults.slice(0, 5), [])
  assert.ok(new Set(load.versions.values()).size > 3, 'answers came from several versions')
  context.diagnostic(`${load.versions.size} editions answered, ${publisher.published} imports succeeded`)
})
