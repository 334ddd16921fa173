import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import { type ShopSettingName, shopSetting, shopSettings } from '@vitrine/catalog/shop-settings'

const ACCEPTED: readonly (readonly [ShopSettingName, unknown, unknown])[] = [
  ['currency', ' eur ', 'EUR'],
  ['publicName', '  Müller & Søn ', 'Müller & Søn'],
  ['url', 'HTTPS://Shop.Example', 'https://shop.example/'],
  ['url', 'http://localhost:3000/de', 'http://localhost:3000/de'],
  ['productUrl', 'https://shop.example/products/{slug}', 'https://shop.example/products/{slug}'],
  ['productUrl', 'https://shop.example/p/{id}-{slug}?v={sku}#buy', 'https://shop.example/p/{id}-{slug}?v={sku}#buy'],
  ['taxIncluded', ' Yes ', true],
  ['taxIncluded', false, false],
  ['hosts', ['Shop.Example', 'shop.example', 'ä.example', 'localhost', '10.0.0.1'], null],
]

const REFUSED: readonly (readonly [ShopSettingName, unknown, RegExp])[] = [
  ['currency', 'EURO', /^currency is "EURO"; expected a currency code of ISO 4217, such as EUR$/],
  ['currency', 'XAU', /ISO 4217/],
  ['currency', 978, /^currency is 978; expected/],
  ['taxIncluded', 'maybe', /^taxIncluded is "maybe"; expected yes, no, true or false$/],
  ['publicName', ' ', /^publicName is " "; expected a name on one line, of 1 to 200 characters$/],
  ['publicName', 'a\nb', /one line/],
  ['publicName', 'x'.repeat(201), /^publicName is "x{99}…; expected/],
  [
    'url',
    'shop.example',
    /^url is "shop.example"; expected an http or https URL without a user, a query and a fragment/,
  ],
  ['url', 'ftp://shop.example', /http or https/],
  ['url', 'https://user:pass@shop.example', /without a user/],
  ['url', 'https://shop.example/?a=1', /without a user, a query/],
  ['url', 'https://shop.example/?', /without a user, a query/],
  ['url', 'https://shop.example/#top', /fragment/],
  ['productUrl', 'https://shop.example/products', /^productUrl is .*; expected an http or https URL with \{slug\}/],
  ['productUrl', 'https://shop.example/{slug}/{name}', /it may have \{id\} and \{sku\} too/],
  ['productUrl', 'https://shop.example/{slug}}', /with \{slug\}/],
  ['productUrl', 'https://shop.example/{slug', /with \{slug\}/],
  ['productUrl', 'https://{slug}.example/', /with \{slug\}/],
  ['productUrl', 'https://a:b@shop.example/{slug}', /with \{slug\}/],
  ['productUrl', 'https://shop.example/a b/{slug}', /with \{slug\}/],
  ['productUrl', '/products/{slug}', /with \{slug\}/],
  ['hosts', [], /^hosts is \[\]; expected a list of 1 to 100 host names$/],
  ['hosts', 'shop.example', /a list of/],
  ...['https://shop.example', 'shop.example:80', 'a b', 'a_b.example', '-a.example', 'a..b', '', '*.example'].map(
    (host) => ['hosts', [host], /expected a host name without a scheme, a port and a path/] as const,
  ),
]

const isInvalid = (message: RegExp) => (error: unknown) =>
  error instanceof VitrineError && error.code === 'invalid-setting' && message.test(error.message)

describe('a setting of a shop', () => {
  test('is returned in its canonical form', () => {
    for (const [name, value, expected] of ACCEPTED)
      if (expected !== null) assert.equal(shopSetting[name](value), expected)
    assert.deepEqual(shopSetting.hosts(ACCEPTED.at(-1)![1]), [
      'shop.example',
      'xn--4ca.example',
      'localhost',
      '10.0.0.1',
    ])
  })

  test('is refused with the value and what would be right', () => {
    for (const [name, value, message] of REFUSED)
      assert.throws(() => shopSetting[name](value), isInvalid(message), `${name} ${value}`)
  })

  test('is removed by null, and stays if it is left out', () => {
    assert.deepEqual(shopSettings({ currency: 'usd', url: null, publicName: undefined }), {
      currency: 'USD',
      url: undefined,
      publicName: undefined,
    })
    assert.deepEqual(shopSettings({}), {})
  })

  test('is refused if there is none of that name', () => {
    const input = { currency: 'EUR', productURL: 'https://a.example/{slug}' }
    assert.throws(() => shopSettings(input), isInvalid(/^"productURL" is not a setting; expected some of currency, /))
  })
})
