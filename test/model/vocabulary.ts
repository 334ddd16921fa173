/** Few words for much text, so that products meet in every filter, search and order. */

/** Prefixes of each other, accents, capitals, digits, an apostrophe, hyphens, and scripts without spaces. */
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
]

/** Text around which words stand in a description: HTML, references, punctuation. */
export const SURROUNDINGS: readonly ((words: string) => string)[] = [
  (words) => words,
  (words) => `<p>${words}</p>`,
  (words) => `${words.replaceAll(' ', '<br>')} &amp; &#114;ed`,
  (words) => `(${words})! <img alt="hidden">`,
  (words) => `re${words}`,
]

/** What shoppers type: words, beginnings of words, other writings of them, words that are nowhere, and no words at all. */
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
  'ผ้า',
  'full',
  'hidden',
  'amp',
  'p',
  'zebra',
  '!?',
  '%',
  '+&=#',
]

/** Searches that find something in most catalogs. */
export const OFTEN = ['r', 're', 'red', 's', 'sh', 'shirt', 't', '1', '10', 'l', 'c']

export interface Coded {
  readonly name: string
  readonly code: string
  /** Given in the catalog where it is here, derived where it is not. */
  readonly id?: string
}

export interface CodedGroup extends Coded {
  readonly options: readonly Coded[]
}

/** The code `red` is an option of two groups, and a label. */
export const GROUPS: readonly CodedGroup[] = [
  {
    name: 'Colour',
    code: 'color',
    options: [
      { name: 'Red', code: 'red' },
      { name: 'Blue', code: 'blue' },
      { name: 'Dark red', code: 'dark-red' },
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
    options: [
      { name: 'Acme', code: 'acme', id: 'b0000000-0000-4000-8000-000000000001' },
      { name: 'Été', code: 'ete', id: 'b0000000-0000-4000-8000-000000000002' },
    ],
  },
  { name: '素材', code: '素材', options: [{ name: '木', code: '木' }] },
]

export const LABELS: readonly Coded[] = [
  { name: 'Sale', code: 'sale' },
  { name: 'Red', code: 'red' },
  { name: 'Été', code: 'ete' },
  { name: 'New in', code: 'new-in' },
  { name: 'Outlet', code: 'outlet', id: 'a0000000-0000-4000-8000-000000000001' },
]

/** Few moments, as catalogs write them and as they are served. */
export const MOMENTS: readonly (readonly [written: string | number, served: string])[] = [
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026-01-02T02:00:00+02:00', '2026-01-02T00:00:00.000Z'],
  [1_768_000_000_000, '2026-01-09T23:06:40.000Z'],
  ['2027-05-05 05:05:05.5Z', '2027-05-05T05:05:05.500Z'],
]

/** Few prices, as catalogs write them and as they are served. */
export const PRICES: readonly (readonly [written: string | number, served: string])[] = [
  ['5', '5.00'],
  [5, '5.00'],
  ['10.00', '10.00'],
  [9.99, '9.99'],
  ['19.9', '19.90'],
  [0, '0.00'],
  ['100.000', '100.00'],
]
