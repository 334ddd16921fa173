import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidArguments } from '@vitrine/agents/error'
import { readLookupRequest, readProductRequest, readSearchRequest } from '@vitrine/agents/requests'

test('wrong arguments get an error that names the argument and tells what is right', () => {
  const wrong: [read: (body: unknown) => unknown, body: unknown, message: string][] = [
    [readSearchRequest, undefined, 'catalog must be a JSON object.'],
    [readSearchRequest, {}, 'The request has neither a query nor filters. Send at least one of them.'],
    [readSearchRequest, { query: 5 }, 'query must be a text.'],
    [readSearchRequest, { query: 'x'.repeat(201) }, 'query must be a text of at most 200 characters.'],
    [
      readSearchRequest,
      { query: 'x', pagination: { limit: 0 } },
      'pagination.limit must be a whole number of 1 or more.',
    ],
    [readSearchRequest, { filters: { categories: 'Tea' } }, 'filters.categories must be a list.'],
    [readSearchRequest, { filters: { categories: [7] } }, 'filters.categories[0] must be a text.'],
    [readSearchRequest, { filters: { available: 'yes' } }, 'filters.available must be true or false.'],
    [
      readSearchRequest,
      { filters: { price: { min: 19.99 } } },
      'filters.price.min must be a whole number of minor units, such as 1999 for 19.99 EUR.',
    ],
    [readSearchRequest, { filters: { options: [{ name: 'Color' }] } }, 'filters.options[0].label must be a text.'],
    [readLookupRequest, {}, 'ids must be a list of one or more ids.'],
    [readLookupRequest, { ids: [null] }, 'ids[0] must be a text.'],
    [readLookupRequest, { ids: ['a', 'b\0'] }, 'ids[1] must be a text without NUL characters.'],
    [readProductRequest, {}, 'id must be the id of a product or of a variant.'],
    [
      readProductRequest,
      { id: 'x', selected: ['S', 'M'].map((label) => ({ name: 'Size', label })) },
      'selected must be a list with each option at most once.',
    ],
  ]
  for (const [read, body, message] of wrong) {
    assert.throws(() => read(body), new InvalidArguments(message), JSON.stringify(body))
  }
})

test('more ids than one lookup takes have an error code of their own; the same id counts once', () => {
  const ids = Array.from({ length: 51 }, (_, index) => `id-${index}`)
  assert.throws(
    () => readLookupRequest({ ids }),
    (error: InvalidArguments) => error.code === 'request_too_large',
  )
  assert.deepEqual(readLookupRequest({ ids: [...ids.slice(1), ...ids.slice(1)] }).ids, ids.slice(1))
})

test('a larger page than the largest counts as that, and fields that mean nothing here are left alone', () => {
  const { limit } = readSearchRequest({ query: 'tea', pagination: { limit: 1000 }, signals: {}, attribution: 1 })
  assert.equal(limit, 50)
})
