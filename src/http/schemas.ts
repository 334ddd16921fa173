import Type, { type TProperties, type TSchema } from 'typebox'

/** The schemas that the documentation names, by their names there. `Type.Ref` refers to one by its name. */
export const COMPONENTS = {
  Product: object('A product as it stands in a list.', {
    ...productFields(),
    variants: list('VariantSummary', 'The variants, each with its own combination of options.'),
    labelValues: list('LabelValue', 'Categories and tags.'),
  }),
  ProductDetail: object('A product by itself, with all that there is to say of it.', {
    ...productFields(),
    variants: list('VariantSummaryWithFiles', 'The variants, each with its own combination of options.'),
    files: list('File', 'Pictures of the product as a whole, by priority.'),
    optionGroups: list('OptionGroup', 'What the product can be chosen by, such as color and size.'),
    labelValues: list('LabelValue', 'Categories and tags.'),
  }),
  VariantSummary: object('A variant within a product of a list.', {
    ...variantFields(),
    productOptions: list('Option', 'The options that make this variant.'),
  }),
  VariantSummaryWithFiles: object('A variant within a single product.', {
    ...variantFields(),
    productOptions: list('Option', 'The options that make this variant.'),
    files: list('File', 'Pictures of this variant, by priority.'),
  }),
  Variant: object('A variant in full.', {
    ...variantFields(),
    productOptions: list('StampedOption', 'The options that make this variant.'),
    files: list('StampedFile', 'Pictures of this variant, by priority.'),
    taxRate: Type.Ref('TaxRate'),
    labelValues: list('LabelValue', 'Categories and tags of the variant; may be empty.'),
    product: Type.Ref('ProductReference'),
  }),
  ProductReference: object('The product of a variant. Its arrays are empty: the product itself has what is in them.', {
    ...productFields(),
    variants: nothing(),
    files: nothing(),
    optionGroups: nothing(),
    labelValues: nothing(),
  }),
  TaxRate: object('The tax on a variant.', {
    id: id(),
    name: Type.String({ examples: ['VAT'] }),
    rate: Type.Number({ description: 'A percentage: 20 is 20 %.', examples: [20] }),
    isDefault: Type.Boolean({ description: 'Whether it is the rate of the store’s variants that name none.' }),
    ...stamps(),
  }),
  Option: object('An option: one value of an option group, such as red.', option()),
  StampedOption: object('An option, with when it was made and changed.', { ...option(), ...stamps() }),
  OptionGroup: object('What a product can be chosen by, such as color.', {
    id: id(),
    name: Type.String({ examples: ['Color'] }),
    code: codeOf('color'),
    options: list('Option', 'The options of the group.'),
  }),
  LabelValue: object('A category or a tag.', {
    id: id(),
    name: Type.String({ examples: ['Shirts'] }),
    code: codeOf('shirts'),
  }),
  File: object('A picture.', {
    id: id(),
    priority: priority(),
    file: Type.Object({ path: path(), mimeType: mimeType() }),
  }),
  StampedFile: object('A picture of a variant, with all that is known of its file.', {
    id: id(),
    ...stamps(),
    priority: priority(),
    file: Type.Object({
      id: id(),
      ...stamps(),
      originalName: Type.String({ description: 'What the file was called when it was uploaded.' }),
      fileName: Type.String({ description: 'What it is called where it is kept.' }),
      mimeType: mimeType(),
      fileSize: Type.Integer({ minimum: 0, description: 'In bytes; 0 when the catalog does not say.' }),
      path: path(),
    }),
  }),
  ProductPage: object('A page of products.', {
    data: list('Product', 'The products of this page.'),
    meta: Type.Object(meta()),
    links: Type.Object(links('A bare query string, to be put after the path of the list.', '?page=2&limit=20')),
  }),
  VariantPage: object('A page of variants.', {
    data: list('Variant', 'The variants of this page.'),
    meta: Type.Object({
      ...meta(),
      sortBy: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
        description: 'The order, as pairs of field and direction.',
        examples: [[['createdAt', 'DESC']]],
      }),
    }),
    links: Type.Object({
      ...links('An absolute URL.', 'https://shop.example/store/product-variants?page=2&limit=20&sortBy=createdAt:DESC'),
      last: Type.Optional(Type.String({ description: 'The last page. There whenever there are items.' })),
    }),
  }),
  Facets: object('What products can be narrowed by. Every count is a number of products.', {
    labels: list('CountedValue', 'The labels, the most frequent first: how many products a choice of each gives.'),
    optionGroups: list('FacetGroup', 'The option groups, that of the most products first.'),
    price: Type.Object(
      { min: extreme('The lowest'), max: extreme('The highest') },
      { description: 'The prices of all variants of the products that `minPrice` and `maxPrice` choose among.' },
    ),
    inStock: Type.Integer({
      minimum: 0,
      description: 'How many products `inStock=true` gives.',
      examples: [17],
    }),
  }),
  FacetGroup: object('An option group with its options.', {
    id: id(),
    name: Type.String({ examples: ['Color'] }),
    code: codeOf('color'),
    options: list('CountedValue', 'The options, the most frequent first: how many products a choice of each gives.'),
  }),
  CountedValue: object('A label or an option, and how many products choosing it gives.', {
    id: id(),
    name: Type.String({ examples: ['Red'] }),
    code: codeOf('red'),
    count: Type.Integer({ minimum: 1, examples: [7] }),
  }),
  Problem: object('What is wrong, after RFC 9457.', {
    type: Type.String({ format: 'uri-reference', description: 'Where the code is explained.' }),
    title: Type.String({ description: 'The code in words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request, for a person to read.' }),
    code: Type.String({ description: 'Stable and machine-readable: branch on this.', examples: ['invalid-parameter'] }),
    errors: Type.Optional(
      Type.Array(Type.Object({ parameter: Type.String(), detail: Type.String() }), {
        description: 'What is wrong with each parameter: all that are wrong are here.',
      }),
    ),
    requestId: Type.Optional(Type.String({ description: 'With a 5xx: what to quote when you report it.' })),
  }),
} satisfies Record<string, TSchema>

export type ComponentName = keyof typeof COMPONENTS

/** The page of a list. */
export const page = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 1,
  description: 'The page, counted from 1. A page beyond the last is empty.',
  examples: [1],
})

/** Items on a page at most. A larger `limit` is not refused, but served as this many. */
export const MAX_LIMIT = 100

export const limit = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 20,
  description: 'Items on each page, 100 at most: more is served as 100, as `meta.itemsPerPage` and the links say.',
  examples: [20],
})

function object<T extends TProperties>(description: string, properties: T) {
  return Type.Object(properties, { description })
}

function list(of: string, description: string) {
  return Type.Array(Type.Ref(of), { description })
}

function nothing() {
  return Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' })
}

function id() {
  return Type.String({ format: 'uuid' })
}

function codeOf(example: string) {
  return Type.String({ description: 'Lower case and hyphens, to filter by.', examples: [example] })
}

function stamps() {
  const moment = () => Type.String({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'] })
  return { createdAt: moment(), updatedAt: moment() }
}

function productFields() {
  return {
    id: id(),
    name: Type.String({ examples: ['Linen shirt'] }),
    description: Type.String({ description: 'May be HTML, as the catalog has it.' }),
    slug: Type.String({ description: 'The product’s name in URLs.', examples: ['linen-shirt'] }),
  }
}

function variantFields() {
  return {
    id: id(),
    name: Type.String({ examples: ['Linen shirt'] }),
    sku: Type.String({ description: 'Stock keeping unit.', examples: ['LS-RED-M'] }),
    price: price('Exact, as a decimal with two digits after the point.'),
    stock: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'How many there are; null when the inventory is not tracked.',
      examples: [12],
    }),
  }
}

function price(description: string) {
  return Type.String({ pattern: '^\\d+\\.\\d{2}$', description, examples: ['49.90'] })
}

function extreme(which: string) {
  return Type.Union([price(`${which}, as a decimal with two digits after the point.`), Type.Null()], {
    description: `${which}; null when there is none.`,
  })
}

function option() {
  return { id: id(), name: Type.String({ examples: ['Red'] }), code: codeOf('red') }
}

function priority() {
  return Type.Integer({ description: 'Smaller comes first.' })
}

function mimeType() {
  return Type.String({ examples: ['image/jpeg'] })
}

function path() {
  return Type.String({ description: 'The URL of the picture.', examples: ['https://shop.example/pictures/shirt.jpg'] })
}

function meta() {
  return {
    itemsPerPage: Type.Integer({ description: 'The limit in force.' }),
    totalItems: Type.Integer({ description: 'Items on all pages.' }),
    currentPage: Type.Integer({ description: 'The page asked for.' }),
    totalPages: Type.Integer({ description: 'Pages that have items.' }),
  }
}

function links(form: string, example: string) {
  return {
    previous: Type.Optional(
      Type.String({
        description: `The page before; of a page beyond the last, the last. Absent on page 1. ${form}`,
        examples: [example],
      }),
    ),
    current: Type.String({ description: `This page. ${form}`, examples: [example] }),
    next: Type.Optional(Type.String({ description: `The page after, if there is one. ${form}`, examples: [example] })),
  }
}
