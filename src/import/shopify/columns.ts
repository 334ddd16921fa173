/** The columns of a Shopify product CSV: those that become something, with the older header first. */
export const COLUMNS = {
  handle: {
    headers: ['Handle', 'URL handle'],
    becomes: 'the slug; the rows of one handle are one product, wherever they stand',
  },
  title: { headers: ['Title'], becomes: 'the name' },
  description: { headers: ['Body (HTML)', 'Description'], becomes: 'the description, as it is unless --text is given' },
  vendor: { headers: ['Vendor'], becomes: 'an option of the group “Vendor”, of the product as a whole' },
  category: {
    headers: ['Product Category', 'Standardized Product Type', 'Standard Product Type'],
    becomes: 'labels: the category and each one above it',
  },
  type: { headers: ['Type', 'Custom Product Type'], becomes: 'a label' },
  tags: { headers: ['Tags'], becomes: 'a label each' },
  published: {
    headers: ['Published', 'Published on online store'],
    becomes: 'FALSE: the product is left out; blank is published',
  },
  status: { headers: ['Status'], becomes: 'draft, archived, unlisted: the product is left out; blank is active' },
  optionName: {
    headers: ['OptionN Name'],
    becomes: 'an option group, for all variants of the product; Title with Default Title is none',
  },
  optionValue: { headers: ['OptionN Value'], becomes: "the variant's option in that group" },
  sku: {
    headers: ['Variant SKU', 'SKU'],
    becomes: 'the sku; one is made of the handle and the options if it is blank',
  },
  price: { headers: ['Variant Price', 'Price'], becomes: 'the price; a variant without one is left out' },
  tracker: { headers: ['Variant Inventory Tracker', 'Inventory tracker'], becomes: 'blank: stock is not tracked' },
  quantity: {
    headers: ['Variant Inventory Qty', 'Inventory quantity'],
    becomes: 'the stock, where it is tracked; 0 if it is negative',
  },
  taxable: {
    headers: ['Variant Taxable', 'Charge tax'],
    becomes: "FALSE: the tax rate “No tax”, 0 %; else the store's own rate",
  },
  image: { headers: ['Image Src', 'Product image URL'], becomes: 'a picture of the product, each once' },
  imagePosition: { headers: ['Image Position'], becomes: "the picture's priority" },
  variantImage: { headers: ['Variant Image', 'Variant image URL'], becomes: "the variant's picture" },
} as const

export type Column = keyof typeof COLUMNS

/** Columns that an export has and that nothing is served of: prices of single markets and metafields among them. */
export const UNUSED =
  /^(?:variant (?:grams|inventory policy|fulfillment service|compare at price|requires shipping|barcode|weight|tax code|cost)|image alt text|gift card|seo |google|cost per item|option\d linked to|included|price \/|compare.at price|barcode|tax code|unit price|continue selling|weight|requires shipping|fulfillment service|template suffix|collection)|\(product\.metafields\./i
