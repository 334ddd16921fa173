import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product, Submitted } from '@vitrine/catalog/product'
import { accepted, lines, problems, read, sentence, shirt } from '../../convert/reading.ts'
import { COMPLETE_ONLY } from '../../quick.ts'

const PRICES = 'a price above the price of the variant'
const GTIN = 'a GTIN of 8, 12, 13 or 14 digits with the right check digit'
const SIZE = 'a width and a height in pixels: whole numbers from 1 to 100,000'

/** The values of a product that were dropped, each as a sentence. */
async function dropped(product: unknown): Promise<string[]> {
  const { submissions } = await read(lines(product))
  const submission = submissions[0]!
  assert.ok('product' in submission, JSON.stringify(submission))
  return submission.dropped.map(sentence)
}

const variantOf = async (variant: object) => (await accepted(shirt({}, variant))).variants[0]!
const pictureOf = ({ files }: Submitted<Product>) => files[0]!.file

test('a list price above the price is kept, in the form of a price', async () => {
  for (const [listPrice, expected] of [
    ['59.90', '59.90'],
    [20, '20.00'],
    ['19.91', '19.91'],
    ['100', '100.00'],
  ])
    assert.equal((await variantOf({ listPrice })).listPrice, expected)
})

test('a list price that equals the price says that nothing is reduced, and is not told', async () => {
  for (const listPrice of ['19.90', '19.9', 19.9]) {
    assert.ok(!('listPrice' in (await variantOf({ listPrice }))))
    assert.deepEqual(await dropped(shirt({}, { listPrice })), [])
  }
})

test('a list price that is below the price, or no price, is dropped', { skip: COMPLETE_ONLY }, async () => {
  for (const [listPrice, wrong] of [
    [0, 'is 0, and the price is "19.90"'],
    ['9.99', 'is "9.99", and the price is "19.90"'],
    ['soon', 'is "soon", which is not a decimal number'],
    [' ', 'is " ", which is blank'],
    [-30, 'is -30, which is negative'],
    [[], 'is a list'],
  ] as const) {
    assert.ok(!('listPrice' in (await variantOf({ listPrice }))))
    assert.deepEqual(await dropped(shirt({}, { listPrice })), [`variants[0].listPrice ${wrong}: ${PRICES}`])
  }
})

test('a list price does not hide that the price is a problem', async () => {
  assert.match((await problems(shirt({}, { price: 'x', listPrice: '5.00' }))).join(), /^variants\[0\]\.price is "x"/)
})

test('a gtin is kept as digits, and dropped if its check digit is wrong', async () => {
  assert.equal((await variantOf({ gtin: '4006381333931' })).gtin, '4006381333931')
  assert.equal((await variantOf({ gtin: 4006381333931 })).gtin, '4006381333931')
  assert.equal((await variantOf({ gtin: '3-16-148410-X' })).gtin, '9783161484100')
  assert.deepEqual(await dropped(shirt({}, { gtin: ' ' })), [])
  for (const [gtin, wrong] of [
    ['4006381333932', 'is "4006381333932"'],
    [1, 'is 1'],
    [true, 'is true'],
  ] as const) {
    assert.ok(!('gtin' in (await variantOf({ gtin }))))
    assert.deepEqual(await dropped(shirt({}, { gtin })), [`variants[0].gtin ${wrong}: ${GTIN}`])
  }
})

test('a part number is kept as it is written, and dropped if it is too long or has neither a letter nor a digit', async () => {
  assert.equal((await variantOf({ mpn: ' AB-12/3 ' })).mpn, 'AB-12/3')
  assert.equal((await variantOf({ mpn: 123 })).mpn, '123')
  assert.deepEqual(await dropped(shirt({}, { mpn: ' ' })), [])
  for (const mpn of ['-/-', 'x'.repeat(71), true]) {
    assert.ok(!('mpn' in (await variantOf({ mpn }))))
    assert.match((await dropped(shirt({}, { mpn }))).join(), /^variants\[0\]\.mpn is .*: a part number of at most 70/)
  }
})

test('an external id is kept as it is written, and dropped if it is too long or not on one line', async () => {
  const owners = {
    externalId: (externalId: unknown) => shirt({ externalId }),
    'variants[0].externalId': (externalId: unknown) => shirt({}, { externalId }),
    'markets.de.externalId': (externalId: unknown) => shirt({ markets: { de: { externalId, name: 'Hemd' } } }),
    'markets.de.variants.S-1.externalId': (externalId: unknown) =>
      shirt({ markets: { de: { variants: { 'S-1': { externalId, name: 'Hemd' } } } } }, { sku: 'S-1' }),
  }
  const idIn = ({ externalId, variants: [variant], markets }: Submitted<Product>) =>
    externalId ??
    variant!.externalId ??
    markets?.de?.externalId ??
    Object.values(markets?.de?.variants ?? {})[0]?.externalId
  for (const [path, product] of Object.entries(owners)) {
    for (const [externalId, expected] of [
      [' gid://shopify/Product/1 ', 'gid://shopify/Product/1'],
      [9_007_199_254_740_991, '9007199254740991'],
      ['x'.repeat(255), 'x'.repeat(255)],
    ] as const)
      assert.equal(idIn(await accepted(product(externalId))), expected)
    assert.deepEqual(await dropped(product(' ')), [])
    for (const [externalId, wrong] of [
      ['x'.repeat(256), /"x+…?"/],
      ['a\tb', /"a\\tb"/],
      [2 ** 53, /9007199254740992/],
      [1.5, /1\.5/],
      [true, /true/],
      [['1'], /a list/],
    ] as const) {
      assert.equal(idIn(await accepted(product(externalId))), undefined)
      const [sentence] = await dropped(product(externalId))
      assert.ok(sentence!.startsWith(`${path} is `), sentence)
      assert.match(sentence!, wrong)
      assert.match(sentence!, /: a text of at most 255 characters on one line, or a whole number of at most 15 digits$/)
    }
  }
})

test('an alt text is kept without the spaces around it, and dropped if it is too long or no text', async () => {
  const file = (alt: unknown) => shirt({ files: [{ file: { path: 'x', alt } }] })
  assert.equal(pictureOf(await accepted(file(' A red shirt '))).alt, 'A red shirt')
  assert.equal(pictureOf(await accepted(file('x'.repeat(500)))).alt?.length, 500)
  for (const [alt, message] of [
    ['x'.repeat(501), ['is 501 characters long: at most 500 characters']],
    [5, ['is 5: text']],
    ['a\0', ['is "a\\u0000", with a NUL character: text without NUL characters']],
    ['', []],
  ] as const) {
    assert.ok(!('alt' in pictureOf(await accepted(file(alt)))))
    assert.deepEqual(
      await dropped(file(alt)),
      message.map((text) => `files[0].file.alt ${text}`),
    )
  }
})

test('a width and a height are kept together, or dropped together', async () => {
  const file = (size: object) => shirt({ files: [{ file: { path: 'x', ...size } }] })
  const { width, height } = pictureOf(await accepted(file({ width: 1, height: 100_000 })))
  assert.deepEqual([width, height], [1, 100_000])
  for (const [size, message] of [
    [{ width: 400 }, 'files[0].file.height is missing'],
    [{ height: 400 }, 'files[0].file.width is missing'],
    [{ width: 400, height: 0 }, 'files[0].file.height is 0'],
    [{ width: 400.5, height: 1 }, 'files[0].file.width is 400.5'],
    [{ width: '400', height: 400 }, 'files[0].file.width is "400"'],
    [{ width: 400, height: 100_001 }, 'files[0].file.height is 100001'],
  ] as const) {
    const picture = pictureOf(await accepted(file(size)))
    assert.deepEqual(Object.keys(picture), ['path', 'mimeType'])
    assert.deepEqual(await dropped(file(size)), [`${message}: ${SIZE}`])
  }
})

test('every product has only its own dropped values', async () => {
  const { submissions } = await read(lines(shirt({}, { gtin: '1' }), shirt({}), shirt({}, { gtin: '2' })))
  assert.deepEqual(
    submissions.map(
      (submission) => 'dropped' in submission && submission.dropped.map(({ line, wrong }) => [line, wrong]),
    ),
    [[[1, 'is "1"']], [], [[3, 'is "2"']]],
  )
})
