import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { DATABASES } from '../database/databases.ts'
import { expectedDocuments, expectedFacets, expectedList } from '../model/expected-response.ts'
import { NaiveStore } from '../model/naive.ts'
import { histories } from '../model/random-catalog.ts'
import { facetsRequests, productRequests, variantRequests, withRealValues } from '../model/random-request.ts'
import { type RunningService, startService } from '../model/running-service.ts'
import { cases } from '../quick.ts'
import { operationsOf, targetsOf } from './random-targets.ts'
import { catalogOf, identifiersOf, shopNamed } from './two-catalogs.ts'

const STORES = [shopNamed('alder'), shopNamed('birch')] as const
const OWN = [identifiersOf('alder', 'a'), identifiersOf('birch', 'b')] as const

/** The number of pairs of histories over each database. */
const HISTORIES: Readonly<Record<string, fc.Parameters<unknown>>> = {
  memory: { numRuns: cases({ quick: 3, complete: 15 }) },
  sqlite: { numRuns: cases({ quick: 1, complete: 15 }) },
  postgres: { numRuns: 6 },
}

/** The index of a store. */
const storeIndex = fc.constantFrom(0, 1)

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, each of two stores answers random requests with texts of its own catalog`, {
    skip,
    timeout: 600_000,
  }, async () => {
    await using service = await startService(open, ...STORES)
    const texts: Set<string>[] = []
    const etags: Set<string>[] = [new Set(), new Set()]
    for (const [index, store] of STORES.entries()) {
      await service.load(store.id, catalogOf(OWN[index]!))
      texts.push(await textsOf(service, store.id))
    }
    const reads = fc.array(
      fc.record({ store: storeIndex, target: targets, validators: fc.array(storeIndex, { maxLength: 2 }) }),
      {
        minLength: 2,
        maxLength: 20,
      },
    )

    await fc.assert(
      fc.asyncProperty(reads, fc.boolean(), async (requests, inParallel) => {
        const read = async ({ store, target, validators }: (typeof requests)[number]) => {
          const sent = validators.flatMap((index) => [...etags[index]!])
          const headers: OutgoingHttpHeaders = { 'x-store-id': STORES[store]!.id }
          if (sent.length > 0) headers['if-none-match'] = sent.join(', ')
          if (typeof target !== 'string') {
            const answer = await service.post(...target, { ...headers, ...AGENT })
            assert.equal(answer.status, 200)
            // Messages repeat the ids of the request.
            const { messages: _, ...own } = JSON.parse(answer.body)
            return assert.ok(!JSON.stringify(own).includes(OWN[1 - store]!.word))
          }
          const { status, body, headers: received } = await service.get(target, headers)
          if (received.etag) etags[store]!.add(received.etag)
          if (status === 304) assert.ok(sent.includes(received.etag!), 'only an ETag of the store itself gives a 304')
          else expectOwn(body, OWN[1 - store]!.word, texts[store]!)
        }
        if (inParallel) await Promise.all(requests.map(read))
        else for (const each of requests) await read(each)
        const [a, b] = etags
        assert.deepEqual(
          [...a!].filter((etag) => b!.has(etag)),
          [],
        )
      }),
      { numRuns: cases({ quick: 10, complete: 100 }) },
    )
  })

  test(`over ${database}, each of two stores with the same ids answers as if it were alone`, {
    skip,
    timeout: 600_000,
  }, async () => {
    const [alder, birch] = STORES
    const requests = fc.array(fc.oneof(productRequests, variantRequests, facetsRequests), {
      minLength: 1,
      maxLength: 15,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(histories(alder), histories(birch), requests, async (first, second, requests) => {
        await using service = await startService(open, alder, birch)
        const expected = [new NaiveStore(), new NaiveStore()]
        for (let turn = 0; turn < Math.max(first.length, second.length); turn++) {
          for (const [index, history] of [first, second].entries()) {
            const next = history[turn]
            if (!next) continue
            const lines = next.lines.map(({ line }) => line)
            expected[index]!.load(next)
            await service.load(STORES[index]!.id, lines, { replace: next.replace, now: next.now })
          }
          for (const each of requests) {
            const request = withRealValues(each, expected[0]!)
            const pairs = request.parameters.map(([name, value]): [string, string] => [name, value])
            const target = `${request.path}?${new URLSearchParams(pairs)}`
            await Promise.all(
              STORES.map(async (store, index) => {
                const { body } = await service.get(target, { 'x-store-id': store.id })
                const answer =
                  request.path === '/store/products/facets'
                    ? expectedFacets(expected[index]!, request)
                    : expectedList(expected[index]!, request, service.origin).page(1)
                assert.equal(body, answer)
              }),
            )
          }
          await compareSingles(service, expected)
        }
      }),
      HISTORIES[database],
    )
  })
}

/** Requests every id of either store from both stores. */
async function compareSingles(service: RunningService, expected: readonly NaiveStore[]): Promise<void> {
  const singles = expected.map((store) => new Map(expectedDocuments(store)))
  for (const path of new Set(singles.flatMap((single) => [...single.keys()]))) {
    for (const [index, store] of STORES.entries()) {
      const { status, body } = await service.get(path, { 'x-store-id': store.id })
      const single = singles[index]!.get(path)
      assert.equal(status, single === undefined ? 404 : 200, path)
      if (single !== undefined) assert.equal(body, single)
    }
  }
}

const targets = fc.oneof({ arbitrary: targetsOf(OWN), weight: 4 }, { arbitrary: operationsOf(OWN), weight: 1 })

const AGENT = { 'ucp-agent': 'profile="https://agent.example/profile.json"' }

/** Every text in the catalog and in the settings of a store. */
async function textsOf({ catalogs }: RunningService, store: (typeof STORES)[number]['id']): Promise<Set<string>> {
  const texts = new Set<string>()
  const edition = await catalogs.current(store)
  collect(edition.store, texts)
  for await (const line of exportLines(edition)) collect(JSON.parse(line), texts)
  return texts
}

function expectOwn(body: string, foreign: string, texts: ReadonlySet<string>): void {
  const { links: _, meta: __, queries, correction, ...answer } = JSON.parse(body)
  // Problem documents contain no text of a catalog. Suggested queries are made of words of it.
  assert.ok(!JSON.stringify([answer, queries, correction]).includes(foreign))
  if (answer.status !== undefined) return
  const shown = new Set<string>()
  collect(answer, shown)
  assert.deepEqual(
    [...shown].filter((text) => !texts.has(text)),
    [],
  )
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value)
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner, texts)
}
