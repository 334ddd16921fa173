import type {
  Attribute,
  MarketAttribute,
  MarketContent,
  MarketOptionGroup,
  MarketVariant,
  OptionGroup,
  Product,
  Submitted,
  Variant,
} from '@vitrine/catalog/product'
import type { AcceptedProduct } from '@vitrine/catalog/submission'

/**
 * What a product of a file in another language, or with other prices, says of the product of the store that it is: its
 * texts and its prices. Its codes are often made from its names, so what has no equal code is matched by its place.
 */
export function contentInMarket(
  stored: Product,
  { product, hasSlug }: Pick<AcceptedProduct, 'product' | 'hasSlug'>,
): ContentInMarket {
  const ofStore = new Map(stored.variants.map((variant) => [variant.sku, variant]))
  const variants = product.variants.flatMap((own): [Variant, Submitted<Variant>][] => {
    const variant = ofStore.get(own.sku)
    return variant ? [[variant, own]] : []
  })
  const owners: readonly Owners[] = [[stored, product], ...variants]
  const unmatched = new Set<MatchedPart>()
  if (variants.length < product.variants.length) unmatched.add('variants')
  const note = (part: MatchedPart) => unmatched.add(part)
  const { name, description, slug, seo } = product
  const content: MarketContent = {
    name,
    ...(description !== '' && { description }),
    ...(hasSlug && { slug }),
    ...ownExternalId(stored, product),
    ...(seo && { seo }),
    ...part('labelValues', labelNames(owners, note)),
    ...part('optionGroups', optionGroups(stored, product, variants, note)),
    ...part('attributes', attributesOf(owners, note)),
    ...part('files', altTexts(owners, note)),
    ...part(
      'variants',
      variants.map(([variant, own]) => [variant.sku, offerOf(variant, own)] as const),
    ),
  }
  return { content, unmatched: [...unmatched] }
}

export interface ContentInMarket {
  readonly content: MarketContent
  /** The parts of which something in the file is not used, since the product of the store has nothing that it is. */
  readonly unmatched: readonly MatchedPart[]
}

/** What is found in the product of the store by its code, its place, its path or its sku. */
export type MatchedPart = 'labelValues' | 'optionGroups' | 'attributes' | 'files' | 'variants'

/** A product or a variant of the store, and what the file has of it. */
type Owners = readonly [Product, Submitted<Product>] | readonly [Variant, Submitted<Variant>]
type Note = (part: MatchedPart) => void
type Entries<Value> = readonly (readonly [key: string, value: Value])[]

/** The part as a field; no field if it has no entry. The first entry with a key counts. */
function part<Name extends MatchedPart, Value>(name: Name, entries: Entries<Value>) {
  const values = Object.fromEntries(entries.toReversed()) as Readonly<Record<string, Value>>
  return (entries.length > 0 ? { [name]: values } : {}) as { readonly [Key in Name]?: Readonly<Record<string, Value>> }
}

function offerOf(stored: Variant, own: Submitted<Variant>): MarketVariant {
  const { name, price, listPrice } = own
  return { name, ...ownExternalId(stored, own), price, ...(listPrice !== undefined && { listPrice }) }
}

/** The external id of the file, if the store has another one or none. */
function ownExternalId(...[stored, { externalId }]: Owners): { readonly externalId?: string } {
  return externalId === undefined || externalId === stored.externalId ? {} : { externalId }
}

function labelNames(owners: readonly Owners[], note: Note): Entries<string> {
  return owners.flatMap(([stored, own]) => {
    // A category is no translation of a tag.
    const kinds = Map.groupBy<string, Label>(stored.labelValues, ({ kind = '' }) => kind)
    const ownKinds = Map.groupBy<string, Label>(own.labelValues, ({ kind = '' }) => kind)
    return [...ownKinds].flatMap(([kind, labels]) => {
      const { pairs, isComplete } = paired(kinds.get(kind) ?? [], labels)
      if (!isComplete) note('labelValues')
      return pairs.map(([{ code }, { name }]) => [code, name] as const)
    })
  })
}

interface Label extends Coded {
  readonly name: string
  readonly kind?: string
}

function optionGroups(
  stored: Product,
  product: Submitted<Product>,
  variants: readonly (readonly [Variant, Submitted<Variant>])[],
  note: Note,
): Entries<MarketOptionGroup> {
  const { pairs, isComplete } = paired(stored.optionGroups, product.optionGroups)
  if (!isComplete) note('optionGroups')
  return pairs.map(([group, own]) => {
    const options = optionNames(stored, group, own, variants)
    if (own.options.some((option) => !options.has(option.id))) note('optionGroups')
    const names = [...options.values()]
    const ofGroup = { name: own.name, ...(names.length > 0 && { options: Object.fromEntries(names.toReversed()) }) }
    return [group.code, ofGroup] as const
  })
}

/** The code in the store and the name of each option of the file, by its id there. */
function optionNames(
  stored: Product,
  group: OptionGroup,
  own: OptionGroup,
  variants: readonly (readonly [Variant, Submitted<Variant>])[],
): ReadonlyMap<string, readonly [code: string, name: string]> {
  const [ids, ownIds] = [idsOf(group), idsOf(own)]
  const found = new Map<string, readonly [string, string]>()
  for (const [variant, ownVariant] of variants) {
    const option = variant.productOptions.find(({ id }) => ids.has(id))
    const named = ownVariant.productOptions.find(({ id }) => ownIds.has(id))
    if (option && named && !found.has(named.id)) found.set(named.id, [option.code, named.name])
  }
  // An option of the product as a whole, such as its brand or its material, is on no variant.
  const isOfProduct = !stored.variants.some(({ productOptions }) => productOptions.some(({ id }) => ids.has(id)))
  if (isOfProduct)
    for (const [{ code }, { id, name }] of paired(group.options, own.options).pairs) found.set(id, [code, name])
  return found
}

function idsOf({ options }: OptionGroup): ReadonlySet<string> {
  return new Set(options.map(({ id }) => id))
}

function attributesOf(owners: readonly Owners[], note: Note): Entries<MarketAttribute> {
  const known = byCode(owners.flatMap(([{ attributes = [] }]) => attributes))
  const own = byCode(owners.flatMap(([, { attributes = [] }]) => attributes))
  return [...own].flatMap(([code, attributes]) => {
    const before = known.get(code)
    if (!before) {
      note('attributes')
      return []
    }
    const { name } = attributes[0]!
    const [value, ...values] = new Set(attributes.map(({ value }) => value))
    // A market has one value of an attribute for all variants.
    const isOne = values.length === 0 && new Set(before.map(({ value }) => value)).size === 1
    const isText = [...before, ...attributes].every(({ type }) => type === 'text')
    if (isText && !isOne) note('attributes')
    return [[code, { name, ...(isText && isOne && { value: String(value) }) }] as const]
  })
}

function byCode(attributes: readonly Attribute[]): ReadonlyMap<string, readonly Attribute[]> {
  return Map.groupBy(attributes, ({ code }) => code)
}

function altTexts(owners: readonly Owners[], note: Note): Entries<{ readonly alt: string }> {
  const paths = new Set(owners.flatMap(([{ files }]) => files.map(({ file }) => file.path)))
  const described = owners.flatMap(([, { files }]) =>
    files.flatMap(({ file: { path, alt } }) => (alt === undefined ? [] : [[path, { alt }] as const])),
  )
  if (described.some(([path]) => !paths.has(path))) note('files')
  return described.filter(([path]) => paths.has(path))
}

interface Coded {
  readonly code: string
}

/** What has the same code, and what is in the same place among the others if they are as many. */
function paired<Stored extends Coded, Own extends Coded>(
  stored: readonly Stored[],
  own: readonly Own[],
): { readonly pairs: readonly (readonly [Stored, Own])[]; readonly isComplete: boolean } {
  const [codes, ownCodes] = [stored, own].map((items) => new Map(items.map((item) => [item.code, item])))
  const others = stored.filter(({ code }) => !ownCodes!.has(code))
  const ownOthers = own.filter(({ code }) => !codes!.has(code))
  const isComplete = ownOthers.length === 0 || others.length === ownOthers.length
  const placed = isComplete ? ownOthers : []
  const partnerOf = new Map<Own, Stored>(placed.map((item, index) => [item, others[index]!]))
  const pairs = own.flatMap((item): [Stored, Own][] => {
    const partner = (codes!.get(item.code) as Stored | undefined) ?? partnerOf.get(item)
    return partner ? [[partner, item]] : []
  })
  return { pairs, isComplete }
}
