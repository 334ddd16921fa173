import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { brokenFacts, factsOf, type Json } from './api-facts.ts'

const read = (url: URL): Json => JSON.parse(readFileSync(url, 'utf8'))
const document = read(new URL('../../openapi.json', import.meta.url))

/** The facts of this version of the API at the last release. */
const BASELINE = new URL(`../fixtures/api-${document.info.version}.json`, import.meta.url)

test('the API keeps what its version had at the last release', () => {
  if (existsSync(BASELINE)) assert.deepEqual(brokenFacts(read(BASELINE), factsOf(document)), [])
  if (process.env.WRITE_FIXTURE) writeFileSync(BASELINE, `${JSON.stringify(factsOf(document), null, 2)}\n`)
  assert.ok(existsSync(BASELINE), `${BASELINE.pathname} does not exist; WRITE_FIXTURE=1 writes it`)
})

function broken(change: (at: Json) => unknown): string {
  const copy = structuredClone(document)
  const { get } = copy.paths['/store/products']
  const schemaOf = (name: string) => get.parameters.find((each: Json) => each.name === name).schema
  change({ paths: copy.paths, get, schemaOf, ...copy.components.schemas })
  return brokenFacts(factsOf(document), factsOf(copy)).join()
}

const BREAKS: Record<string, (at: Json) => unknown> = {
  '/store/labels 200 is an answer': ({ paths }) => delete paths['/store/labels'],
  '/store/products 404 is an answer': ({ get }) => delete get.responses[404],
  '/store/products?market was ': ({ get }) => get.parameters.pop(),
  '/store/products?new was undefined': ({ get }) => get.parameters.push({ name: 'new', required: true, schema: {} }),
  '/store/products?search was ': ({ schemaOf }) => Object.assign(schemaOf('search'), { maxLength: 9 }),
  '/store/products?label was ': ({ schemaOf }) => Object.assign(schemaOf('label').items, { pattern: 'a' }),
  '/store/products?sortBy was ': ({ schemaOf }) => schemaOf('sortBy').enum.pop(),
  'Product.slug is string': ({ Product }) => delete Product.properties.slug,
  'Product always has labelValues': ({ Product }) => Product.required.pop(),
  'ErrorCode can be internal-error': ({ ErrorCode }) => ErrorCode.enum.pop(),
}

test('what is gone or narrower breaks the API', () => {
  for (const [fact, change] of Object.entries(BREAKS)) assert.ok(broken(change).includes(fact), fact)
})

test('additions and wider limits do not break the API', () => {
  const additions = broken(({ paths, get, schemaOf, Product, ErrorCode }) => {
    paths['/new'] = paths['/store']
    get.parameters.push({ name: 'new', schema: {} })
    schemaOf('search').maxLength = 300
    schemaOf('sortBy').enum.push('stock:ASC')
    Product.properties.new = { type: 'string' }
    ErrorCode.enum.push('new-code')
  })
  assert.equal(additions, '')
})
