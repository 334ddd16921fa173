import { EXTERNAL_ID_LIMIT } from '@vitrine/catalog/external-id'
import type { TProperties } from 'typebox'
import { Type } from '../schema.ts'
import { picture } from './picture-fields.ts'

export function object<T extends TProperties>(description: string, properties: T) {
  return Type.Object(properties, { description })
}

export function list(of: string, description: string) {
  return Type.Array(Type.Ref(of), { description })
}

export function nothing() {
  return Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' })
}

export function id() {
  return Type.String({ format: 'uuid', examples: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'] })
}

export function named(name: string, example: string) {
  return { id: id(), name: Type.String({ examples: [name] }), code: code(example) }
}

export function code(example: string) {
  return Type.String({ description: 'Lower case letters, digits and hyphens, for filters.', examples: [example] })
}

export function stamps() {
  const moment = () => Type.String({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'] })
  return { createdAt: moment(), updatedAt: moment() }
}

export function price(description: string, example: string) {
  return Type.String({ pattern: '^\\d+\\.\\d{2}$', description, examples: [example] })
}

export function extreme(which: string, example: string) {
  return Type.Union([price(`${which}, as a decimal with two digits after the point.`, example), Type.Null()], {
    description: `${which}; null if there is no price.`,
  })
}

export function highlights(field: string) {
  const offset = Type.Integer({ minimum: 0 })
  return Type.Array(Type.Array(offset, { minItems: 2, maxItems: 2 }), {
    description: `The characters of \`${field}\` that match: pairs of start and end in UTF-16 code units, as \`slice\` of JavaScript takes them.`,
    examples: [[[0, 2]]],
  })
}

export function countedValue(name: string, code: string) {
  return { ...named(name, code), count: Type.Integer({ minimum: 1, examples: [7] }) }
}

export function productFields() {
  return {
    id: id(),
    name: Type.String({ examples: ['Linen shirt'] }),
    description: Type.String({ description: 'May be HTML, as in the catalog.', examples: ['Washed linen, wide cut.'] }),
    slug: Type.String({ description: 'The product’s name in URLs.', examples: ['linen-shirt'] }),
  }
}

export function variantPrices() {
  return {
    price: price('Exact, as a decimal with two digits after the point.', '49.90'),
    listPrice: Type.Optional(
      price('The price before a reduction, always above `price`. Absent if the variant is not reduced.', '59.90'),
    ),
  }
}

/** The fields of a variant in lists of products, with `identity` after the sku, and `prices` after the prices. */
export function variantFields(identity: TProperties = {}, prices: TProperties = {}) {
  return {
    id: id(),
    name: Type.String({ examples: ['Linen shirt'] }),
    sku: Type.String({ description: 'Stock keeping unit.', examples: ['LS-RED-M'] }),
    ...identity,
    ...variantPrices(),
    ...prices,
    stock: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Items in stock; null if the inventory is not tracked.',
      examples: [12],
    }),
  }
}

export function completeVariantFields(prices: TProperties = {}) {
  return {
    ...variantFields({ ...gtin(), externalId: variantExternalId() }, prices),
    productOptions: list('StampedOption', 'The options of this variant.'),
    files: list('StampedFile', 'Pictures of this variant, by priority.'),
    taxRate: Type.Ref('TaxRate'),
    labelValues: list('LabelValue', 'Categories and tags of the variant itself; may be empty.'),
  }
}

export function gtin() {
  return {
    gtin: Type.Optional(
      Type.String({
        pattern: '^(?:\\d{8}|\\d{12,14})$',
        description:
          'The Global Trade Item Number (EAN, UPC, ISBN), with the right check digit. Absent if the catalog has none.',
        examples: ['4006381333931'],
      }),
    ),
  }
}

export function externalId(description: string, example: string) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_ID_LIMIT, description, examples: [example] }))
}

export function variantExternalId() {
  return externalId(
    'The id that the shop platform gives the variant, which its cart takes. Absent if the catalog has none.',
    'gid://shopify/ProductVariant/456',
  )
}

export function productExternalId() {
  return externalId(
    'The id that the shop platform gives the product. Absent if the catalog has none.',
    'gid://shopify/Product/123',
  )
}

export function cardFields() {
  return {
    id: id(),
    name: Type.String({ examples: ['Linen shirt'] }),
    slug: Type.String({ description: 'The product’s name in URLs.', examples: ['linen-shirt'] }),
    picture: picture('The first picture of the product, else of its variants. Absent without pictures.'),
    ...offer(),
    brand: Type.Optional(Type.String({ examples: ['Northwind'] })),
    rating: Type.Optional(Type.Ref('Rating')),
    ...stamps(),
    externalId: productExternalId(),
    variantExternalId: externalId(
      'The `externalId` of the only variant. Absent if the product has several, or if the catalog has none.',
      'gid://shopify/ProductVariant/456',
    ),
    optionGroups: list('CardOptionGroup', 'The option groups, but for that of the brand.'),
  }
}

/** What a product costs, whether it can be bought, and what it is in short. */
export function offer() {
  return {
    price: Type.Optional(
      Type.Ref('PriceSpan', { description: 'The prices of the variants. Absent if there are none.' }),
    ),
    listPrice: Type.Optional(
      Type.Ref('PriceSpan', {
        description: 'The prices before a reduction, of the variants that have one. Absent if none has.',
      }),
    ),
    unitPrice: Type.Optional(
      Type.Ref('UnitPrice', {
        description: 'The unit price of the variant with the lowest price. Absent if it has none.',
      }),
    ),
    inStock: Type.Boolean({
      description: 'Whether a variant is in stock, or its inventory is not tracked.',
      examples: [true],
    }),
    onSale: Type.Boolean({ description: 'Whether a variant has a `listPrice`.', examples: [true] }),
    excerpt: Type.String({
      description: 'The beginning of the description as text on one line: at most 300 characters.',
      examples: ['Washed linen, wide cut.'],
    }),
  }
}

export function color() {
  return {
    color: Type.Optional(
      Type.String({
        pattern: '^#[\\da-f]{6}$',
        description: 'What a swatch shows. Absent if the catalog has none.',
        examples: ['#b3202a'],
      }),
    ),
  }
}
