/** A small file of each platform in its real shape, with invented products. */

type Cells = Readonly<Record<string, string>>

const SQUARESPACE_CELLS: Cells = {
  'Product ID [Non Editable]': '',
  'Variant ID [Non Editable]': '',
  'Product Type [Non Editable]': '',
  'Product Page': '',
  'Product URL': '',
  Title: '',
  Description: '',
  SKU: '',
  GTIN: '',
  MPN: '',
  'Option Name 1': '',
  'Option Value 1': '',
  'Option Name 2': '',
  'Option Value 2': '',
  Price: '',
  'Sale Price': '',
  'On Sale': '',
  Stock: '',
  Categories: '',
  Tags: '',
  Weight: '',
  Visible: '',
  'Hosted Image URLs': '',
}

export const SQUARESPACE: readonly Cells[] = [
  {
    ...SQUARESPACE_CELLS,
    'Product ID [Non Editable]': '5f00aa',
    'Variant ID [Non Editable]': 'v-1',
    'Product Type [Non Editable]': 'PHYSICAL',
    'Product Page': 'shop',
    'Product URL': 'beeswax-candle-x1',
    Title: 'Beeswax Candle',
    Description: '<p class="">Burns <em>long</em></p>',
    SKU: 'SQ100',
    'Option Name 1': 'Size',
    'Option Value 1': 'Small',
    Price: '12.00',
    'Sale Price': '9.50',
    'On Sale': 'Yes',
    Stock: '7',
    Categories: '/light/candles, /gifts',
    Tags: 'beeswax, slow',
    Visible: 'Yes',
    'Hosted Image URLs': 'https://img.example/a.jpg https://img.example/b.jpg',
  },
  {
    ...SQUARESPACE_CELLS,
    'Variant ID [Non Editable]': 'v-2',
    SKU: 'SQ101',
    'Option Name 1': 'Size',
    'Option Value 1': 'Large',
    Price: '20.00',
    'Sale Price': '15.00',
    'On Sale': 'No',
    Stock: 'Unlimited',
  },
]

/** The samples by the name of their format and version. */
export const SAMPLES = {
  squarespace: SQUARESPACE,
}
