import { Type } from '../schema.ts'
import { ATTRIBUTE, attributes } from './attribute-schemas.ts'
import {
  cardFields,
  color,
  completeVariantFields,
  gtin,
  id,
  list,
  named,
  nothing,
  object,
  offer,
  price,
  productExternalId,
  productFields,
  stamps,
  variantExternalId,
  variantFields,
  variantPrices,
} from './fields.ts'
import { kind, parent } from './label-fields.ts'
import { mimeType, path, picture, pictureDetails, priority } from './picture-fields.ts'

/** The schemas of products, in each form, and of what they consist of. */
export const PRODUCT_SCHEMAS = {
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
    formerSlugs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Slugs that the product had. `slug=` finds it by them too. Absent if there are none.',
        examples: [['old-linen-shirt']],
      }),
    ),
    variants: list('FullVariant', 'The variants, each with its own combination of options.'),
    files: list('File', 'Pictures of the product, by priority.'),
    optionGroups: list('FullOptionGroup', 'The groups of options to choose from, such as color and size.'),
    labelValues: list('ProductLabel', 'Categories and tags.'),
    externalId: productExternalId(),
    ...attributes('The attributes of all variants that have none of the same code. Absent if there are none.'),
    seo: Type.Optional(Type.Ref('SeoTexts')),
    rating: Type.Optional(Type.Ref('Rating')),
    popularity: Type.Optional(Type.Integer({ minimum: 1, description: 'Such as the number sold; absent for 0.' })),
    ...offer(),
    descriptionHtml: Type.String({
      description:
        'The description as HTML. Plain text is escaped, and its line breaks are elements. It has no scripts, unless the operator imported it with `--html keep`.',
      examples: ['<p>Washed linen, wide cut.</p>'],
    }),
    descriptionText: Type.String({
      description: 'The description as plain text with line breaks: no tags, no character references.',
      examples: ['Washed linen, wide cut.'],
    }),
    alternates: Type.Optional(
      list(
        'Alternate',
        'The slugs of the product in the store and its markets, for links to its pages in other languages. Absent in a store without markets.',
      ),
    ),
  }),
  Alternate: object('The slug of a product in a market.', {
    market: Type.Optional(
      Type.String({ description: 'The code of the market. Absent for the store itself.', examples: ['de-at'] }),
    ),
    slug: Type.String({ examples: ['leinenhemd'] }),
  }),
  ProductCard: object('A product as a grid shows it: about 1 kB.', cardFields()),
  ProductInForm: Type.Union([Type.Ref('ProductDetail'), Type.Ref('ProductCard'), Type.Ref('FullProduct')], {
    description: '`ProductDetail`, with `form=card` `ProductCard`, with `form=full` `FullProduct`.',
  }),
  CardOptionGroup: object('An option group of a card.', {
    name: Type.String({ examples: ['Color'] }),
    code: Type.String({ examples: ['color'] }),
    count: Type.Integer({
      minimum: 0,
      description: 'The options of the group, also those that are left out.',
      examples: [3],
    }),
    options: list('CardOption', 'The first options, as many as a card has room for.'),
  }),
  CardOption: object('An option of a card.', {
    name: Type.String({ examples: ['Red'] }),
    code: Type.String({ examples: ['red'] }),
    ...color(),
    picture: picture(
      'The first picture of a variant with the option, if the options of the group have different ones and the card has room for it.',
    ),
  }),
  SeoTexts: object('Texts for search engines. Without one, use the name, or the excerpt.', {
    title: Type.Optional(Type.String({ examples: ['Linen shirts from Portugal'] })),
    description: Type.Optional(Type.String({ examples: ['Washed linen, wide cut, in five colors.'] })),
  }),
  Rating: object('What shoppers think of a product.', {
    value: Type.Number({ minimum: 0, maximum: 5, description: 'The mean, from 0 to 5.', examples: [4.6] }),
    count: Type.Integer({ minimum: 1, description: 'How many shoppers rated it.', examples: [128] }),
  }),
  UnitPrice: object('What an amount of the content of a variant costs: 4.20 per 100 g.', {
    price: price('The price of `amount`, rounded.', '4.20'),
    amount: Type.String({ description: 'A decimal.', examples: ['100'] }),
    unit: Type.String({ description: 'The unit of `amount` and of `contents`.', examples: ['g'] }),
    contents: Type.String({ description: 'What the variant contains, as a decimal.', examples: ['250'] }),
  }),
  FullOptionGroup: object('A group of options to choose from, with the colors of its options.', {
    ...named('Color', 'color'),
    options: list('FullOption', 'The options of the group.'),
  }),
  FullOption: object('An option: one value of an option group, such as red.', { ...named('Red', 'red'), ...color() }),
  MatchedVariant: object('What a grid shows of the variant that was looked for.', {
    id: id(),
    sku: Type.String({ description: 'Stock keeping unit.', examples: ['LS-RED-M'] }),
    externalId: variantExternalId(),
    ...variantPrices(),
    picture: picture('The first picture of the variant. Absent if it has none of its own.'),
    options: Type.Array(
      Type.Object({ name: Type.String({ examples: ['Red'] }), code: Type.String({ examples: ['red'] }) }),
      { description: 'The options of the variant.' },
    ),
  }),
  PriceSpan: object('Prices from lowest to highest, as decimals with two digits after the point.', {
    min: price('The lowest.', '49.90'),
    max: price('The highest.', '54.90'),
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
  FullVariant: object('A variant of a product in full.', {
    ...completeVariantFields({ unitPrice: Type.Optional(Type.Ref('UnitPrice')) }),
    mpn: Type.Optional(
      Type.String({
        maxLength: 70,
        description: 'The manufacturer part number. Absent if the catalog has none.',
        examples: ['AB-12/3'],
      }),
    ),
    ...attributes('Its own attributes. Absent if there are none.'),
    ...stamps(),
  }),
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
  Attribute: ATTRIBUTE,
  LabelValue: object('A category or a tag.', named('Shirts', 'shirts')),
  ProductLabel: object('A category or a tag of a product.', {
    ...named('Shirts', 'shirts'),
    parent: parent('The code of the label of this product that is above it; absent at the top.'),
    kind: kind('What the catalog says that it is; absent if it does not say.'),
  }),
  Picture: object('A picture as a card or a label has it.', { path: path(), ...pictureDetails() }),
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
}
