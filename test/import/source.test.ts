import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { plainBytes } from '../../src/import/decompress.ts'
import { CatalogFileError } from '../../src/import/file-error.ts'
import { chunked, collected } from './reading.ts'

const TEXT = '{"name":"Hemd","slug":"hemd"}\n'

async function plain(bytes: Uint8Array | string, size?: number): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of plainBytes(chunked(bytes, size))) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

test('plain text comes out as it is, in chunks of any size', async () => {
  for (const size of [1, 3, 64 * 1024]) assert.equal(await plain(TEXT.repeat(500), size), TEXT.repeat(500))
})

test('gzip is unpacked, whatever the size of the chunks, and in several members', async () => {
  const packed = gzipSync(TEXT.repeat(5000))
  for (const size of [1, 1000, 64 * 1024]) assert.equal(await plain(packed, size), TEXT.repeat(5000))
  assert.equal(await plain(Buffer.concat([gzipSync(TEXT), gzipSync(TEXT)])), TEXT + TEXT)
})

test('a byte order mark is left out, also inside gzip', async () => {
  assert.equal(await plain(`\ufeff${TEXT}`, 1), TEXT)
  assert.equal(await plain(gzipSync(`\ufeff${TEXT}`)), TEXT)
})

const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le')
const REFUSED: [string, Uint8Array | string, RegExp][] = [
  ['nothing', '', /file is empty.*\[\]/],
  ['white space', '\n \r\n\t', /file is empty/],
  ['much white space', '\n'.repeat(10_000), /file is empty/],
  ['an empty gzip', gzipSync(''), /file is empty/],
  ['UTF-16', utf16, /looks like UTF-16 text\. Save it as UTF-8/],
  ['UTF-16, big-endian', Buffer.from(utf16).swap16(), /UTF-16/],
  ['UTF-16 without a mark', utf16.subarray(2), /UTF-16/],
  ['a ZIP archive', Buffer.from('PK\x03\x04\x14\0\0\0'), /ZIP archive or a spreadsheet/],
  ['Zstandard', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2]), /Zstandard/],
  ['bzip2', 'BZh91AY&SY', /bzip2/],
  ['gzip in gzip', gzipSync(gzipSync(TEXT)), /packed with gzip twice/],
  ['HTML', '\n<!DOCTYPE html>\n<html>', /looks like HTML, perhaps a page/],
  ['XML', '<?xml version="1.0"?><products/>', /looks like XML/],
  ['CSV', 'Handle,Title,Price\nshirt,Shirt,19.90', /looks like CSV/],
  ['CSV with quotes', '"id";"name"\n"1";"Shirt"', /looks like CSV/],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), /looks like a PNG image/],
  ['binary', Buffer.from([0x13, 0x50, 0x4e, 0x47, 0]), /looks like binary data/],
  ['prose', 'Größen und Farben', /does not look like JSON: it begins with "Größen und Farben"/],
]

for (const [name, bytes, message] of REFUSED) {
  test(`${name} is refused with what it looks like and what would be right`, async () => {
    await assert.rejects(plain(bytes, 7), (error) => error instanceof CatalogFileError && message.test(error.message))
  })
}

test('gzip that is cut off or damaged is refused as such', async () => {
  const packed = gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, i) => `{"n":${i * i}}\n`).join('')))
  await assert.rejects(plain(packed.subarray(0, packed.length - 20)), /^CatalogFileError: .*cut off/)
  await assert.rejects(plain(packed.subarray(0, 5)), /^CatalogFileError: .*cut off/)
  const damaged = Buffer.from(packed)
  damaged.fill(0xff, 4000, 4040)
  await assert.rejects(plain(damaged), /^CatalogFileError: .*damaged/)
})

test('a fault of the source passes through, packed or not', async () => {
  for (const bytes of [Buffer.from(TEXT), gzipSync(TEXT)]) {
    async function* failing() {
      yield bytes.subarray(0, 12)
      throw new Error('disk gone')
    }
    await assert.rejects(collected(plainBytes(failing())), /^Error: disk gone/)
  }
})

test('a reader that stops early closes the source, packed or not', async () => {
  const text = Buffer.from(Array.from({ length: 50_000 }, () => `{"n":${Math.random()}}\n`).join(''))
  for (const bytes of [text, gzipSync(text)]) {
    let closed = false
    async function* watched() {
      try {
        yield* chunked(bytes, 1000)
      } finally {
        closed = true
      }
    }
    for await (const _ of plainBytes(watched())) break
    // What reads ahead of gzip lets go a little later.
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.ok(closed)
  }
})
