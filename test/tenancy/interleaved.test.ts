import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { exportLines } from '../../src/publish/export.ts'
import { DATABASES } from '../database/databases.ts'
import { storeNamed } from '../loading.ts'
import { aimed } from '../model/aimed.ts'
import { expectedFacets } from '../model/expected-facets.ts'
import { expectedList, expectedSingles } from '../model/expected-list.ts'
import { NaiveStore } from '../model/naive.ts'
import { histories } from '../model/random-catalog.ts'
import { facetsRequests, productRequests, variantRequests } from '../model/random-request.ts'
import { type Served, served } from '../model/served.ts'
import { catalogOf, own, SHARED } from './two-catalogs.ts'

const STORES = [storeNamed('alder'), storeNamed('birch')] as const
const OWN = [own('alder', 'a'), own('birch', 'b')] as const

/** How many pairs of histories there are over each database. */
const RUNS: Readonly<Record<string, fc.Parameters<unknown>>> = { sqlite: { numRuns: 15 }, postgres: { numRuns: 6 } }

/** One of the two stores. */
const which = fc.constantFrom(0, 1)

for (const { database, open, skip } of DATABASES) {
  test(`over ${database}, whatever two stores are asked in turns, each answers in words of its own catalog`, {
    skip,
    timeout: 60_000,
  }, async () => {
    await using service = await served(open, ...STORES)
    const texts: Set<string>[] = []
    const etags: Set<string>[] = [new Set(), new Set()]
    for (const [index, store] of STORES.entries()) {
      await service.load(store.id, catalogOf(OWN[index]!))
      texts.push(await textsOf(service, store.id))
    }
    const reads = fc.array(
      fc.record({ store: which, target: targets, validators: fc.array(which, { maxLength: 2 }) }),
      {
        minLength: 2,
        maxLength: 20,
      },
    )

    await fc.assert(
      fc.asyncProperty(reads, fc.boolean(), async (asked, atOnce) => {
        const read = async ({ store, target, validators }: (typeof asked)[number]) => {
          const given = validators.flatMap((index) => [...etags[index]!])
          const headers: OutgoingHttpHeaders = { 'x-store-id': STORES[store]!.id }
          if (given.length > 0) headers['if-none-match'] = given.join(', ')
          const { status, body, headers: got } = await service.get(target, headers)
          if (got.etag) etags[store]!.add(got.etag)
          if (status === 304) assert.ok(given.includes(got.etag!), 'nothing is fresh that the store did not say itself')
          else expectOwn(body, OWN[1 - store]!.word, texts[store]!)
        }
        if (atOnce) await Promise.all(asked.map(read))
        else for (const each of asked) await read(each)
        const [a, b] = etags
        assert.deepEqual(
          [...a!].filter((etag) => b!.has(etag)),
          [],
        )
      }),
      { numRuns: 100 },
    )
  })

  test(`over ${database}, two stores with the same ids answer as if each were alone, import after import`, {
    skip,
    timeout: 60_000,
  }, async () => {
    const [alder, birch] = STORES
    const requests = fc.array(fc.oneof(productRequests, variantRequests, facetsRequests), {
      minLength: 1,
      maxLength: 15,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(histories(alder), histories(birch), requests, async (first, second, asked) => {
        await using service = await served(open, alder, birch)
        const expected = [new NaiveStore(), new NaiveStore()]
        for (let turn = 0; turn < Math.max(first.length, second.length); turn++) {
          for (const [index, history] of [first, second].entries()) {
            const next = history[turn]
            if (!next) continue
            const lines = next.lines.map(({ line }) => line)
            expected[index]!.load(next)
            await service.load(STORES[index]!.id, lines, { replace: next.replace, now: next.now })
          }
          for (const each of asked) {
            const request = aimed(each, expected[0]!)
            const target = `${request.path}?${new URLSearchParams(request.parameters.map((pair) => [...pair]))}`
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
          await sameSingles(service, expected)
        }
      }),
      RUNS[database],
    )
  })
}

/** Every id that either store has, asked of both. */
async function sameSingles(service: Served, expected: readonly NaiveStore[]): Promise<void> {
  const singles = expected.map((store) => new Map(expectedSingles(store)))
  for (const path of new Set(singles.flatMap((single) => [...single.keys()]))) {
    for (const [index, store] of STORES.entries()) {
      const { status, body } = await service.get(path, { 'x-store-id': store.id })
      const single = singles[index]!.get(path)
      assert.equal(status, single === undefined ? 404 : 200, path)
      if (single !== undefined) assert.equal(body, single)
    }
  }
}

const either = <Value>(values: (of: (typeof OWN)[number]) => Value) => OWN.map(values)
const ids = {
  products: [SHARED.product, ...either(({ product }) => product)],
  variants: [SHARED.variant, ...either(({ variant }) => variant)],
}
const parameters = fc.constantFrom(
  ...[1, 2, 5, 9].map((page) => `page=${page}`),
  ...[1, 7, 100].map((limit) => `limit=${limit}`),
  ...['linen', 'thing', 'o', ...either(({ word }) => word)].map((word) => `search=${word}`),
  ...['sale', ...either(({ label }) => label)].map((code) => `label=${code}`),
  ...['color', ...either(({ group }) => group)].map((code) => `optionGroup=${code}`),
  ...['red', 'color:blue', ...either(({ option }) => option)].map((code) => `option=${code}`),
  ...ids.products.map((id) => `product=${id}`),
  ...['createdAt:ASC', 'name:DESC', 'price:ASC'].map((sort) => `sortBy=${sort}`),
)
const targets = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('products', 'product-variants'),
      fc.uniqueArray(parameters, { maxLength: 3, selector: nameOf }),
    )
    .map(([path, some]) => `/store/${path}?${some.join('&')}`),
  fc.constantFrom(
    ...ids.products.map((id) => `/store/products/${id}`),
    ...ids.variants.map((id) => `/store/product-variants/${id}`),
  ),
)

function nameOf(parameter: string): string {
  return parameter.slice(0, parameter.indexOf('='))
}

/** Every text in a catalog, as the service has it. */
async function textsOf({ catalogs }: Served, store: (typeof STORES)[number]['id']): Promise<Set<string>> {
  const texts = new Set<string>()
  for await (const line of exportLines(await catalogs.current(store))) collect(JSON.parse(line), texts)
  return texts
}

function expectOwn(body: string, foreign: string, texts: ReadonlySet<string>): void {
  const { links: _, meta: __, ...answer } = JSON.parse(body)
  // A problem speaks for itself: none of them names anything of a catalog.
  assert.ok(!JSON.stringify(answer).includes(foreign))
  if (answer.status !== undefined) return
  const said = new Set<string>()
  collect(answer, said)
  assert.deepEqual(
    [...said].filter((text) => !texts.has(text)),
    [],
  )
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value)
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner, texts)
}
