import type { Attribute } from '@vitrine/catalog/product'

/** A small vocabulary, so that random products share words, labels and options and every query has matches. */

/**
 * Words with common prefixes, accents, capitals, digits, apostrophes and hyphens; scripts without spaces; letters of two
 * UTF-16 units; short and long words that differ by one or two letters.
 */
export const WORDS = [
  're',
  'red',
  'Red',
  'REDCURRANT',
  'shirt',
  'Shirts',
  'T-shirt',
  'crème',
  'Creme',
  'Straße',
  'strasse',
  'l’eau',
  'leau',
  '10',
  '100',
  'мех',
  'Меха',
  '手袋',
  '東京タワー',
  'ผ้าไหม',
  'ｆｕｌｌ',
  'skirt',
  'short',
  'redcurrent',
  'blackcurrant',
  'currants',
  'Рубашка',
  'рубашки',
  '\u{10400}\u{10429}\u{1042a}\u{1042b}',
  '\u{10429}\u{10428}\u{1042a}\u{1042b}\u{1042c}',
  'knife',
  'Knives',
  'teapot',
  'tea',
  'pot',
  'Tshirt',
  'for',
  'für',
  '500 ml',
  '500ml',
  'navy',
  'Jacke',
  'Jacken',
  'Rubashka',
  'Košulja',
  'Lederjacken',
  'd’Argan',
  'argan',
  'g3',
  '10g3',
]

/** Skus: some contain words of names, some have no words at all, some differ only in case. */
export const SKUS = [
  'A',
  'a',
  'B-1',
  'B-10',
  'Ä',
  '手',
  'Ａ',
  '\u{1F9E5}',
  'red-shirt/10',
  'Redcurrant 2',
  'LS-RED-M',
  'LS-BLUE-10',
  'CURRENTS-12345678',
  'currants-12345687',
]

/** Descriptions around given words: with HTML, character references and punctuation. */
export const DESCRIPTION_TEMPLATES: readonly ((words: string) => string)[] = [
  (words) => words,
  (words) => `<p>${words}</p>`,
  (words) => `${words.replaceAll(' ', '<br>')} &amp; &#114;ed`,
  (words) => `(${words})! <img alt="hidden">`,
  (words) => `re${words}`,
]

/** Searches of several words: colours and brands beside kinds, plurals, joined and split words, skus, words that say nothing. */
export const PHRASES = [
  'navy shirt',
  'shirts navy',
  'dark red skirts',
  'red m shirt',
  'red s',
  'blue m knife',
  'acme knives',
  'sale shirts',
  'tea pot',
  'teapots',
  't shirts',
  't-shirt',
  'tshirt',
  'redshirt',
  'shirt for the knife',
  'hemden für jacke',
  'for the',
  'knife for',
  'LS-RED-M',
  'ls-red',
  'ls blue 10',
  'B-1',
  'b10',
  '500 ml',
  '500ml tea',
  'red shirt zebra',
  'front shirt',
  'knife drawings original',
  'shrit zebra',
  'shrit navy unicorn',
  'shirt knife teapot jacke tea pot',
  're shirt',
  're re',
  'кошуља',
  'рубашка',
  'рубашкы',
  'Red shirt',
  'red redcurrant shirt',
]

/** Searches for words, prefixes, other spellings, words that no product has, and no words at all. */
export const SEARCHES = [
  ...WORDS,
  'r',
  'sh',
  'SHIR',
  't',
  'T shirt',
  'crê',
  'stras',
  'strass',
  '1',
  'М',
  '手',
  '東京',
  '東京たわー red',
  '木材',
  '木材 red 木材',
  '工厂 red',
  'ผ้า',
  'full',
  'hidden',
  'amp',
  'p',
  'zebra',
  'front',
  'back',
  'Original drawings',
  '!?',
  '%',
  '+&=#',
]

/** Searches with matches in most catalogs. */
export const FREQUENT_SEARCHES = ['r', 're', 'red', 's', 'sh', 'shirt', 't', '1', '10', 'l', 'c']

export interface CodedName {
  readonly name: string
  readonly code: string
  /** The id in the catalog file. Without it the service derives one. */
  readonly id?: string
}

/** A code with other names in some products. */
export interface NamedDifferently extends CodedName {
  readonly elsewhere?: readonly Omit<CodedName, 'code'>[]
}

export interface CodedGroup extends NamedDifferently {
  readonly options: readonly NamedDifferently[]
}

/** The code `red` is an option in two groups and also a label. */
export const GROUPS: readonly CodedGroup[] = [
  {
    name: 'Colour',
    code: 'color',
    elsewhere: [{ name: 'Farbe', id: 'b0000000-0000-4000-8000-000000000004' }, { name: 'SIZE' }],
    options: [
      { name: 'Red', code: 'red', elsewhere: [{ name: 'Crimson', id: 'b0000000-0000-4000-8000-000000000003' }] },
      { name: 'Blue', code: 'blue', elsewhere: [{ name: 'rèd' }] },
      { name: 'Dark red', code: 'dark-red' },
      { name: 'Navy blue', code: 'navy' },
    ],
  },
  {
    name: 'Size',
    code: 'size',
    options: [
      { name: 'S', code: 's' },
      { name: 'M', code: 'm' },
      { name: 'Red', code: 'red' },
    ],
  },
  {
    name: 'Brand',
    code: 'brand',
    id: 'b0000000-0000-4000-8000-000000000000',
    elsewhere: [{ name: 'Brand' }],
    options: [
      {
        name: 'Acme',
        code: 'acme',
        id: 'b0000000-0000-4000-8000-000000000001',
        elsewhere: [{ name: 'ACMÉ', id: 'b0000000-0000-4000-8000-000000000005' }, { name: 'Ete' }],
      },
      { name: 'Été', code: 'ete', id: 'b0000000-0000-4000-8000-000000000002' },
    ],
  },
  { name: '素材', code: '素材', options: [{ name: '木', code: '木' }] },
]

/** Some labels have names that differ only in case or accents, or are equal. */
export const LABELS: readonly NamedDifferently[] = [
  { name: 'Sale', code: 'sale', elsewhere: [{ name: 'SALE' }, { name: 'Outlet' }] },
  { name: 'Red', code: 'red', elsewhere: [{ name: 'Rot', id: 'a0000000-0000-4000-8000-000000000002' }] },
  { name: 'Été', code: 'ete' },
  { name: 'ete', code: 'summer', elsewhere: [{ name: 'Summer' }] },
  { name: 'Shirts', code: 'shirts' },
  { name: 'New in', code: 'new-in', elsewhere: [{ name: 'new-in' }] },
  {
    name: 'Outlet',
    code: 'outlet',
    id: 'a0000000-0000-4000-8000-000000000001',
    elsewhere: [{ name: 'Outlet', id: 'a0000000-0000-4000-8000-000000000003' }, { name: '\u{1F9E5}' }, { name: 'ﬀ' }],
  },
]

/** Times as catalogs write them and as the service returns them. */
export const MOMENTS: readonly (readonly [written: string | number, served: string])[] = [
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026-01-02T02:00:00+02:00', '2026-01-02T00:00:00.000Z'],
  [1_768_000_000_000, '2026-01-09T23:06:40.000Z'],
  ['2027-05-05 05:05:05.5Z', '2027-05-05T05:05:05.500Z'],
]

/** Prices of every magnitude, as catalogs write them and as the service returns them. */
export const PRICES: readonly (readonly [written: string | number, served: string])[] = [
  ['5', '5.00'],
  [5, '5.00'],
  ['10.00', '10.00'],
  [9.99, '9.99'],
  ['19.9', '19.90'],
  [0, '0.00'],
  ['100.000', '100.00'],
  [0.01, '0.01'],
  ['99999.99', '99999.99'],
  ['90071992547409.9', '90071992547409.90'],
  ['90071992547409.91', '90071992547409.91'],
]

/** GTINs, and text that is none. */
export const GTINS: readonly (readonly [written: string | number, served: string | undefined])[] = [
  ['96385074', '96385074'],
  [4006381333931, '4006381333931'],
  ['978-3-16-148410-0', '9783161484100'],
  ['10012345678902', '10012345678902'],
  ['4006381333930', undefined],
  ['red', undefined],
]

/** Manufacturer part numbers as catalogs write them and as the service returns them; wrong ones are dropped. */
export const MPNS: readonly (readonly [written: string | number, served: string | undefined])[] = [
  ['AB-12/3', 'AB-12/3'],
  ['ab 12.3', 'ab 12.3'],
  [' Red ', 'Red'],
  [96385074, '96385074'],
  ['x'.repeat(71), undefined],
  ['-/-', undefined],
]

/** External ids as catalogs write them and as the service returns them; wrong ones are dropped. */
export const EXTERNAL_IDS: readonly (readonly [written: string | number, served: string | undefined])[] = [
  ['gid://shopify/Product/12', 'gid://shopify/Product/12'],
  ['gid://shopify/ProductVariant/13?x=/1', 'gid://shopify/ProductVariant/13?x=/1'],
  [12, '12'],
  [' variant_A:b ', 'variant_A:b'],
  ['my id 7', 'my id 7'],
  ['my id 8%', 'my id 8%'],
  ['x\ny', undefined],
]

/**
 * Attributes as catalogs write them and as the service returns them: one code with several units and types, values that
 * compare as equal in two units, and wrong ones, which are dropped.
 */
export const ATTRIBUTES: readonly (readonly [written: object, served: Attribute | undefined])[] = [
  ...numbers('weight', 'Weight', 'g', [400, '250.5', 0, -1, 999_999_999.999_999]),
  ...numbers('weight', 'Gewicht', 'kg', [0.4, '0.25', '0.400001', -0.001]),
  ...numbers('weight', 'Weight', 'stone', [1, 400]),
  ...numbers('weight', 'Weight', undefined, [400, '12']),
  ...numbers('width', 'Ancho: total', 'cm', [1, 2, 3, 10, '10.05', 99.9]),
  ...numbers('memory', 'Memory', 'GB', [256, 512, 1024, '0.000001', -0.5]),
  ...flags('waterproof', [true, false, true]),
  ...flags('weight', [true]),
  ...texts('released', 'date', ['2026-01-01', '2026-01-02', '1969-12-31', '2024-02-29']),
  ...texts('care', 'text', ['Wash cold', '2026-01-01', '400']),
  [{ code: 'width', type: 'number', value: 'wide' }, undefined],
  [{ code: 'released', type: 'date', value: '2026-02-30' }, undefined],
]

type Written = readonly [object, Attribute]

function numbers(
  code: string,
  name: string,
  unit: string | undefined,
  values: readonly (string | number)[],
): Written[] {
  return values.map((value) => [
    { code, name, type: 'number', unit, value },
    { code, name, type: 'number', ...(unit && { unit }), value: Number(value) },
  ])
}

function flags(code: string, values: readonly boolean[]): Written[] {
  return values.map((value) => [
    { code, value },
    { code, name: code, type: 'boolean', value },
  ])
}

function texts(code: string, type: 'date' | 'text', values: readonly string[]): Written[] {
  return values.map((value) => [
    { name: code, type, value },
    { code, name: code, type, value },
  ])
}

interface PictureDetails {
  readonly alt?: unknown
  readonly width?: unknown
  readonly height?: unknown
}

/** Alt texts and sizes of pictures, complete, in part, wrong and missing. */
export const PICTURE_DETAILS: readonly (readonly [written: PictureDetails, served: PictureDetails])[] = [
  [{}, {}],
  [{}, {}],
  [{ alt: 'red shirt, “front”' }, { alt: 'red shirt, “front”' }],
  [
    { alt: ' 手袋 ', width: 400, height: 100_000 },
    { alt: '手袋', width: 400, height: 100_000 },
  ],
  [
    { height: 2, width: 1 },
    { width: 1, height: 2 },
  ],
  [{ alt: 5, width: 400, height: 0 }, {}],
  [{ alt: 'red', height: 3 }, { alt: 'red' }],
]

/** Price bounds as shoppers write them: equal to a price, next to one, and far from all. */
export const PRICE_BOUNDS = [
  '0',
  '0.00',
  '0.01',
  '0.02',
  '4.99',
  '5',
  '5.01',
  '9.99',
  '10',
  '10.000',
  '0019.9',
  '19.89',
  '50',
  '100.0',
  '100000',
  '90071992547409.90',
  '90071992547409.91',
]

/** Ends of searches that say a price, in a language of a store or in another, and some that only look so. */
export const PRICES_IN_WORDS = [
  'under 5',
  'over 4.99 for you',
  'no more than 9.99',
  'between 10 and 4,99 €',
  'from 0 to 5 with',
  'over €5 under 10',
  'something under $ 10',
  'unter 5,01 euro',
  'Bis 9.99€',
  'über 5',
  'zwischen 5 und 10 EUR für',
  'von 1 bis 5',
  'under 5 kg',
  'over 18 months',
  '4 bis 5',
  'under',
]

/** Ranges of attributes: with and without units, with bounds equal to values and next to them, open, and of no value. */
export const ATTRIBUTE_RANGES = [
  'weight:0.2..0.5kg',
  'weight:400g',
  'weight:250.5..400',
  'weight:0.25kg..400.001g',
  'weight:..0',
  'weight:-1..-0.5',
  'weight:400.001..',
  'weight:999999999.999999',
  'weight:1stone..',
  'weight:true',
  'weight:500..100',
  'width:1..3cm',
  'width:10..30',
  'width:100.5mm',
  'memory:256..512',
  'memory:..512GB',
  'memory:0.000001',
  'memory:1TB..',
  'waterproof:true',
  'waterproof:false',
  'released:2026-01-01..',
  'released:..2026-01-01',
  'released:1969-12-31..1970-01-01',
  'released:2024-02-29',
  'care:400',
  'unknown:1..',
]

/** GTINs as shoppers scan and type them, one that no variant has, and text that is none. */
export const GTIN_TEXTS = [
  '96385074',
  '4006381333931',
  '04006381333931',
  '978-3-16-148410-0',
  '9783161484100',
  '3-16-148410-X',
  '3161484101',
  '10012345678902',
  '00000096385074',
  '4006381333948',
  '4006381333932',
  '963850',
]

/** Part numbers as shoppers type them, one that no variant has, and text that is none. */
export const MPN_TEXTS = ['AB-12/3', 'ab123', 'A.B 1-2 3', 'red', '96385074', 'ab124', '-']

/** External ids as shops ask for them, and others that nothing has. */
export const EXTERNAL_ID_TEXTS = [
  '12',
  'gid://shopify/Product/12',
  'gid://other/13',
  'variant_A:b',
  'variant_a:b',
  '1',
  'my id 7',
  'my',
]
