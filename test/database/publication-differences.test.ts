import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceSince } from '@vitrine/engine/edition/difference-since'
import { CHANGE_BITS, decodeChanges } from '@vitrine/engine/edition/product-changes'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { verifyLog } from '@vitrine/engine/edition/verify-log'
import fc from 'fast-check'
import { collected } from '../convert/reading.ts'
import { load, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'

const A = storeNamed('a')

/**
 * An import of some of eight products at some prices, which may replace the others; or a rollback to one of the newest.
 */
const STEP = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      prices: fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 3 }), { noNullPrototype: true }),
      replace: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ back: fc.nat(4) }) },
)

/** The documents of the current edition, by position. */
async function documentsOf({ catalogs }: Opened): Promise<Map<number, string>> {
  const edition = await catalogs.current(A.id)
  if (edition.productCount === 0) return new Map()
  const positions = [...(await edition.sortOrder('product', 'name:ASC')).positions]
  const documents = await edition.documents('detail', positions)
  return new Map(positions.map((position, index) => [position, documents[index]!]))
}

for (const { database, open, skip } of DATABASES)
  test(`the log of publications in ${database} has each product that differs, after imports and rollbacks`, {
    skip,
  }, async () => {
    const runs = fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 12 }), async (steps) => {
      await using opened = await open()
      const { catalogs } = opened
      await catalogs.addStore(A)
      let before = await documentsOf(opened)
      const published = new Map<string, Map<number, string>>()
      for (const step of steps) {
        const { number } = await catalogs.current(A.id)
        if ('back' in step) await catalogs.rollback(A.id, (kept) => kept[step.back % kept.length]!.number)
        else {
          const { prices, replace } = step
          const products = Object.entries(prices).map(([name, price]) => ({
            ...{ slug: name, name, variants: [{ sku: name, price }] },
          }))
          await load(catalogs, A.id, products, { replace })
        }
        const edition = await catalogs.current(A.id)
        const after = await documentsOf(opened)
        const { value: newest } = await edition.publications().next()
        if (edition.number !== number) {
          assert.deepEqual([newest.previous, newest.edition], [number, edition.number])
          const changes = decodeChanges(newest.changes)
          const kinds = { created: 0, changed: 0, removed: 0 }
          for (const position of new Set([...before.keys(), ...after.keys()])) {
            const [old, now] = [before.get(position), after.get(position)]
            const kind = old === undefined ? 'created' : now === undefined ? 'removed' : 'changed'
            // Going back and forth, a product may have changed and be again as it was.
            if (old === now && changes.at(position) === 0) continue
            if (old === now) assert.ok('back' in step)
            assert.ok(changes.at(position) > 0, `position ${position}`)
            kinds[kind]++
          }
          assert.deepEqual(changes.counts(), kinds)
          published.set(publicationName(newest), after)
        }
        before = after
      }
      const edition = await catalogs.current(A.id)
      for (const [name, documents] of published) {
        const since = await differenceSince(edition.publications(), name)
        for (const position of new Set([...documents.keys(), ...before.keys()])) {
          const [old, now] = [documents.get(position), before.get(position)]
          const bits = since!.products!.at(position)
          const { created, removed } = CHANGE_BITS
          if (old === undefined) assert.equal(bits, created)
          else if (now === undefined) assert.equal(bits, removed)
          else assert.ok(bits < removed && (old === now || bits > 0), `position ${position} since ${name}`)
        }
      }
      assert.equal(await differenceSince(edition.publications(), 'zzzz-1'), undefined)
      assert.deepEqual(await collected(verifyLog(edition, async () => true)), [])
    })
    await fc.assert(runs, {
      numRuns: database === 'postgres' ? cases({ quick: 2, complete: 20 }) : cases({ quick: 10, complete: 100 }),
    })
  })
