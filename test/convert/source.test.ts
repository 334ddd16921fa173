import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decompress } from '@vitrine/catalog/json/decompress'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { readRecords } from '@vitrine/catalog/json/read-records'
import { until } from '../database/until.ts'
import { chunked, collected } from './reading.ts'

const RECORD = '{"name":"Hemd","slug":"hemd"}'
const TEXT = `${RECORD}\n`

/** The texts of the records, of a file that is gzipped or not. */
async function texts(bytes: Uint8Array | string, size?: number): Promise<string[]> {
  const records = await collected(readRecords(decompress(chunked(bytes, size))))
  return records.map((record) => ('value' in record ? JSON.stringify(record.value) : record.fault.wrong))
}

test('plain text is read in chunks of any size', async () => {
  for (const size of [1, 3, 64 * 1024]) assert.deepEqual(await texts(TEXT.repeat(500), size), Array(500).fill(RECORD))
})

test('gzip is decompressed in chunks of any size, and in several members', async () => {
  const packed = gzipSync(TEXT.repeat(5000))
  for (const size of [1, 1000, 64 * 1024]) assert.deepEqual(await texts(packed, size), Array(5000).fill(RECORD))
  assert.deepEqual(await texts(Buffer.concat([gzipSync(TEXT), gzipSync(TEXT)])), [RECORD, RECORD])
})

test('a byte order mark is skipped, also inside gzip', async () => {
  assert.deepEqual(await texts(`\ufeff${TEXT}`, 1), [RECORD])
  assert.deepEqual(await texts(gzipSync(`\ufeff${TEXT}`)), [RECORD])
  assert.deepEqual(await texts(`\ufeff[${RECORD}]`), [RECORD])
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
  ['gzip in gzip', gzipSync(gzipSync(TEXT)), /gzipped twice/],
  ['HTML', '\n<!DOCTYPE html>\n<html>', /looks like HTML, perhaps a page/],
  ['RTF', '{\\rtf1\\ansi <rss>}', /RTF document of a word processor: save it as plain text/],
  ['XML', '<?xml version="1.0"?><products/>', /looks like XML/],
  ['CSV', 'Handle,Title,Price\nshirt,Shirt,19.90', /looks like CSV/],
  ['CSV with quotes', '"id";"name"\n"1";"Shirt"', /looks like CSV/],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), /looks like a PNG image/],
  ['binary', Buffer.from([0x13, 0x50, 0x4e, 0x47, 0]), /looks like binary data/],
  ['prose', 'Größen und Farben', /does not look like JSON: it begins with "Größen und Farben"/],
]

for (const [name, bytes, message] of REFUSED) {
  test(`${name} is refused with what the file looks like and what is expected`, async () => {
    await assert.rejects(texts(bytes, 7), (error) => error instanceof CatalogFileError && message.test(error.message))
  })
}

test('gzip that is cut off or damaged is refused', async () => {
  const packed = gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, i) => `{"n":${i * i}}\n`).join('')))
  await assert.rejects(texts(packed.subarray(0, packed.length - 20)), /^CatalogFileError: .*cut off/)
  await assert.rejects(texts(packed.subarray(0, 5)), /^CatalogFileError: .*cut off/)
  const damaged = Buffer.from(packed)
  damaged.fill(0xff, 4000, 4040)
  await assert.rejects(texts(damaged), /^CatalogFileError: .*damaged/)
})

test('an error of the source passes through, gzipped or not', async () => {
  for (const bytes of [Buffer.from(TEXT), gzipSync(TEXT)]) {
    async function* failing() {
      yield bytes.subarray(0, 12)
      throw new Error('disk gone')
    }
    await assert.rejects(collected(readRecords(decompress(failing()))), /^Error: disk gone/)
  }
})

test('a reader that stops early closes the source, gzipped or not', async () => {
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
    for await (const _ of readRecords(decompress(watched()))) break
    // The pipeline before gunzip closes a little later.
    await until(() => closed)
  }
})
