// Process of its own: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FailoverPool } from '@vitrine/engine/database/postgres/failover'
import { DEFAULT_POSTGRES, readOptions } from '@vitrine/engine/database/postgres/settings'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { proxyTo, type WireProxy } from '../postgres/proxy.ts'
import { createTables } from './create-tables.ts'
import { until } from './until.ts'

const SETTINGS = { ...DEFAULT_POSTGRES, connections: 2 }
/** One more asks about current editions. */
const COUNT = 3

interface PoolBehindProxy extends AsyncDisposable {
  readonly proxy: WireProxy
  readonly pool: FailoverPool
}

async function openPool(): Promise<PoolBehindProxy> {
  await using open = new AsyncDisposableStack()
  const database = open.use(await freshDatabase())
  await createTables(database.url)
  const proxy = open.use(await proxyTo(database.url))
  const pool = open.use(await FailoverPool.open([new URL(proxy.url)], SETTINGS, readOptions(SETTINGS)))
  const whole = open.move()
  return { proxy, pool, [Symbol.asyncDispose]: () => whole.disposeAsync() }
}

describe('a pool that loses its connections', { skip: noDatabases() }, () => {
  test('closes new ones that cannot be prepared, however often it tries', async () => {
    await using opened = await openPool()
    const { proxy, pool } = opened
    let attempts = 0
    pool.onConnected = async () => {
      if (++attempts <= 3) throw new Error('cannot be prepared')
    }
    proxy.cut()
    await until(() => attempts >= 4 && pool.current !== undefined)
    await until(() => proxy.open === COUNT)
    assert.deepEqual(await pool.query('SELECT 1 AS one'), [{ one: 1 }])
  })

  test('closes new ones and does not use them if it is closed while it connects', async () => {
    await using opened = await openPool()
    const { proxy, pool } = opened
    let prepared = 0
    pool.onConnected = async () => void prepared++
    proxy.hang()
    proxy.cut()
    await until(() => proxy.connections > COUNT)
    await pool[Symbol.asyncDispose]()
    await proxy.letThrough()
    await until(() => proxy.connections >= 2 * COUNT && proxy.open === 0)
    assert.equal(prepared, 0)
  })

  test('closes new ones if it is closed while they are prepared', async () => {
    await using opened = await openPool()
    const { proxy, pool } = opened
    const preparing = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    pool.onConnected = async () => {
      preparing.resolve()
      await release.promise
    }
    proxy.cut()
    await preparing.promise
    await pool[Symbol.asyncDispose]()
    release.resolve()
    await until(() => proxy.open === 0)
  })
})
