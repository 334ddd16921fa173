import { ERROR_CODES } from '@vitrine/catalog/error'
import { SEARCH_FIELDS } from '@vitrine/catalog/store'
import type { TProperties, TSchema } from 'typebox'
import { CAP } from '../parameters.ts'
import { Type } from '../schema.ts'
import { countedLabelFields, kind, labelFields, parent } from './label-fields.ts'
import { code, id, named } from './named-fields.ts'
import { mimeType, path, pictureDetails, priority } from './picture-fields.ts'
import { STORE } from './store-schema.ts'

const { last: _, ...productLinks } = links('A query string, to append to the path of the list.')

/** Codes that commands and programs get. No request gets them. */
const CODES_OF_COMMANDS: readonly string[] = ['store-exists', 'invalid-setting']

/** The schemas of the OpenAPI document by name. `Type.Ref` refers to one by its name. */
export const COMPONENTS = {
  Store: STORE,
  Product: object('A product in a list.', {
    ...productFields(),
    variants: list('VariantSummary', 'The variants, each with its own combination of options.'),
    labelValues: list('LabelValue', 'Categories and tags.'),
  }),
  ProductDetail: object('A single product, complete.', {
    ...productFields(),
    variants: list('VariantSummaryWithFiles', 'The variants, each with its own combination of options.'),
    files: list('File', 'Pictures of the product, by priority.'),
    optionGroups: list('OptionGroup', 'The groups of options to choose from, such as color and size.'),
    labelValues: list('LabelValue', 'Categories and tags.'),
  }),
  FullProduct: object('A product as the catalog has it, with its variants in full and all timestamps.', {
    ...productFields(),
    ...stamps(),
    variants: list('FullVariant', 'The variants, each with its own combination of options.'),
    files: list('File', 'Pictures of the product, by priority.'),
    optionGroups: list('OptionGroup', 'The groups of options to choose from, such as color and size.'),
    labelValues: list('ProductLabel', 'Categories and tags.'),
  }),
  VariantSummary: object('A variant of a product in a list.', {
    ...variantFields(),
    productOptions: list('Option', 'The options of this variant.'),
  }),
  VariantSummaryWithFiles: object('A variant of a single product.', {
    ...variantFields(gtin()),
    productOptions: list('Option', 'The options of this variant.'),
    files: list('File', 'Pictures of this variant, by priority.'),
  }),
  Variant: object('A variant, complete.', { ...completeVariantFields(), product: Type.Ref('ProductReference') }),
  FullVariant: object('A variant of a product in full.', { ...completeVariantFields(), ...stamps() }),
  ProductReference: object(
    'The product of a variant. Its arrays are always empty: retrieve the product for their content.',
    {
      ...productFields(),
      variants: nothing(),
      files: nothing(),
      optionGroups: nothing(),
      labelValues: nothing(),
    },
  ),
  TaxRate: object('The tax on a variant.', {
    id: id(),
    name: Type.String({ examples: ['VAT'] }),
    rate: Type.Number({ description: 'A percentage: 20 is 20 %.', examples: [20] }),
    isDefault: Type.Boolean({
      description: 'Whether it is the rate of variants for which the catalog names none.',
      examples: [true],
    }),
    ...stamps(),
  }),
  Option: object('An option: one value of an option group, such as red.', named('Red', 'red')),
  StampedOption: object('An option with its timestamps.', { ...named('Red', 'red'), ...stamps() }),
  OptionGroup: object('A group of options to choose from, such as color.', {
    ...named('Color', 'color'),
    options: list('Option', 'The options of the group.'),
  }),
  LabelValue: object('A category or a tag.', named('Shirts', 'shirts')),
  ProductLabel: object('A category or a tag of a product.', {
    ...named('Shirts', 'shirts'),
    parent: parent('The code of the label of this product that is above it; absent at the top.'),
    kind: kind('What the catalog says that it is; absent if it does not say.'),
  }),
  File: object('A picture.', {
    id: id(),
    priority: priority(),
    file: Type.Object({ path: path(), mimeType: mimeType(), ...pictureDetails() }),
  }),
  StampedFile: object('A picture of a variant, with the details of its file.', {
    id: id(),
    ...stamps(),
    priority: priority(),
    file: Type.Object({
      id: id(),
      ...stamps(),
      originalName: Type.String({ description: 'The name of the uploaded file.', examples: ['linen shirt.jpg'] }),
      fileName: Type.String({ description: 'The name of the stored file.', examples: ['linen-shirt.jpg'] }),
      mimeType: mimeType(),
      fileSize: Type.Integer({
        minimum: 0,
        description: 'In bytes; 0 if the catalog does not say.',
        examples: [48213],
      }),
      path: path(),
      ...pictureDetails(),
    }),
  }),
  ProductPage: object('A page of products.', {
    data: Type.Array(Type.Union([Type.Ref('Product'), Type.Ref('FullProduct')]), {
      description: 'The products of this page: `Product`, or with `form=full` `FullProduct`.',
    }),
    meta: Type.Object({ ...meta(), search: Type.Optional(Type.Ref('SearchNote')) }),
    links: Type.Object(productLinks),
  }),
  VariantPage: object('A page of variants.', {
    data: list('Variant', 'The variants of this page.'),
    meta: Type.Object({
      ...meta(),
      sortBy: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
        description: 'The order, as pairs of field and direction.',
        examples: [[['createdAt', 'DESC']]],
      }),
      search: Type.Optional(Type.Ref('SearchNote')),
    }),
    links: Type.Object(
      links('An absolute URL.', 'https://shop.example/store/product-variants', '&sortBy=createdAt:DESC'),
    ),
  }),
  Facets: object('Labels, options, prices and stock of the matching products. Every count is a number of products.', {
    labels: list(
      'CountedValue',
      'The labels, the most frequent first, each with the number of products that choosing it gives.',
    ),
    optionGroups: list('FacetGroup', 'The option groups, the one with the most products first.'),
    price: Type.Object(
      { min: extreme('The lowest', '19.90'), max: extreme('The highest', '120.00') },
      { description: 'The prices of all variants of the products that match without `minPrice` and `maxPrice`.' },
    ),
    inStock: Type.Integer({
      minimum: 0,
      description: 'The number of products that `inStock=true` gives.',
      examples: [17],
    }),
    meta: Type.Optional(
      Type.Object(
        { search: Type.Ref('SearchNote') },
        { description: 'About the search; absent if there is nothing to say.' },
      ),
    ),
  }),
  SearchNote: object(
    'How the results differ from those that have all words in the fields that were asked for. Only the keys that apply are there.',
    {
      fields: Type.Optional(
        Type.Array(Type.Enum([...SEARCH_FIELDS]), {
          description: 'The fields that the search looked in, if they are others than those asked for.',
          examples: [['name', 'label', 'option', 'description']],
        }),
      ),
      corrected: Type.Optional(
        Type.Array(
          Type.Object({
            word: Type.String({ description: 'The word of the search, folded.', examples: ['shrit'] }),
            as: Type.Array(Type.String(), {
              description: 'The words of the catalog that it found, the best first, five at most.',
              examples: [['shirt']],
            }),
          }),
          { description: 'Words of which the results have other words.' },
        ),
      ),
      dropped: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Words that were left out: the best results do not have them, or the search has more than eight words.',
          examples: [['kids']],
        }),
      ),
    },
  ),
  FacetGroup: object('An option group with its options.', {
    ...named('Color', 'color'),
    options: list(
      'CountedValue',
      'The options, the most frequent first, each with the number of products that choosing it gives.',
    ),
  }),
  CountedValue: object('A label or an option, with the number of products that choosing it gives.', {
    ...countedValue('Red', 'red'),
    ...countedLabelFields(),
  }),
  LabelList: object('The labels of products as a tree.', {
    data: list(
      'Label',
      'Depth first: each label is followed by its children. Siblings with the most products come first.',
    ),
  }),
  Label: object('A label of products, with its place in the tree.', labelFields()),
  LabelDetail: object('A label with those around it.', {
    ...labelFields(),
    ancestors: Type.Array(Type.Object({ code: code('clothing'), name: Type.String({ examples: ['Clothing'] }) }), {
      description: 'The labels above it, from the top down.',
    }),
    children: list('Label', 'The labels directly below it, in the order of the list.'),
  }),
  Suggestions: object('Suggestions for a search box. A part without suggestions is empty.', {
    queries: list('SuggestedQuery', 'Searches that complete the typed words, those of the most products first.'),
    labels: list('SuggestedLabel', 'Labels with a word that begins with each typed word, the most frequent first.'),
    options: list('SuggestedOption', 'Options with a word that begins with each typed word, the most frequent first.'),
    products: list('SuggestedProduct', 'The first products that a search of the text finds.'),
    correction: Type.Optional(Type.Ref('Correction')),
  }),
  SuggestedQuery: object('A search that completes the typed words.', {
    text: Type.String({ description: 'In lower case, for the parameter `search`.', examples: ['linen shirt'] }),
    count: Type.Integer({
      minimum: 1,
      description: 'The products that have every word of the text in their name, in a label or in an option.',
      examples: [7],
    }),
    highlights: highlights('text'),
  }),
  SuggestedLabel: object('A label, with the number of products that have it.', {
    ...countedValue('Shirts', 'shirts'),
    highlights: highlights('name'),
    ...countedLabelFields(),
  }),
  SuggestedOption: object('An option, with the number of products that have it.', {
    id: id(),
    name: Type.String({ examples: ['Sky'] }),
    code: Type.String({ description: 'For the filter `option`, as `group:option`.', examples: ['sky'] }),
    group: Type.Object(named('Color', 'color'), { description: 'The option group.' }),
    count: Type.Integer({ minimum: 1, examples: [7] }),
    highlights: highlights('name'),
  }),
  SuggestedProduct: object('A product in a list, with the characters of its name that match.', {
    ...productFields(),
    variants: list('VariantSummary', 'The variants, each with its own combination of options.'),
    labelValues: list('LabelValue', 'Categories and tags.'),
    highlights: highlights('name'),
  }),
  Correction: object('Did you mean? Present if a word was found only in another spelling.', {
    text: Type.String({ description: 'The search with its words corrected.', examples: ['linen shirt'] }),
    count: Type.Integer({ minimum: 1, description: 'The products that a search of it finds.', examples: [7] }),
  }),
  Problem: object('An error (RFC 9457).', {
    type: Type.String({ format: 'uri-reference', description: 'The URL of the explanation of the code.' }),
    title: Type.String({ description: 'The code in words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request, for a developer to read.' }),
    code: Type.Union([Type.Ref('ErrorCode'), Type.String()], {
      description: 'Branch on this. A code never changes, but later versions may add codes.',
      examples: ['invalid-parameter'],
    }),
    errors: Type.Optional(
      Type.Array(Type.Object({ parameter: Type.String(), detail: Type.String() }), {
        description: 'Every wrong parameter, with what is wrong with it.',
      }),
    ),
    requestId: Type.Optional(Type.String({ description: 'The log has the cause of the error under this id.' })),
  }),
  // A name of its own keeps the literals in generated types, which merge an enumeration with a string.
  ErrorCode: Type.Enum(
    ERROR_CODES.filter((code) => !CODES_OF_COMMANDS.includes(code)),
    { type: 'string', description: 'The codes of this version.' },
  ),
} satisfies Record<string, TSchema>

export type ComponentName = keyof typeof COMPONENTS

export const page = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 1,
  description: 'The page, counted from 1. A page beyond the last is empty.',
  examples: [1],
})

export const limit = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  [CAP]: 100,
  default: 20,
  description: 'Items on each page. More than 100 counts as 100, as `meta.itemsPerPage` and the links say.',
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

function countedValue(name: string, code: string) {
  return { ...named(name, code), count: Type.Integer({ minimum: 1, examples: [7] }) }
}

function highlights(field: string) {
  const offset = Type.Integer({ minimum: 0 })
  return Type.Array(Type.Array(offset, { minItems: 2, maxItems: 2 }), {
    description: `The characters of \`${field}\` that match: pairs of start and end in UTF-16 code units, as \`slice\` of JavaScript takes them.`,
    examples: [[[0, 2]]],
  })
}

function stamps() {
  const moment = () => Type.String({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'] })
  return { createdAt: moment(), updatedAt: moment() }
}

function productFields() {
  return {
    id: id(),
    name: Type.String({ examples: ['Linen shirt'] }),
    description: Type.String({ description: 'May be HTML, as in the catalog.', examples: ['Washed linen, wide cut.'] }),
    slug: Type.String({ description: 'The product’s name in URLs.', examples: ['linen-shirt'] }),
  }
}

/** The fields of a variant in lists of products, with `identity` after the sku. */
function variantFields(identity: TProperties = {}) {
  return {
    id: id(),
    name: Type.String({ examples: ['Linen shirt'] }),
    sku: Type.String({ description: 'Stock keeping unit.', examples: ['LS-RED-M'] }),
    ...identity,
    price: price('Exact, as a decimal with two digits after the point.', '49.90'),
    listPrice: Type.Optional(
      price('The price before a reduction, always above `price`. Absent if the variant is not reduced.', '59.90'),
    ),
    stock: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Items in stock; null if the inventory is not tracked.',
      examples: [12],
    }),
  }
}

function completeVariantFields() {
  return {
    ...variantFields(gtin()),
    productOptions: list('StampedOption', 'The options of this variant.'),
    files: list('StampedFile', 'Pictures of this variant, by priority.'),
    taxRate: Type.Ref('TaxRate'),
    labelValues: list('LabelValue', 'Categories and tags of the variant itself; may be empty.'),
  }
}

function gtin() {
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

function price(description: string, example: string) {
  return Type.String({ pattern: '^\\d+\\.\\d{2}$', description, examples: [example] })
}

function extreme(which: string, example: string) {
  return Type.Union([price(`${which}, as a decimal with two digits after the point.`, example), Type.Null()], {
    description: `${which}; null if there is no price.`,
  })
}

function meta() {
  return {
    itemsPerPage: Type.Integer({ description: 'The limit after its reduction to 100.', examples: [20] }),
    totalItems: Type.Integer({ description: 'Items on all pages.', examples: [42] }),
    currentPage: Type.Integer({ description: 'The requested page.', examples: [2] }),
    totalPages: Type.Integer({ description: 'Pages with items.', examples: [3] }),
  }
}

/** The links of page 2 of 3, with `url` before and `sort` after the page. */
function links(form: string, url = '', sort = '') {
  const link = (description: string, page: number) =>
    Type.String({ description: `${description} ${form}`, examples: [`${url}?page=${page}&limit=20${sort}`] })
  return {
    previous: Type.Optional(link('The previous page; from a page beyond the last, the last. Absent on page 1.', 1)),
    current: link('This page.', 2),
    next: Type.Optional(link('The next page. Absent on the last page.', 3)),
    last: Type.Optional(link('The last page. Absent if there are no items.', 3)),
  }
}
