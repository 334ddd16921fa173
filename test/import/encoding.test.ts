import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CatalogFileError } from '../../src/import/file-error.ts'
import { readFile, table, warned } from './catalog-file.ts'

const shop = (titles: readonly string[]) =>
  table(titles.map((Title, index) => ({ Handle: `p${index}`, Title, Type: 'x', Vendor: 'y', 'Variant Price': '1' })))

/** The text in a single-byte encoding. */
function encoded(text: string, encoding: string): Buffer {
  const bytes = new Map<string, number>()
  const decoder = new TextDecoder(encoding)
  for (let byte = 255; byte >= 0; byte--) bytes.set(decoder.decode(Uint8Array.of(byte)), byte)
  return Buffer.from([...text].map((character) => bytes.get(character)!))
}

const TITLES: Record<string, string[]> = {
  'windows-1252': ['Schöne Tasse für Kaffee', 'Größe: groß', 'Crème brûlée à la carte – 5 €'],
  'windows-1250': ['Żółta koszulka z łańcuszkiem', 'Świetna jakość, męska', 'Dziecięce buty'],
  'windows-1251': ['Чашка белая фарфоровая', 'Футболка мужская красная'],
  'windows-1253': ['Μπλούζα ανδρική κόκκινη', 'Βαμβακερή μπλούζα για παιδιά'],
  'windows-1254': ['Erkek gömleği kırmızı, pamuklu', 'Çocuk ayakkabısı yeşil, şık'],
}

describe('text that is not UTF-8', () => {
  for (const [encoding, titles] of Object.entries(TITLES)) {
    test(`is read as ${encoding} if it looks like it, with a warning, in chunks of any size`, async () => {
      for (const size of [1, 1000, 64 * 1024]) {
        const file = await readFile(encoded(shop(titles), encoding), {}, size)
        assert.deepEqual(
          file.products.map(({ name }) => name),
          titles,
        )
        assert.deepEqual(warned(file), [`1 the file is not UTF-8 and is read as ${encoding}; --encoding names another`])
      }
    })
  }

  test('may show its encoding only far into the file', async () => {
    const titles = [...Array.from({ length: 5000 }, (_, index) => `Plain title ${index}`), 'Schöne Tasse für Kaffee']
    const file = await readFile(encoded(shop(titles), 'windows-1252'))
    assert.equal(file.products.at(-1)!.name, 'Schöne Tasse für Kaffee')
  })

  test('is read as UTF-16 with and without a byte order mark', async () => {
    const text = shop(['Schöne Tasse', '茶壺'])
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    const marked = (bytes: Buffer, ...mark: number[]) => Buffer.concat([Buffer.from(mark), bytes])
    for (const bytes of [little, big, marked(little, 0xff, 0xfe), marked(big, 0xfe, 0xff)]) {
      for (const size of [1, 64 * 1024]) {
        const file = await readFile(bytes, {}, size)
        assert.deepEqual(
          file.products.map(({ name }) => name),
          ['Schöne Tasse', '茶壺'],
        )
        assert.match(warned(file).join(), /is read as utf-16[lb]e/)
      }
    }
  })

  test('is read in the encoding that the caller names', async () => {
    const bytes = encoded(shop(['Чашка']), 'windows-1251')
    await assert.rejects(readFile(bytes), /Line 2: .*its encoding cannot be told.*--encoding/)
    assert.equal((await readFile(bytes, { encoding: 'windows-1251' })).products[0]!.name, 'Чашка')
  })

  test('is read in the encoding that its XML declaration names', async () => {
    const feed =
      '<?xml version="1.0" encoding="windows-1251"?><rss><item><id>1</id><title>Чашка</title><price>1 RUB</price></item></rss>'
    assert.equal((await readFile(encoded(feed, 'windows-1251'))).products[0]!.name, 'Чашка')
    const odd = feed.replace('windows-1251', 'x-klingon').replace('Чашка', 'Cup')
    await assert.rejects(readFile(odd), /encoding is x-klingon, which cannot be read/)
  })

  test('is refused with the line if it is damaged UTF-8', async () => {
    const bytes = Buffer.from(shop(['Schöne Tasse für Kaffee', 'Größe: groß', 'Grün und süß']))
    bytes[bytes.indexOf('süß') + 1] = 0x20
    await assert.rejects(readFile(bytes), (error) => {
      assert.ok(error instanceof CatalogFileError)
      assert.match(error.message, /^Line 4: Here the file is not UTF-8, though it is elsewhere/)
      return true
    })
  })

  test('is refused if it is UTF-32, which the message names', async () => {
    await assert.rejects(readFile(Buffer.from([0xff, 0xfe, 0, 0, 0x48, 0, 0, 0])), /UTF-32/)
  })

  test('is refused if it is not in the encoding that the caller names', async () => {
    await assert.rejects(readFile(encoded(shop(['Größe']), 'windows-1252'), { encoding: 'utf-8' }), CatalogFileError)
    await assert.rejects(readFile(Buffer.from(shop(['茶'])), { encoding: 'euc-kr' }), /not euc-kr/)
  })
})
