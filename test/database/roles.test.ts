// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { Connection } from '@vitrine/engine/database/postgres/connection'
import type { FailoverPool } from '@vitrine/engine/database/postgres/failover'
import { DEFAULT_POSTGRES, readOptions, WRITE_OPTIONS } from '@vitrine/engine/database/postgres/settings'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { withRoles } from '../postgres/roles.ts'
import { query } from '../postgres/sql.ts'

const A = storeNamed('a')

describe('with the roles of docs/postgres-roles.sql', { skip: noDatabases() }, () => {
  test('one role makes the tables and imports, the other reads and can do nothing else', async () => {
    await using database = await freshDatabase()
    const { writer, reader } = await withRoles(database.url)
    await using catalogs = await openCatalogs(writer, 'create')
    await catalogs.addStore(A)
    await load(catalogs, A.id, [{ name: 'Mug', variants: [{ sku: 'mug', price: 1 }] }])
    await using editions = await openEditions(reader)
    assert.equal((await editions.current(A.id)).productCount, 1)

    const allowed = 'SET default_transaction_read_only = off; SET transaction_read_only = off;'
    for (const statement of [
      "DELETE FROM vitrine.stores WHERE store = 'a'",
      'UPDATE vitrine.documents SET body = body',
      'INSERT INTO vitrine.editions SELECT * FROM vitrine.editions',
      'TRUNCATE vitrine.words',
      'DROP TABLE vitrine.words',
      'CREATE TABLE vitrine.more (a int)',
      'CREATE TABLE public.more (a int)',
      'ALTER TABLE vitrine.words ADD more int',
    ]) {
      await assert.rejects(query(reader, statement), /read-only transaction|permission denied|must be owner/, statement)
      await assert.rejects(query(reader, `${allowed} ${statement}`), /permission denied|must be owner/, statement)
    }
  })

  test('the script may be run again', async () => {
    await using database = await freshDatabase()
    await withRoles(database.url)
    const { writer } = await withRoles(database.url)
    await using catalogs = await openCatalogs(writer, 'create')
    await catalogs.addStore(A)
  })

  test('a command that writes is told so when it is given the role that reads', async () => {
    await using database = await freshDatabase()
    const { writer, reader } = await withRoles(database.url)
    await using catalogs = await openCatalogs(writer, 'create')
    await catalogs.addStore(A)
    await using reading = await openCatalogs(reader, 'require')
    await assert.rejects(reading.addStore(storeNamed('b')), {
      code: 'database-unusable',
      message:
        /the role vitrine_reader may not do this: (cannot execute INSERT in a read-only|permission denied for table)/,
    })
  })
})

describe('whatever its role, a server', { skip: noDatabases() }, () => {
  test('has sessions that only read', async () => {
    await using database = await freshDatabase()
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(A)
    await using editions = await openEditions(database.url)
    await editions.current(A.id)
    const { servers } = editions as unknown as { servers: FailoverPool }
    await assert.rejects(
      servers.query('DELETE FROM vitrine.stores RETURNING store'),
      /may not do this: cannot execute DELETE in a read-only transaction/,
    )
    assert.equal((await editions.list()).length, 1)
  })

  test('has the settings of sessions that its address names', async () => {
    await using database = await freshDatabase()
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(A)
    for (const [options, expected] of [
      ['', 'force_generic_plan'],
      ['?options=-c%20plan_cache_mode%3Dauto', 'auto'],
    ] as const)
      for (const session of [readOptions(DEFAULT_POSTGRES), WRITE_OPTIONS]) {
        await using connection = await Connection.open(new URL(`${database.url}${options}`), session)
        const [row] = await connection.query<{ mode: string }>("SELECT current_setting('plan_cache_mode') AS mode")
        assert.equal(row!.mode, expected)
      }
  })
})
