// Complete run only: it writes large drafts.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import { readNative } from '@vitrine/catalog/native/read-native'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { VERSIONED_TABLES } from '@vitrine/engine/edition/tables'
import { publish } from '@vitrine/engine/publish/publish'
import { remnants } from '../crash/remnants.ts'
import { storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { damageTable } from './damage.ts'
import { sqliteOnDisk } from './databases.ts'

const A = storeNamed('shop-a')

/** Products enough for several batches, every third with a price that depends on the round. */
function products(round: number) {
  return Array.from({ length: 700 }, (_, index) => ({
    name: `Cup ${index % 90}`,
    slug: `cup-${index}`,
    description: `Holds ${index} millilitres of tea`,
    variants: Array.from({ length: 1 + (index % 3) }, (_, at) => ({
      sku: `C-${(index * 7) % 1000}-${at}`,
      price: `${1 + ((index * (index % 3 === 0 ? round : 1)) % 50)}.50`,
      stock: index % 5 === 0 ? null : index % 7,
    })),
  }))
}

async function load(catalogs: Catalogs, round: number, apart: boolean, count = 700): Promise<void> {
  await using draft = await catalogs.draft(A.id)
  const text = products(round)
    .slice(0, count)
    .map((product) => `${JSON.stringify(product)}\n`)
    .join('')
  async function* bytes() {
    yield Buffer.from(text)
  }
  const report = await publish(
    draft,
    readNative(bytes(), draft.base.store, () => {}),
    {
      replace: true,
      skipInvalid: false,
      dryRun: false,
      inWorker: apart,
      now: `2026-03-0${round}T00:00:00.000Z`,
    },
  )
  assert.equal(report.outcome, 'published')
}

/** Every row of every table that editions are made of. */
function contents(address: string): unknown {
  using db = new DatabaseSync(address, { readOnly: true })
  return [...VERSIONED_TABLES, 'positions'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4`).all(),
  )
}

describe('a draft written in a worker thread', () => {
  test('leaves the same rows as one written in this thread', async () => {
    await using here = await sqliteOnDisk()
    await using there = await sqliteOnDisk({ inWorker: true })
    for (const { catalogs } of [here, there]) await catalogs.addStore(A)
    for (const [round, count] of [
      [1, 700],
      [2, 700],
      [3, 500],
    ] as const) {
      for (const { catalogs } of [here, there]) await load(catalogs, round, catalogs === there.catalogs, count)
    }
    assert.deepEqual(contents(there.address), contents(here.address))
    assert.equal((await there.editions.current(A.id)).productCount, 500)
  })

  test('is taken back if it is not published', async () => {
    await using opened = await sqliteOnDisk({ inWorker: true })
    await opened.catalogs.addStore(A)
    await load(opened.catalogs, 1, true)
    const before = contents(opened.address)
    {
      await using draft = await opened.catalogs.draft(A.id)
      await draft.allocatePositions('product', ['00000000-0000-4000-8000-000000000001'])
      await draft.writeRows({ products: [], variants: [], documents: [], removed: { product: [3, 4], variant: [] } })
    }
    assert.deepEqual(contents(opened.address), before)
    assert.deepEqual(await remnants(opened.address), [])
  })

  test('passes errors on and releases the store', async () => {
    await using opened = await sqliteOnDisk({ inWorker: true })
    await opened.catalogs.addStore(A)
    {
      await using draft = await opened.catalogs.draft(A.id)
      await assert.rejects(
        draft.writeDictionary('product', 'name', null as unknown as string, ['cup']),
        (error: NodeJS.ErrnoException) => error.code === 'ERR_SQLITE_ERROR' && /NOT NULL/.test(error.message),
      )
      const uncloneable = (() => {}) as unknown as string
      await assert.rejects(draft.allocatePositions('product', [uncloneable]), { name: 'DataCloneError' })
    }
    await load(opened.catalogs, 1, true)
    assert.deepEqual(await remnants(opened.address), [])
  })

  test('reports a damaged file as the database, not as a fault of the program', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'damaged.db')
    {
      await using catalogs = await openCatalogs(path, 'create')
      await catalogs.addStore(A)
      await load(catalogs, 1, false)
    }
    damageTable(path, 'positions')
    await using catalogs = await openCatalogs(path, 'require', true)
    await using draft = await catalogs.draft(A.id)
    await assert.rejects(
      draft.allocatePositions('product', ['00000000-0000-4000-8000-000000000001']),
      (error: unknown) =>
        error instanceof VitrineError && error.code === 'database-unusable' && error.message.includes(path),
    )
  })
})
