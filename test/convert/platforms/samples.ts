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

const wixCells = (fieldType: string, cells: Cells): Cells => ({
  handleId: 'product_7d1f',
  fieldType,
  name: '',
  description: '',
  productImageUrl: '',
  collection: '',
  sku: '',
  ribbon: '',
  price: '',
  surcharge: '',
  visible: 'true',
  discountMode: '',
  discountValue: '',
  inventory: '',
  weight: '',
  productOptionName1: '',
  productOptionType1: '',
  productOptionDescription1: '',
  productOptionName2: '',
  productOptionType2: '',
  productOptionDescription2: '',
  additionalInfoTitle1: '',
  brand: '',
  ...cells,
})

export const WIX_V1: readonly Cells[] = [
  wixCells('Product', {
    name: 'Rope Collar',
    description: '<p>Soft</p>',
    productImageUrl: 'a1_b2~mv2.jpg;https://img.example/c.png',
    collection: 'Collars;Dogs',
    price: '20.0',
    discountMode: 'PERCENT',
    discountValue: '10.0',
    inventory: 'InStock',
    productOptionName1: 'Color',
    productOptionType1: 'COLOR',
    productOptionDescription1: '#b81616:Red;rgb(0,0,255):Blue',
    productOptionName2: 'Size',
    productOptionType2: 'DROP_DOWN',
    productOptionDescription2: 'S;M',
    brand: 'Fennel',
  }),
  wixCells('Variant', {
    surcharge: '2.5',
    inventory: '4',
    productOptionDescription1: '#b81616:Red',
    productOptionDescription2: 'S',
  }),
  wixCells('Variant', {
    sku: 'RC-BM',
    surcharge: '-1.0',
    inventory: 'OutOfStock',
    productOptionDescription1: 'Blue',
    productOptionDescription2: 'M',
  }),
]

const wix3Cells = (fieldType: string, cells: Cells): Cells => ({
  handle: 'walnut-tray',
  fieldType,
  name: '',
  visible: 'TRUE',
  plainDescription: '',
  categorySlugs: '',
  primaryCategorySlug: '',
  media: '',
  mediaAltText: '',
  brand: '',
  price: '',
  strikethroughPrice: '',
  cost: '',
  inventory: '',
  preOrderEnabled: '',
  sku: '',
  barcode: '',
  productOptionName1: '',
  productOptionType1: '',
  productOptionChoices1: '',
  modifierName1: '',
  ...cells,
})
const WIX_COLORS = { productOptionName1: 'Wood', productOptionType1: 'SWATCH_CHOICES' }

export const WIX_V3: readonly Cells[] = [
  wix3Cells('PRODUCT', {
    name: 'Walnut Tray',
    plainDescription: '<p>Oiled</p>',
    categorySlugs: 'trays;kitchen',
    primaryCategorySlug: 'trays',
    brand: 'Tide',
    ...WIX_COLORS,
    productOptionChoices1: '#302010:dark;#c0a080:light',
  }),
  wix3Cells('VARIANT', {
    price: '30',
    strikethroughPrice: '35',
    inventory: 'IN_STOCK',
    sku: 'WT-D',
    barcode: '4006381333931',
    ...WIX_COLORS,
    productOptionChoices1: 'dark',
  }),
  wix3Cells('VARIANT', {
    price: '28',
    inventory: '0',
    preOrderEnabled: 'TRUE',
    sku: 'WT-L',
    ...WIX_COLORS,
    productOptionChoices1: 'light',
  }),
  wix3Cells('MEDIA', {
    visible: '',
    media: 'https://static.wixstatic.com/media/d4~mv2.jpg',
    mediaAltText: 'The tray from above',
  }),
  wix3Cells('MEDIA', { visible: '', media: 'wix:image://v1/e5~mv2.jpg/side.jpg#originWidth=10' }),
]

const squareCells = (cells: Cells): Cells => ({
  'Reference Handle': '',
  Token: '',
  'Item Name': '',
  'Variation Name': 'Regular',
  SKU: '',
  Description: '',
  Categories: '',
  'Reporting Category': '',
  Permalink: '',
  GTIN: '',
  'Square Online Item Visibility': 'visible',
  'Item Type': 'Physical good',
  Price: '',
  'Online Sale Price': '',
  Archived: 'N',
  Sellable: 'Y',
  Stockable: 'Y',
  'Option Name 1': '',
  'Option Value 1': '',
  'Enabled North Pier': 'Y',
  'Current Quantity North Pier': '',
  'Stock Alert Enabled North Pier': 'N',
  'Current Quantity Store 2': '',
  'Tax - Sales (6%)': 'Y',
  ...cells,
})

export const SQUARE: readonly Cells[] = [
  squareCells({
    Token: 'AAAABBBBCCCCDDDDEEEE1111',
    'Item Name': 'Linen Apron',
    'Variation Name': 'Short',
    SKU: 'APR-S',
    Description: 'With two pockets',
    Categories: 'Kitchen > Textiles (AAAABBBBCCCCDDDDEEEE9999), Gifts',
    Permalink: 'linen-apron',
    GTIN: '4006381333931',
    Price: '30',
    'Online Sale Price': '25.50',
    'Current Quantity North Pier': '3',
    'Current Quantity Store 2': '4',
  }),
  squareCells({
    Token: 'AAAABBBBCCCCDDDDEEEE2222',
    'Item Name': 'Linen Apron',
    'Variation Name': 'Long',
    SKU: 'APR-L',
    Price: '$35.00',
    'Enabled North Pier': 'N',
    'Current Quantity Store 2': '-2',
  }),
  squareCells({
    Token: 'AAAABBBBCCCCDDDDEEEE3333',
    'Item Name': 'Tea Towel',
    'Reporting Category': 'Textiles',
    Price: '9.00',
  }),
]

/** A listing with these headers in their order, from the title to the sku. */
const etsyRow = (headers: string, cells: readonly string[]): Cells =>
  Object.fromEntries(headers.split(',').map((header, index) => [header, cells[index] ?? '']))
const LISTING = ['Ash Spoon &amp; Rest', 'Carved\nby hand', '18.50', 'EUR', '4', 'ash_wood,kitchen', 'Ash,Oil']
const PICTURES = ['https://img.example/1.jpg', 'https://img.example/2.jpg']
const CHOICES = ['Custom Property', 'Length', '20 cm,25 cm', 'Finish', 'Finish', 'Oiled']

export const ETSY: readonly Cells[] = [
  etsyRow(
    'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU',
    [...LISTING, ...PICTURES, ...CHOICES, 'SP-20,SP-25'],
  ),
]

export const ETSY_FRENCH: readonly Cells[] = [
  etsyRow(
    'TITRE,DESCRIPTION,PRIX,CODE_DEVISE,QUANTITÉ,TAGS,MATÉRIAUX,IMAGE 1,IMAGE 2,TYPE VARIATION 1,NOM VARIATION 1,VALEURS VARIATION 1,TYPE VARIATION 2,NOM VARIATION 2,VALEURS VARIATION 2,RÉFÉRENCE',
    [...LISTING, ...PICTURES, ...CHOICES, 'SP'],
  ),
]

export const ETSY_ITALIAN: readonly Cells[] = [
  etsyRow(
    'TITOLO,DESCRIZIONE,PREZZO,CURRENCY_CODE,QUANTITÀ,TAG,MATERIALI,IMMAGINE1,IMMAGINE2,TIPO VARIANTE 1,NOME VARIANTE 1,VALORI VARIANTE 1,TIPO VARIANTE 2,NOME VARIANTE 2,VALORI VARIANTE 2,SKU',
    [...LISTING, ...PICTURES, ...CHOICES, 'SP'],
  ),
]

export const ETSY_GERMAN: readonly Cells[] = [
  etsyRow(
    'TITEL,BESCHREIBUNG,PREIS,WÄHRUNGSCODE,STÜCKZAHL,TAGS,MATERIALIEN,BILD1,BILD2,VARIATIONSTYP 1,VARIATIONSNAME 1,VARIATIONSWERT 1,VARIATIONSTYP 2,VARIATIONSNAME 2,VARIATIONSWERT 2,BESTANDSEINHEIT',
    [...LISTING, ...PICTURES, ...CHOICES, 'SP'],
  ),
]

const medusaCells = (cells: Cells): Cells => ({
  'Product Id': 'prod_01',
  'Product Handle': 'wool-socks',
  'Product Title': 'Wool Socks',
  'Product Status': 'published',
  'Product Description': 'Warm\nand thick',
  'Product Thumbnail': 'https://img.example/t.jpg',
  'Product Collection Id': 'pcol_01',
  'Product Type Id': '',
  'Product Category 1': 'pcat_01',
  'Product Deleted At': '',
  'Product Image 1': 'https://img.example/t.jpg',
  'Product Image 2': 'https://img.example/u.jpg',
  'Product Material': 'Wool',
  'Product Tag 1': 'winter',
  'Product Tag 2': 'knit',
  'Variant Id': '',
  'Variant Title': '',
  'Variant Sku': '',
  'Variant Upc': '',
  'Variant Ean': '',
  'Variant Manage Inventory': 'true',
  'Variant Allow Backorder': 'false',
  'Variant Barcode': '',
  'Variant Deleted At': '',
  'Variant Option 1 Name': 'Size',
  'Variant Option 1 Value': '',
  'Variant Price EUR': '',
  'Variant Price USD': '',
  'Variant Price Europe [EUR]': '',
  ...cells,
})

export const MEDUSA: readonly Cells[] = [
  medusaCells({
    'Variant Id': 'variant_1',
    'Variant Title': 'Small',
    'Variant Sku': 'WS-S',
    'Variant Ean': '4006381333931',
    'Variant Option 1 Value': 'S',
    'Variant Price EUR': '12.5',
    'Variant Price USD': '14',
    'Variant Price Europe [EUR]': '11',
  }),
  medusaCells({
    'Variant Id': 'variant_2',
    'Variant Title': 'Large',
    'Variant Option 1 Value': 'L',
    'Variant Price USD': '15',
  }),
]

const vendureCells = (cells: Cells): Cells => ({
  name: '',
  slug: '',
  description: '',
  assets: '',
  facets: '',
  optionGroups: '',
  optionValues: '',
  sku: '',
  price: '',
  taxCategory: 'standard',
  stockOnHand: '',
  trackInventory: '',
  variantAssets: '',
  variantFacets: '',
  ...cells,
})

export const VENDURE: readonly Cells[] = [
  vendureCells({
    name: 'Field Kettle',
    slug: 'field-kettle',
    description: 'Boils fast',
    assets: 'kettle-1.jpg|kettle-2.jpg',
    facets: 'category:Camping|brand:Tide|use:Hiking|use:Fishing',
    optionGroups: 'Size|Finish',
    optionValues: 'Small|Steel',
    sku: 'FK-S',
    price: '45.5',
    stockOnHand: '10',
    trackInventory: 'true',
    variantFacets: 'weight:light|finish:steel',
  }),
  vendureCells({
    optionValues: 'Large|Black',
    sku: 'FK-L',
    price: '59',
    stockOnHand: '3',
    trackInventory: 'false',
    variantAssets: 'kettle-black.jpg',
  }),
  vendureCells({ name: 'Cup', sku: 'CUP', price: '6', stockOnHand: '0' }),
]

/** The samples by the name of their format and version. */
export const SAMPLES = {
  squarespace: SQUARESPACE,
  wix: WIX_V1,
  'wix, newer catalog': WIX_V3,
  square: SQUARE,
  etsy: ETSY,
  'etsy, French': ETSY_FRENCH,
  'etsy, Italian': ETSY_ITALIAN,
  'etsy, German': ETSY_GERMAN,
  medusa: MEDUSA,
  vendure: VENDURE,
}
