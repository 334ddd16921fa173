/** The columns of a WooCommerce product CSV that become something, by their English headers. */
export const COLUMNS = {
  id: { headers: ['ID'], becomes: 'what variations name their parent by, and what keeps a product the same later' },
  type: {
    headers: ['Type'],
    becomes: 'simple, variable and variation become products; grouped, external and others are left out',
  },
  sku: { headers: ['SKU'], becomes: 'the sku; one is made of the name and the options if it is blank' },
  name: { headers: ['Name'], becomes: 'the name, of the product or the variant; the slug is made from it' },
  published: { headers: ['Published'], becomes: '1 is served; 0 (private) and -1 (draft) are left out' },
  description: { headers: ['Description'], becomes: 'the description, as it is unless --text is given' },
  shortDescription: { headers: ['Short description'], becomes: 'the description, where there is no other' },
  saleFrom: { headers: ['Date sale price starts'], becomes: 'when the sale price begins' },
  saleTo: { headers: ['Date sale price ends'], becomes: 'the last day of the sale price' },
  taxStatus: {
    headers: ['Tax status'],
    becomes: "none, shipping: the tax rate “No tax”, 0 %; else the store's own rate",
  },
  inStock: { headers: ['In stock?'], becomes: '0: the stock is 0 where no number is given' },
  stock: { headers: ['Stock'], becomes: 'the stock; blank is not tracked' },
  salePrice: { headers: ['Sale price'], becomes: 'the price, while the sale lasts' },
  regularPrice: { headers: ['Regular price'], becomes: 'the price; what has none is left out' },
  categories: { headers: ['Categories'], becomes: 'labels: each category and each one above it' },
  tags: { headers: ['Tags'], becomes: 'a label each' },
  images: { headers: ['Images'], becomes: 'pictures, the first one first' },
  parent: { headers: ['Parent'], becomes: 'the product of a variation, as id:123 or by its sku' },
  attributeName: { headers: ['Attribute N name'], becomes: 'an option group' },
  attributeValues: {
    headers: ['Attribute N value(s)', 'Attribute N values', 'Attribute N value'],
    becomes: 'the options; blank on a variation means any of them',
  },
} as const

export type Column = keyof typeof COLUMNS

/** Columns that an export has and that nothing is served of. */
export const UNUSED =
  /^(?:is featured\?|visibility in catalog|catalog visibility|tax class|low stock amount|backorders allowed\?|sold individually\??|weight|length|width|height|allow customer reviews\?|purchase note|shipping class|download |grouped products|upsells|cross-sells|external url|button text|position|brands?|gtin|meta:|attribute \d+ (?:visible|global|default))/i
