import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { createMetrics } from '@vitrine/server/metrics'
import { createServer } from '@vitrine/server/server'
import { effectiveOptions, InvalidOption } from '@vitrine/server/server-options'
import { MemoryDatabase } from '../database/memory/database.ts'

const editions = new IndexCache(new MemoryDatabase().openEditions(), 1_000_000)
const required = { editions, logger: false, metrics: createMetrics() } as const

test('an option with a wrong value is refused at the start, with what it must be', () => {
  for (const [options, message] of [
    [
      { publicUrl: 'shop.example' },
      /^publicUrl must be an address such as https:\/\/shop\.example .* not "shop\.example"$/,
    ],
    [{ publicUrl: 'https://shop.example/?a=1' }, /^publicUrl must/],
    [{ publicUrl: 'https://me@shop.example' }, /^publicUrl must/],
    [{ publicUrl: 'ftp://shop.example' }, /^publicUrl must/],
    [{ corsOrigin: ['https://shop.example/'] }, /^corsOrigin must be .* a list of origins/],
    [{ cacheControl: 'a\nb' }, /^cacheControl must be a header value/],
    [{ responseCacheBytes: -1 }, /^responseCacheBytes must be a whole number/],
    [{ responseCacheBytes: 0.5 }, /^responseCacheBytes must/],
    [{ deadline: 0 }, /^deadline must be a number of milliseconds/],
    [{ deadline: 2 ** 31 }, /^deadline must/],
    [{ deadline: Number.NaN }, /^deadline must be a number of milliseconds/],
  ] as const) {
    assert.throws(
      () => createServer({ ...required, ...options }),
      (error) => {
        assert.ok(error instanceof InvalidOption)
        assert.equal(error.option, Object.keys(options)[0])
        assert.match(error.message, message)
        return true
      },
    )
  }
})

test('an option that is left out or undefined has its default', () => {
  const options = effectiveOptions({ ...required, deadline: undefined, corsOrigin: false })
  assert.deepEqual(options, {
    ...required,
    corsOrigin: false,
    cacheControl: 'private, no-cache',
    responseCacheBytes: 64_000_000,
    release: '',
    deadline: 5000,
    workers: 1,
    publicUrl: undefined,
  })
})

test('a public URL loses its trailing slashes', () => {
  for (const [publicUrl, expected] of [
    ['https://shop.example/', 'https://shop.example'],
    ['https://shop.example/api//', 'https://shop.example/api'],
  ]) {
    assert.equal(effectiveOptions({ ...required, publicUrl }).publicUrl, expected)
  }
})
