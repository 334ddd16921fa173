import assert from 'node:assert/strict'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { codingFor, compressQuickly } from '@vitrine/server/compression'
import { COMPLETE_ONLY } from '../quick.ts'
import { openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

/** The body of the answer, not decompressed. */
function bytes(
  path: string,
  acceptEncoding: string,
  { port } = shop,
): Promise<{ coding: string | undefined; length: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-store-id': STORE, 'accept-encoding': acceptEncoding }
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const { 'content-encoding': coding, 'content-length': length } = response.headers
      buffer(response).then((body) => resolve({ coding, length: Number(length), body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

describe('the coding of an answer', () => {
  const LARGE = 5000
  for (const [accepts, coding] of [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP, BR', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['deflate', undefined],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip ; q=0.5 , br ; q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.000', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.4', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=nonsense, gzip', 'gzip'],
    [',,;q=1, gzip', 'gzip'],
  ] as const) {
    test(`for Accept-Encoding: ${accepts} is ${coding ?? 'none'}`, () => {
      assert.equal(codingFor(accepts, LARGE), coding)
    })
  }

  test('is none for a small body, unless the client accepts only compressed ones', () => {
    assert.equal(codingFor('br, gzip', 1023), undefined)
    assert.equal(codingFor('br, gzip', 1024), 'br')
    assert.equal(codingFor('gzip, identity;q=0', 10), 'gzip')
    assert.equal(codingFor('gzip, *;q=0', 10), 'gzip')
  })
})

test('however many different Accept-Encoding headers come, few stay in memory', { skip: COMPLETE_ONLY }, () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const padding = 'x'.repeat(10_000)
  for (let number = 0; number < 5000; number++)
    codingFor(Buffer.from(`br, ${number}${padding}`).toString('latin1'), 5000)
  collectGarbage()
  const grown = process.memoryUsage().heapUsed - before
  assert.ok(grown < 20_000_000, `5000 headers of 10 kB take ${grown} bytes`)
})

test('the same text comes in every coding, the first time and from the cache', async () => {
  for (const path of ['/store/products', '/store/product-variants?limit=7']) {
    const plain = (await bytes(path, 'identity')).body.toString()
    for (let round = 0; round < 3; round++) {
      for (const [accepts, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
        ['identity', (body: Buffer) => body],
      ] as const) {
        const { coding, length, body } = await bytes(path, accepts)
        assert.equal(coding, accepts === 'identity' ? undefined : accepts)
        assert.equal(length, body.length)
        assert.equal(unpack(body).toString(), plain)
        if (coding) assert.ok(body.length < plain.length / 5)
      }
    }
  }
})

for (const [coding, unpack] of [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const) {
  test(`an answer is compressed with ${coding} quickly the first time, and better when it comes from the cache`, async () => {
    for (const path of ['/store/products?limit=21', '/store/product-variants?limit=21']) {
      const answers = []
      for (let round = 0; round < 4; round++) answers.push((await bytes(path, coding)).body)
      const [first, second, ...later] = answers as [Buffer, Buffer, ...Buffer[]]
      assert.ok(second.length < first.length, `${first.length} bytes, then ${second.length}`)
      assert.deepEqual(unpack(first), unpack(second))
      for (const answer of later) assert.deepEqual(answer, second)
    }
  })

  test(`without a response cache, every answer is compressed with ${coding} quickly`, async () => {
    await using shop = await openShop({ responseCacheBytes: 0 })
    const path = '/store/products?limit=21'
    const lengths = []
    for (let round = 0; round < 3; round++) lengths.push((await bytes(path, coding, shop)).length)
    assert.equal(new Set(lengths).size, 1)
    await bytes(path, coding)
    assert.ok((await bytes(path, coding)).length < lengths[0]!)
  })

  test(`a body compressed with ${coding} quickly is complete, whatever its length`, async () => {
    for (const length of [0, 1, 65_535, 65_536, 65_537, 1_000_000]) {
      const body = Buffer.from('a body of words '.repeat(length / 16 + 1)).subarray(0, length)
      assert.deepEqual(unpack(await compressQuickly(body, coding)), body)
    }
  })
}

test('requests that come together share one compression', async () => {
  const path = '/store/products?limit=24'
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => bytes(path, index % 2 ? 'br' : 'gzip')))
  const texts = answers.map(({ coding, body }) =>
    (coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString(),
  )
  assert.equal(new Set(texts).size, 1)
})

test('a small body is not compressed', async () => {
  const { coding } = await bytes('/store/products?page=99', 'br, gzip')
  assert.equal(coding, undefined)
})
