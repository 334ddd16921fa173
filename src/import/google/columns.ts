/** The columns of a table, and the elements of a feed without their prefix `g:`, that become something. */
export const COLUMNS = {
  id: { headers: ['id'], becomes: 'the sku' },
  group: { headers: ['item_group_id'], becomes: 'items of one group are the variants of one product' },
  title: {
    headers: ['title'],
    becomes: "the variant's name; the product's is what the titles of a group share",
  },
  description: { headers: ['description', 'summary'], becomes: 'the description' },
  link: { headers: ['link'], becomes: 'the slug: the last part of its path, where all items of a group have it' },
  image: { headers: ['image_link'], becomes: 'the first picture' },
  moreImages: { headers: ['additional_image_link'], becomes: 'the pictures after it' },
  price: { headers: ['price'], becomes: 'the price, without its currency' },
  salePrice: { headers: ['sale_price'], becomes: 'the price, where it is given and the sale lasts' },
  saleDates: { headers: ['sale_price_effective_date'], becomes: 'when the sale price begins and ends' },
  availability: { headers: ['availability'], becomes: 'out_of_stock: the stock is 0; else it is not tracked' },
  type: { headers: ['product_type'], becomes: 'labels: the category and each one above it' },
  category: {
    headers: ['google_product_category'],
    becomes: 'the same, where there is no product_type; a number is not used',
  },
  brand: { headers: ['brand'], becomes: 'an option of the group “Brand”, of the product as a whole' },
  color: { headers: ['color', 'colour'], becomes: 'an option of the group “Color”' },
  size: { headers: ['size'], becomes: 'an option of the group “Size”' },
  material: { headers: ['material'], becomes: 'an option of the group “Material”' },
  pattern: { headers: ['pattern'], becomes: 'an option of the group “Pattern”' },
  ageGroup: { headers: ['age_group'], becomes: 'an option of the group “Age group”' },
  gender: { headers: ['gender'], becomes: 'an option of the group “Gender”' },
  customLabel: { headers: ['custom_label_N'], becomes: 'a label' },
} as const

export type Column = keyof typeof COLUMNS

/** The columns that variants differ in, and the option group that each becomes. */
export const OPTIONS: readonly { readonly key: Column; readonly group: string }[] = [
  { key: 'color', group: 'Color' },
  { key: 'size', group: 'Size' },
  { key: 'material', group: 'Material' },
  { key: 'pattern', group: 'Pattern' },
  { key: 'ageGroup', group: 'Age group' },
  { key: 'gender', group: 'Gender' },
]

/** Attributes of a feed that nothing is served of. */
export const UNUSED =
  /^(?:condition|gtin|mpn|identifier|adult|multipack|is bundle|shipping|tax|size type|size system|mobile link|cost of goods|expiration|unit pricing|availability date|promotion|excluded|included|ads|installment|subscription|loyalty|energy|min energy|max energy|product (?:highlight|detail|length|width|height|weight)|ships from|max handling|min handling|transit|pause|canonical|return|certification|lifestyle|video|virtual model|external seller)/i
