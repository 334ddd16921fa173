// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { textDecoder } from '@vitrine/convert/text-decoder'
import { readFile, table, warned } from './catalog-file.ts'

const shop = (titles: readonly string[]) =>
  table(titles.map((Title, index) => ({ Handle: `p${index}`, Title, Type: 'x', Vendor: 'y', 'Variant Price': '1' })))

/** The text in an encoding of one or two bytes a character. */
function encoded(text: string, encoding: string): Buffer {
  const bytes = BYTES_BY_ENCODING.get(encoding) ?? bytesOf(encoding)
  BYTES_BY_ENCODING.set(encoding, bytes)
  return Buffer.concat([...text].map((character) => bytes.get(character)!))
}

/** The encodings of the tests whose characters may have two bytes. */
const WITH_TWO_BYTES = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']

const BYTES_BY_ENCODING = new Map<string, ReadonlyMap<string, Buffer>>()

function bytesOf(encoding: string): ReadonlyMap<string, Buffer> {
  const bytes = new Map<string, Buffer>()
  const decoder = textDecoder(encoding)
  const add = (...sequence: number[]) => bytes.set(decoder.decode(Uint8Array.from(sequence)), Buffer.from(sequence))
  const firsts = WITH_TWO_BYTES.includes(encoding) ? 255 : 0
  for (let first = firsts; first >= 128; first--) for (let second = 254; second >= 64; second--) add(first, second)
  for (let byte = 255; byte >= 0; byte--) add(byte)
  return bytes
}

const TITLES: Record<string, string[]> = {
  macintosh: ['Größe M für Müsli', 'Weißer Stoff, grüner Tee', 'Schöne Tasse'],
  cp850: ['Größe M für Müsli', 'Weißer Stoff, grüner Tee', 'Schöne Tasse'],
  'iso-8859-2': ['Měkký svetr, žlutá košile', 'Třešňový džem', 'Příbor pro děti'],
  'windows-1255': ['שמלה אדומה', 'מגפי ילדים', 'צעיף משי'],
  'windows-1256': ['فستان أحمر', 'حذاء أطفال', 'شاي أخضر'],
  'windows-1257': ['Mėlynas puodelis', 'Šilkinis šalikas', 'Vaikiški batai, žalia arbata'],
  'windows-874': ['ถ้วยสีขาว', 'รองเท้าเด็ก', 'ผ้าพันคอไหม'],
  'koi8-u': ['Чашка белая фарфоровая', 'Футболка мужская красная'],
  'windows-1252': ['Schöne Tasse für Kaffee', 'Größe: groß', 'Crème brûlée à la carte – 5 €'],
  'windows-1250': ['Żółta koszulka z łańcuszkiem', 'Świetna jakość, męska', 'Dziecięce buty'],
  'windows-1251': ['Чашка белая фарфоровая', 'Футболка мужская красная'],
  'windows-1253': ['Μπλούζα ανδρική κόκκινη', 'Βαμβακερή μπλούζα για παιδιά'],
  shift_jis: ['調味料：玄米、食塩', '直射日光を避けて保存してください。', '青いシャツ'],
  'euc-jp': ['調味料：玄米、食塩', '直射日光を避けて保存してください。', '青いシャツ'],
  gb18030: ['白色陶瓷茶杯', '请存放在阴凉干燥处。', '蓝色衬衫'],
  big5: ['白色陶瓷茶杯', '請存放在陰涼乾燥處。', '藍色襯衫'],
  'euc-kr': ['하얀 도자기 찻잔', '서늘하고 건조한 곳에 보관하세요.', '파란 셔츠'],
  'windows-1254': ['Erkek gömleği kırmızı, pamuklu', 'Çocuk ayakkabısı yeşil, şık'],
}

/** Short names whose encoding was once guessed wrong. */
const ONCE_WRONG: readonly (readonly [encoding: string, titles: readonly string[]])[] = [
  ['windows-1250', ['Őszi kabát', 'Gyűrű ezüstből', 'Könyv gyerekeknek']],
  ['windows-1250', ['Dětská bota', 'Příbor nerezový', 'Měkký svetr']],
  ['windows-1251', ['Чашка белая', 'Футболка красная', 'Зелёный чай']],
  ['shift_jis', ['調味料', '原材料：玄米、米こうじ、食塩', '賞味期限：製造日より半年']],
  ['gb18030', ['白色陶瓷茶杯', '蓝色衬衫', '儿童靴子', '绿茶']],
]

describe('text that is not UTF-8', () => {
  for (const [encoding, titles] of ONCE_WRONG) {
    test(`has its names right if it is in ${encoding}: ${titles[0]}`, async () => {
      const { products } = await readFile(encoded(shop(titles), encoding))
      assert.deepEqual(
        products.map(({ name }) => name),
        titles,
      )
    })
  }

  for (const [encoding, titles] of Object.entries(TITLES)) {
    test(`is read as ${encoding} if it looks like it, with a warning, in chunks of any size`, async () => {
      for (const size of [1, 1000, 64 * 1024]) {
        const file = await readFile(encoded(shop(titles), encoding), {}, size)
        assert.deepEqual(
          file.products.map(({ name }) => name),
          titles,
        )
        const example = titles[0]!.split(' ').find((word) => /[^\x00-\x7f]/.test(word))
        assert.deepEqual(warned(file), [
          `1 the file is not UTF-8 and is read as ${encoding}, such as “${example!.replace(/,$/, '')}”; --encoding names another`,
        ])
      }
    })
  }

  test('may begin with any number of ASCII lines', async () => {
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

  test('is read in the encoding of the options', async () => {
    const bytes = encoded(shop(['Caffè']), 'windows-1252')
    assert.equal((await readFile(bytes, { encoding: 'windows-1252' })).products[0]!.name, 'Caffè')
  })

  test('is refused with a word in each encoding if it may be in several', async () => {
    await assert.rejects(
      readFile(encoded(shop(['Caffè in grani', 'Tè alla pesca']), 'windows-1252')),
      /Line 2: .*its encoding cannot be detected: it may begin with “Caffè” in windows-1252 or “Caffč” in windows-1250.*--encoding/,
    )
  })

  test('is refused if only a few letters speak for a Mac or for DOS', async () => {
    const titles = ['CASTAñAS ASADAS', 'VINO DE 12 AñOS', 'CAñA DE PESCA', 'MUñECA DE TRAPO', 'PAñUELO', 'NIñO']
    await assert.rejects(
      readFile(encoded(shop(titles), 'windows-1252')),
      /it may begin with “CASTAÒAS” in macintosh or “CASTAñAS” in windows-1252 or .*--encoding/,
    )
    const { products } = await readFile(encoded(shop(titles), 'windows-1252'), { encoding: 'windows-1252' })
    assert.equal(products[1]!.name, 'VINO DE 12 AñOS')
  })

  test('in capitals is not mistaken for that of a Mac', async () => {
    const titles = ['CASTAÑAS', 'AÑOS', 'CAÑA', 'MUÑECA', 'PAÑUELO', 'NIÑO', 'PIÑA', 'JAMÓN', 'CAFÉ', 'AZÚCAR', 'MAÍZ']
    const { products } = await readFile(encoded(shop(titles), 'windows-1252'))
    assert.deepEqual(
      products.map(({ name }) => name),
      titles,
    )
  })

  test('is that of a Mac if its lines end as those of a Mac', async () => {
    const titles = ['Jamón ibérico', 'Limón', 'Melocotón', 'Salchichón', 'Castañas']
    const file = await readFile(encoded(shop(titles).replaceAll('\n', '\r'), 'macintosh'))
    assert.deepEqual(
      file.products.map(({ name }) => name),
      titles,
    )
    assert.match(warned(file).join(), /read as macintosh, such as “Jamón”/)
  })

  test('of DOS is read in the encoding of the options', async () => {
    for (const encoding of ['cp850', 'IBM850']) {
      const bytes = encoded(shop(['Caffè', 'PIÑA']), 'cp850')
      assert.deepEqual(
        (await readFile(bytes, { encoding })).products.map(({ name }) => name),
        ['Caffè', 'PIÑA'],
      )
    }
  })

  test('is refused without a guess if it is in no language that is known', async () => {
    const bytes = Buffer.from(shop(['Cup']).replace('Cup', '\xa4\xb1\xd7\xf7\xa8 \xac\xb6'), 'latin1')
    await assert.rejects(readFile(bytes), /Line 2: .*its encoding cannot be detected\. Save/)
  })

  test('is read in the encoding of the XML declaration', async () => {
    const feed =
      '<?xml version="1.0" encoding="windows-1251"?><rss><item><id>1</id><title>Чашка</title><price>1 RUB</price></item></rss>'
    assert.equal((await readFile(encoded(feed, 'windows-1251'))).products[0]!.name, 'Чашка')
    const odd = feed.replace('windows-1251', 'x-klingon').replace('Чашка', 'Cup')
    await assert.rejects(readFile(odd), /encoding of the file is x-klingon, which is not supported/)
  })

  test('is refused with the line if UTF-8 is damaged', async () => {
    const bytes = Buffer.from(shop(['Schöne Tasse für Kaffee', 'Größe: groß', 'Grün und süß']))
    bytes[bytes.indexOf('süß') + 1] = 0x20
    await assert.rejects(readFile(bytes), (error) => {
      assert.ok(error instanceof CatalogFileError)
      assert.match(error.message, /^Line 4: This line is not UTF-8, although other lines are/)
      return true
    })
  })

  test('is refused as UTF-32 by name', async () => {
    await assert.rejects(readFile(Buffer.from([0xff, 0xfe, 0, 0, 0x48, 0, 0, 0])), /UTF-32/)
  })

  test('is refused if it is not in the encoding of the options', async () => {
    await assert.rejects(readFile(encoded(shop(['Größe']), 'windows-1252'), { encoding: 'utf-8' }), CatalogFileError)
    await assert.rejects(readFile(Buffer.from(shop(['茶'])), { encoding: 'euc-kr' }), /not euc-kr/)
  })
})
