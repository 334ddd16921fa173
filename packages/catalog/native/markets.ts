import { MAX_MARKETS, marketCode } from '../market.ts'
import type { AttributeType, MarketContent, MarketOptionGroup, MarketVariant, Product, Submitted } from '../product.ts'
import { readSeo } from './about.ts'
import { readMarketAttribute } from './attributes.ts'
import { readExternalId } from './external-id.ts'
import { DESCRIPTION_LIMIT, formatValue, NAME_LIMIT, type ObjectReader, readObject } from './fields.ts'
import { readAlt } from './files.ts'
import { readListPrice, readPrice } from './price.ts'
import type { ReadContext } from './read-context.ts'
import { readSlug } from './slug.ts'

/** What a product differs in by market. Drops what is about things that the product does not have. */
export function readMarkets(
  product: ObjectReader,
  parts: TranslatedParts,
  context: ReadContext,
): Pick<Product, 'markets'> {
  const { diagnostics } = context
  const value = product.value('markets')
  if (value === undefined) return {}
  const codes = Object.keys(Object(value))
  const fields = readObject(value, product.at('markets'), diagnostics, new Set(codes), RIGHT_MARKETS)
  if (!fields) return {}
  if (codes.length > MAX_MARKETS) {
    product.problem('markets', `has ${codes.length} markets`, `at most ${MAX_MARKETS} markets`)
    return {}
  }
  const known = knownKeys(parts)
  const markets = codes.flatMap((code): [string, MarketContent][] => {
    if (!fields.has(code)) return []
    if (marketCode(code) === undefined) fields.problem(code, 'is no code of a market', RIGHT_CODE)
    const ofMarket = readObject(fields.value(code), fields.at(code), diagnostics, CONTENT_FIELDS, RIGHT_CONTENT)
    const content = ofMarket && readContent(ofMarket, code, known, context)
    return content ? [[code, content]] : []
  })
  return markets.length === 0 ? {} : { markets: Object.fromEntries(markets) }
}

/** The parts of a product that have texts or prices. */
type TranslatedParts = Pick<Submitted<Product>, 'variants' | 'files' | 'optionGroups' | 'labelValues' | 'attributes'>

const RIGHT_MARKETS = 'an object of what differs, by the codes of the markets'
const RIGHT_CODE = '1 to 32 characters of a to z, 0 to 9 and hyphens inside, such as "de-at"'
const RIGHT_CONTENT = 'an object of what differs in the market'
const CONTENT_FIELDS = new Set([
  ...['included', 'name', 'description', 'slug', 'seo', 'labelValues', 'optionGroups', 'attributes', 'files'],
  ...['externalId', 'variants'],
])
const OPTION_GROUP_FIELDS = new Set(['name', 'options'])
const ATTRIBUTE_FIELDS = new Set(['name', 'value'])
const FILE_FIELDS = new Set(['alt'])
const VARIANT_FIELDS = new Set(['included', 'name', 'externalId', 'price', 'listPrice'])

/** The keys that a product has, each with what is needed to read what a market says of it. */
interface KnownKeys {
  readonly labels: ReadonlyMap<string, unknown>
  /** The options of each group. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, unknown>>
  readonly attributes: ReadonlyMap<string, ReadonlySet<AttributeType>>
  readonly paths: ReadonlyMap<string, unknown>
  readonly skus: ReadonlyMap<string, unknown>
}

function knownKeys(product: TranslatedParts): KnownKeys {
  const { variants, optionGroups } = product
  const owners = [product, ...variants]
  const attributes = Map.groupBy(
    owners.flatMap((owner) => owner.attributes ?? []),
    ({ code }) => code,
  )
  return {
    labels: byCode(owners.flatMap(({ labelValues }): readonly { readonly code: string }[] => labelValues)),
    groups: new Map(optionGroups.map(({ code, options }) => [code, byCode(options)])),
    attributes: new Map([...attributes].map(([code, all]) => [code, new Set(all.map(({ type }) => type))])),
    paths: new Map(owners.flatMap(({ files }) => files.map(({ file }) => [file.path, file] as const))),
    skus: new Map(variants.map((variant) => [variant.sku, variant])),
  }
}

function byCode<Item extends { readonly code: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.code, item]))
}

/** undefined if nothing differs. */
function readContent(
  fields: ObjectReader,
  market: string,
  known: KnownKeys,
  context: ReadContext,
): MarketContent | undefined {
  const { diagnostics } = context
  return stated<MarketContent>({
    included: readIncluded(fields),
    name: fields.optionalLine('name', NAME_LIMIT),
    description: fields.lines('description', DESCRIPTION_LIMIT),
    slug: fields.has('slug') ? readSlug(fields, context, market) : undefined,
    externalId: readExternalId(fields),
    seo: readSeo(fields, diagnostics).seo,
    labelValues: readByKey(
      fields,
      'labelValues',
      'names by the codes of labels of the product',
      known.labels,
      readName,
    ),
    optionGroups: readByKey(
      fields,
      'optionGroups',
      'objects by the codes of option groups of the product',
      known.groups,
      (groups, code, options) => readOptionGroup(groups, code, options),
    ),
    attributes: readByKey(
      fields,
      'attributes',
      'objects by the codes of attributes of the product',
      known.attributes,
      (attributes, code, types) => {
        const attribute = objectAt(attributes, code, ATTRIBUTE_FIELDS, 'an object with a name or a value')
        return attribute && readMarketAttribute(attribute, types)
      },
    ),
    files: readByKey(fields, 'files', 'objects by the paths of pictures of the product', known.paths, (files, path) => {
      const file = objectAt(files, path, FILE_FIELDS, 'an object with an alt text')
      return file && stated<{ alt: string }>({ alt: readAlt(file) })
    }),
    variants: readByKey(fields, 'variants', 'objects by the skus of the product', known.skus, readMarketVariant),
  })
}

function readIncluded(fields: ObjectReader): false | undefined {
  return fields.boolean('included') === false ? false : undefined
}

function readName(names: ObjectReader, code: string): string | undefined {
  return names.optionalLine(code, NAME_LIMIT)
}

function readOptionGroup(
  groups: ObjectReader,
  code: string,
  known: ReadonlyMap<string, unknown>,
): MarketOptionGroup | undefined {
  const fields = objectAt(groups, code, OPTION_GROUP_FIELDS, 'an object with a name or options')
  if (!fields) return undefined
  const right = 'names by the codes of options of the group'
  return stated<MarketOptionGroup>({
    name: readName(fields, 'name'),
    options: readByKey(fields, 'options', right, known, readName),
  })
}

function readMarketVariant(variants: ObjectReader, sku: string): MarketVariant | undefined {
  const fields = objectAt(variants, sku, VARIANT_FIELDS, 'an object with a name, a price or an externalId')
  if (!fields) return undefined
  const price = fields.has('price') ? readPrice(fields) : undefined
  if (price === undefined && fields.has('listPrice'))
    fields.drop('listPrice', 'has no price of the market beside it', 'a price above the price of the market')
  return stated<MarketVariant>({
    included: readIncluded(fields),
    name: readName(fields, 'name'),
    externalId: readExternalId(fields),
    price,
    listPrice: price === undefined ? undefined : readListPrice(fields, price),
  })
}

function objectAt(
  owner: ObjectReader,
  key: string,
  fieldNames: ReadonlySet<string>,
  right: string,
): ObjectReader | undefined {
  return readObject(owner.value(key), owner.at(key), owner.diagnostics, fieldNames, right)
}

/** What `read` makes of each value of an object; undefined if that is nothing. Drops keys that are not known. */
function readByKey<Known, Value>(
  owner: ObjectReader,
  name: string,
  right: string,
  known: ReadonlyMap<string, Known>,
  read: (values: ObjectReader, key: string, known: Known) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  if (!owner.has(name)) return undefined
  const keys = Object.keys(Object(owner.value(name)))
  const values = objectAt(owner, name, new Set(keys), right)
  if (!values) return undefined
  const entries = keys.map((key): [string, Value | undefined] => {
    if (!values.has(key)) return [key, undefined]
    const about = known.get(key)
    if (about !== undefined) return [key, read(values, key, about)]
    owner.drop(name, `has ${formatValue(key)}, which the product does not have`, right)
    return [key, undefined]
  })
  return stated(Object.fromEntries(entries))
}

/** The object without the fields that are undefined; undefined if none is left. */
function stated<Thing extends object>(
  fields: {
    readonly [Field in keyof Thing]: Thing[Field] | undefined
  },
): Thing | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Thing)
}
