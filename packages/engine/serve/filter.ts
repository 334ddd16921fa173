import { comparesWith } from '@vitrine/catalog/attribute'
import { runYielding, yieldByCost } from '@vitrine/runtime/event-loop'
import { attributeTermsWithin } from '../edition/attribute-term.ts'
import { SharedValue } from '../edition/recorded-reads.ts'
import type { Kind, Term } from '../edition/term.ts'
import { NO_POSTINGS, type PostingList, toPostingList } from '../index/posting-list.ts'
import { ProductJoin } from '../index/product-join.ts'
import { intersect, unionAll } from '../index/set-algebra.ts'
import {
  type Clause,
  type OptionsOfGroups,
  type PriceClause,
  type ProductClauses,
  STOCK_CLAUSE,
  type VariantClause,
} from './clauses.ts'
import { facetSchema } from './facets/facet-values.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { peekPriceColumn } from './price-column.ts'
import type { AttributeRange } from './query.ts'
import { relatedProducts } from './related.ts'

/** Evaluates clauses to posting lists. Each clause is looked up once, even if several sets need it. */
export class ClauseEvaluator {
  readonly #edition: IndexedEdition
  readonly #isShared: boolean
  readonly #lookups: Record<Kind, Map<Clause, Matches>> = { product: new Map(), variant: new Map() }

  /** `isShared`: several parts of the index are computed with it. To find out what each depends on takes time. */
  constructor(edition: IndexedEdition, isShared = false) {
    this.#edition = edition
    this.#isShared = isShared
  }

  /**
   * The products for which all clauses hold. Undefined, which means all products, if there are no clauses. A single
   * clause on variants is looked up among products. Several must hold on one variant, so they are looked up among
   * variants, and then joined to products: "red, M" does not match a product that has red in S and blue in M.
   */
  async products({ product, labels, variant }: ProductClauses): Promise<PostingList | undefined> {
    const sets = [...product, ...labels].map((clause) => this.matches('product', clause))
    if (variant.length === 1) sets.push(this.productsOfEach(variant))
    if (variant.length > 1) sets.push(this.#productsOfOneVariant(variant))
    return intersectAny(await Promise.all(sets))
  }

  /** The variants for which all clauses hold. Undefined, which means all variants, if there are no clauses. */
  async variants(clauses: readonly Clause[]): Promise<PostingList | undefined> {
    return intersectAny(await Promise.all(clauses.map((clause) => this.matches('variant', clause))))
  }

  /**
   * As `variants`, but avoids the posting lists of a price range, which take some MB in a large edition. If the other
   * clauses leave few variants, it compares the price of each of them instead.
   */
  async variantsByPrice(clauses: readonly Clause[]): Promise<PostingList | undefined> {
    const priceClause = clauses.find(isPriceClause)
    const otherClauses = clauses.filter((clause) => clause !== priceClause)
    const prices = priceClause && otherClauses.some(isSelective) ? peekPriceColumn(this.#edition) : undefined
    if (!prices) return await this.variants(clauses)
    const candidates = (await this.variants(otherClauses))!
    if (candidates.size * MIN_VARIANTS_PER_CANDIDATE > this.#edition.variantCount) return await this.variants(clauses)
    const { min = 0, max = Number.POSITIVE_INFINITY } = priceClause!.price
    return prices.filter(candidates, min, max)
  }

  /** The products or variants for which the clause holds. */
  matches(kind: Kind, clause: Clause): Promise<PostingList> {
    const lookups = this.#lookups[kind]
    const found = lookups.get(clause)
    if (found) return found.get()
    const lookUp = () => this.#lookUp(kind, clause)
    const matches = this.#isShared ? new SharedValue(lookUp) : onlyValue(lookUp())
    lookups.set(clause, matches)
    return matches.get()
  }

  /** The products for which each of these clauses holds, each on any variant. */
  async productsOfEach(clauses: readonly VariantClause[]): Promise<PostingList> {
    const [first, ...others] = await Promise.all(clauses.map(({ clause }) => this.matches('product', clause)))
    return intersect(first!, ...others)
  }

  async #productsOfOneVariant(clauses: readonly VariantClause[]): Promise<PostingList> {
    const [variants] = await Promise.all([
      this.variantsByPrice(clauses.map(({ clause }) => clause)),
      productJoin(this.#edition),
    ])
    return await joinProducts(this.#edition, variants!)
  }

  async #lookUp(kind: Kind, clause: Clause): Promise<PostingList> {
    const edition = this.#edition
    if ('terms' in clause) return await this.#withAnyTerm(kind, clause.terms)
    if ('within' in clause) return await this.#within(kind, clause.within)
    if ('codes' in clause) return await this.#withAnyTerm(kind, await existingOptions(edition, clause))
    if ('attributes' in clause) return await this.#withAnyTerm(kind, await termsInRanges(edition, clause.attributes))
    if ('ids' in clause) return existing(await edition.stored.positionsById(kind, clause.ids))
    if ('slugs' in clause) return await this.#withAnySlug(clause.slugs)
    if ('related' in clause) return await relatedProducts(edition, clause.related)
    return await edition.stored.positionsBySku(kind, clause.skus)
  }

  /** A category whose own list has all of what is below it has no other list. */
  async #within(kind: Kind, code: string): Promise<PostingList> {
    const [own, all] = await this.#edition.postings(kind, [`label:${code}`, `within:${code}`])
    return all!.size > 0 ? all! : own!
  }

  /** A slug that no product has finds those that had it. */
  async #withAnySlug(slugs: readonly string[]): Promise<PostingList> {
    const { stored } = this.#edition
    const owners = await stored.productsBySlug(slugs)
    const former = slugs.filter((_, index) => owners[index] === undefined)
    if (former.length === 0) return existing(owners)
    const terms = former.map((slug): Term => `former:${slug}`)
    // Past the cache, which a client that tries many slugs must not fill.
    return unionAll([existing(owners), ...(await stored.postings('product', terms))])
  }

  async #withAnyTerm(kind: Kind, terms: readonly Term[]): Promise<PostingList> {
    const sets = await this.#edition.postings(kind, terms)
    if (sets.length > 1) await yieldByCost(sets.reduce((sum, { size }) => sum + size, 0))
    return unionAll(sets)
  }
}

/** What a clause matches. */
type Matches = Pick<SharedValue<PostingList>, 'get'>

function onlyValue(value: Promise<PostingList>): Matches {
  return { get: () => value }
}

/** Costs as much as there are options, not as all pairs of a group and a code. */
async function existingOptions(edition: IndexedEdition, { codes, groups }: OptionsOfGroups): Promise<Term[]> {
  const requested = { codes: new Set(codes), groups: new Set(groups) }
  const schema = await facetSchema(edition)
  return schema.groups
    .filter((group) => requested.groups.has(group.code))
    .flatMap((group) => group.options.filter((option) => requested.codes.has(option.code)))
    .map(({ ordinal }) => schema.values[ordinal]!.term)
}

/** The terms of the values in any of these ranges. None for an attribute that no product has. */
async function termsInRanges(edition: IndexedEdition, ranges: readonly AttributeRange[]): Promise<Term[]> {
  const { attributes } = await facetSchema(edition)
  const terms = ranges.flatMap((range) =>
    attributes
      .filter(({ code, scale }) => code === range.code && comparesWith(scale, range.scale))
      .flatMap(({ code, scale }) => attributeTermsWithin(code, scale, range.min, range.max)),
  )
  return [...new Set(terms)]
}

/** The products of these variants. */
export async function joinProducts(edition: IndexedEdition, variants: PostingList): Promise<PostingList> {
  if (variants.size === 0) return NO_POSTINGS
  return await runYielding((await productJoin(edition)).productsOf(variants))
}

/** Joins variants to their products. */
export function productJoin(edition: IndexedEdition): Promise<ProductJoin> {
  const build = async () => runYielding(ProductJoin.build(await edition.stored.productOfVariant()))
  return edition.cached('product join', build)
}

/** Prices are compared if at most one variant in this many is left. A comparison takes 20 ns. */
const MIN_VARIANTS_PER_CANDIDATE = 64

function isPriceClause(clause: Clause): clause is PriceClause {
  return 'price' in clause
}

/** Whether a clause may leave few variants. Most variants are in stock. */
function isSelective(clause: Clause): boolean {
  return clause !== STOCK_CLAUSE.clause
}

function intersectAny([first, ...others]: readonly PostingList[]): PostingList | undefined {
  return first && intersect(first, ...others)
}

function existing(positions: readonly (number | undefined)[]): PostingList {
  return toPostingList(positions.filter((position) => position !== undefined))
}
