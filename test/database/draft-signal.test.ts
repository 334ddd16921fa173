// Process of its own: it needs SQLite.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readNative } from '@vitrine/catalog/native/read-native'
import { openCatalogs } from '@vitrine/engine/database/open'
import { type PublishOptions, publish } from '@vitrine/engine/publish/publish'
import { lines, SHIRT, TEAPOT } from '../cli/vitrine.ts'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

const STORE = storeNamed('a')
const REASON = new Error('enough')

describe('an import that is stopped', () => {
  for (const step of ['merging postings', 'sorting', 'publishing'] as const) {
    test(`at ${step} leaves the store as it was`, async () => {
      using folder = temporaryFolder()
      await using catalogs = await openCatalogs(join(folder.path, 'catalogs.db'), 'create')
      await catalogs.addStore(STORE)
      await load(catalogs, STORE.id, [SHIRT])

      const stop = new AbortController()
      const stopAt: PublishOptions['onStep'] = (begun) => {
        if (begun === step) stop.abort(REASON)
      }
      {
        await using draft = await catalogs.draft(STORE.id, undefined, stop.signal)
        const products = readNative(once(lines([TEAPOT])), STORE, () => {})
        const options = { replace: true, skipInvalid: false, dryRun: false, now: '2026-03-01T00:00:00.000Z' }
        await assert.rejects(publish(draft, products, { ...options, onStep: stopAt }), REASON)
      }
      const edition = await catalogs.current(STORE.id)
      assert.deepEqual([edition.number, edition.productCount, edition.variantCount], [1, 1, 2])
      assert.equal((await load(catalogs, STORE.id, [TEAPOT])).edition.productCount, 2)
    })
  }

  test('lets the event loop turn while it writes', async () => {
    using folder = temporaryFolder()
    await using catalogs = await openCatalogs(join(folder.path, 'catalogs.db'), 'create')
    await catalogs.addStore(STORE)
    const stop = new AbortController()
    await using draft = await catalogs.draft(STORE.id, undefined, stop.signal)
    setTimeout(() => stop.abort(REASON), 1)
    await assert.rejects(async () => {
      for (let id = 0; ; id++) await draft.allocatePositions('product', [String(id)])
    }, REASON)
  })
})

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
