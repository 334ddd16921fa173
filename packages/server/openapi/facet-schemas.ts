import { MATCHED_FIELDS } from '@vitrine/catalog/store'
import { CORRECTION_KINDS } from '@vitrine/engine/serve/query'
import { LEVELS } from '@vitrine/engine/serve/search/level-match'
import { Type } from '../schema.ts'
import { FACET_ATTRIBUTE, priceBuckets } from './attribute-schemas.ts'
import {
  cardFields,
  code,
  color,
  countedValue,
  extreme,
  highlights,
  id,
  list,
  named,
  object,
  price,
  productFields,
} from './fields.ts'
import { countedLabelFields, labelFields } from './label-fields.ts'

/** The schemas of facets, of labels and of suggestions. */
export const FACET_SCHEMAS = {
  Facets: object(
    'Labels, options, prices, stock and attributes of the matching products. Every count is a number of products.',
    {
      labels: list(
        'CountedValue',
        'The labels, the most frequent first, each with the number of products that choosing it gives.',
      ),
      optionGroups: list('FacetGroup', 'The option groups, the one with the most products first.'),
      price: Type.Object(
        { min: extreme('The lowest', '19.90'), max: extreme('The highest', '120.00'), ...priceBuckets() },
        { description: 'The prices of all variants of the products that match without `minPrice` and `maxPrice`.' },
      ),
      inStock: Type.Integer({
        minimum: 0,
        description: 'The number of products that `inStock=true` gives.',
        examples: [17],
      }),
      onSale: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'The number of products that `onSale=true` gives. Absent if no variant of the store has a list price.',
          examples: [4],
        }),
      ),
      attributes: Type.Optional(
        list(
          'FacetAttribute',
          'The attributes, those of the most products first, at most 50. Absent if the store has none.',
        ),
      ),
      meta: Type.Optional(
        Type.Object(
          { search: Type.Ref('SearchNote') },
          { description: 'About the search; absent if there is nothing to say.' },
        ),
      ),
    },
  ),
  FacetAttribute: FACET_ATTRIBUTE,
  FacetGroup: object('An option group with its options.', {
    ...named('Color', 'color'),
    options: list(
      'CountedValue',
      'The options, the most frequent first, each with the number of products that choosing it gives.',
    ),
  }),
  CountedValue: object('A label or an option, with the number of products that choosing it gives.', {
    ...countedValue('Red', 'red'),
    ...color(),
    ...countedLabelFields(),
  }),
  SearchNote: object(
    'How the results differ from those that have all words in the fields that were asked for. Only the keys that apply are there.',
    {
      fields: Type.Optional(
        Type.Array(Type.Enum([...MATCHED_FIELDS]), {
          description:
            'Where the search looked, if not only in the fields that were asked for. `slugOrPicture`: in slugs, names of picture files and alt texts.',
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
            kind: Type.Enum([...CORRECTION_KINDS], {
              type: 'string',
              examples: ['misspelling'],
              description:
                'What they are: the word spelled right (`misspelling`), `split` into others, in the letters of another `script`, or longer words of which it is a `part`.',
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
      rule: Type.Optional(
        Type.Literal(true, {
          description: 'A rule of the store has put products at places of their own, or left some out.',
        }),
      ),
      price: Type.Optional(
        Type.Object(
          {
            min: Type.Optional(price('The lowest price.', '20.00')),
            max: Type.Optional(price('The highest price.', '50.00')),
          },
          {
            description:
              'The price that words of the search say, such as `under 50`. They are a filter, and no words to find.',
          },
        ),
      ),
    },
  ),
  Explanation: object('Why a search found a product.', {
    cost: Type.Integer({
      description:
        'The sum of the costs of the words, and up to 5 more for the order of the words in the name and for options on several variants. Of the products that have the same words, those of the lowest cost come first.',
      examples: [1],
    }),
    words: Type.Array(
      Type.Object({
        word: Type.String({ description: 'The word of the search, folded.', examples: ['shirts'] }),
        how: Type.Enum([...LEVELS], {
          type: 'string',
          description: 'The way in which it matches: see the table of ways in the documentation of the search.',
          examples: ['form'],
        }),
        as: Type.Array(Type.String(), {
          description: 'The words of the catalog that match, five at most.',
          examples: [['shirt']],
        }),
        field: Type.Enum([...MATCHED_FIELDS], { type: 'string', description: 'Where they are.', examples: ['name'] }),
        cost: Type.Integer({ description: 'The cost of the way and of the field.', examples: [1] }),
      }),
      {
        description:
          'The best match of each word that the product has. Empty if it was found by its GTIN, its part number, its sku or a rule.',
      },
    ),
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
    products: Type.Array(Type.Union([Type.Ref('SuggestedProduct'), Type.Ref('SuggestedCard')]), {
      description: 'The first products that a search of the text finds: with `form=card`, `SuggestedCard`.',
    }),
    correction: Type.Optional(Type.Ref('Correction')),
  }),
  SuggestedQuery: object('A search that completes the typed words.', {
    text: Type.String({ description: 'In lower case, for the parameter `search`.', examples: ['linen shirt'] }),
    count: Type.Integer({
      minimum: 1,
      description:
        'The products that have every word of the text exactly. A list with it and the same `searchIn` has all of them.',
      examples: [7],
    }),
    highlights: highlights('text'),
  }),
  SuggestedProduct: object('A product in a list, with the characters of its name that match.', {
    ...productFields(),
    variants: list('VariantSummary', 'The variants, each with its own combination of options.'),
    labelValues: list('LabelValue', 'Categories and tags.'),
    highlights: highlights('name'),
  }),
  SuggestedCard: object('A product as a grid shows it, with the characters of its name that match.', {
    ...cardFields(),
    highlights: highlights('name'),
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
  Correction: object('Did you mean? Present if a word was found only in another spelling.', {
    text: Type.String({ description: 'The search with its words corrected.', examples: ['linen shirt'] }),
    count: Type.Integer({ minimum: 1, description: 'The products that a search of it finds.', examples: [7] }),
  }),
}
