import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import fc from 'fast-check'
import { cases } from '../quick.ts'
import { DATABASES } from './databases.ts'
import { A, currentOf, STEP, take } from './store-history.ts'

const FORMS = ['summary', 'card', 'detail', 'variant'] as const

/**
 * Reads all documents of an edition in both ways, and compares them with the database. `ids` are those that any edition
 * had.
 */
async function compare(edition: IndexedEdition, ids: Set<string>): Promise<void> {
  for (const form of FORMS) {
    const kind = form === 'variant' ? 'variant' : 'product'
    const { positions } = await edition.stored.sortOrder(kind, 'name:DESC')
    if (positions.length === 0) continue
    const stored = Buffer.from(await edition.stored.concatenatedDocuments(form, positions)).toString()
    const documents = JSON.parse(`[${stored}]`) as { readonly id: string }[]
    const first = positions.subarray(0, Math.ceil(positions.length / 2))
    const half = JSON.stringify(documents.slice(0, first.length)).slice(1, -1)
    // Half of the page, the page of which half is cached, and the page from the cache.
    assert.equal(Buffer.from(await edition.concatenatedDocuments(form, first)).toString(), half)
    for (let times = 0; times < 2; times++) {
      assert.equal(Buffer.from(await edition.concatenatedDocuments(form, positions)).toString(), stored)
      for (const document of documents) ids.add(document.id)
      for (const id of ids) {
        const body = await edition.documentById(form, id)
        const expected = documents.find((document) => document.id === id)
        assert.deepEqual(body && JSON.parse(Buffer.from(body).toString()), expected)
      }
    }
  }
}

for (const { database, open, skip } of DATABASES)
  describe(`documents in memory over ${database}`, { skip }, () => {
    test('are those of the edition that is asked, whatever is published between the reads', async () => {
      let hits = 0
      const runs = fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 10 }), async (steps) => {
        await using opened = await open()
        await opened.catalogs.addStore(A)
        const cache = new IndexCache(opened.catalogs, 10_000_000, 2_000_000)
        const ids = new Set<string>()
        let before: readonly IndexedEdition[] = []
        for (const [index, step] of steps.entries()) {
          const now = new Date(Date.parse('2026-02-01') + index * 1000).toISOString()
          await take(opened, step, now, index)
          const after = await currentOf(cache)
          // Both editions are read at once, as requests that were under way do.
          const reads = [...before, ...after, ...before].map(async (edition) => {
            await compare(edition, ids).catch((error: unknown) => {
              const isRemoved = error instanceof EditionGone && !after.includes(edition)
              if (!isRemoved) throw error
            })
          })
          await Promise.all(reads)
          for (const edition of after) await compare(edition, ids)
          before = after
        }
        hits += cache.documentUse.hits
      })
      await fc.assert(runs, {
        numRuns: database === 'postgres' ? cases({ quick: 1, complete: 8 }) : cases({ quick: 10, complete: 80 }),
      })
      assert.ok(hits > 0)
    })
  })
