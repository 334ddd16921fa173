import type { Scale } from '@vitrine/catalog/attribute'
import type { LabelEntry, LabelTexts } from '@vitrine/catalog/label-entry'
import type { LabelKind } from '@vitrine/catalog/label-kind'
import type { Uuid } from '@vitrine/catalog/uuid'
import { fold } from '@vitrine/catalog/words'
import { yieldByCost } from '@vitrine/runtime/event-loop'
import type { Edition } from '../../edition/edition.ts'
import type { FacetValue } from '../../edition/rows.ts'
import type { Kind } from '../../edition/term.ts'
import { memoryBytes, NO_POSTINGS, type PostingList } from '../../index/posting-list.ts'
import { BYTES_PER_POSITION } from '../../index/steps.ts'
import type { Memory } from '../bounded-cache.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import type { CountedLabel } from '../query.ts'

/** A facet dimension: labels, categories with all below them, option groups, options of any group, or attributes. */
export type FacetDimension = 'label' | 'within' | 'group' | 'option' | 'attribute'

/** A label, a category, an option group or an option. */
export interface NamedValue {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  /** Its index among all values of the edition. */
  readonly ordinal: number
}

export interface NamedLabel extends NamedValue {
  readonly kind?: LabelKind
  /** The code of the label above it. */
  readonly parent?: string
  /** The ordinal of the category with all below it, if that has more products than the label alone. */
  readonly within?: number
  readonly texts?: LabelTexts
}

export interface FacetOptionGroup extends NamedValue {
  readonly options: readonly (NamedValue & { readonly color?: string })[]
}

/** An attribute whose values compare. */
export interface AttributeValue {
  readonly code: string
  readonly name: string
  readonly scale: Scale
  readonly ordinal: number
}

/**
 * The values of all facets of an edition. Labels, groups, attributes and the options of a group are sorted by name.
 * `labels` have the names that the operator gives them, and `values` those of products.
 */
export interface FacetSchema {
  /** By ordinal. */
  readonly values: readonly FacetValue[]
  readonly labels: readonly NamedLabel[]
  readonly groups: readonly FacetOptionGroup[]
  readonly attributes: readonly AttributeValue[]
  /** Approximate memory, in bytes. */
  readonly bytes: number
}

/** Approximate memory of a value, with its postings in a small edition, in bytes. */
const VALUE_BYTES = 500

/** The values of all facets of an edition. */
export function facetSchema(edition: IndexedEdition): Promise<FacetSchema> {
  return edition.cached('facet schema', () => readFacetSchema(edition.stored))
}

async function readFacetSchema(edition: Edition): Promise<FacetSchema> {
  const [values, entries] = await Promise.all([edition.facetValues(), edition.labelEntries()])
  const said = new Map(entries.map(({ code, ...entry }) => [code, entry]))
  const labels = new Map<string, NamedLabel>()
  const attributes: AttributeValue[] = []
  const groups = new Map<string, NamedValue & { options: (NamedValue & { color?: string })[] }>()
  // Values are sorted by term, so that groups come before options, and labels before categories.
  for (const [ordinal, { term, id: ownId, name, kind, parent, color }] of values.entries()) {
    const id = ownId!
    const [field, first, second] = term.split(':') as [string, string, string?]
    if (field === 'attribute') attributes.push({ code: first, name, scale: second as Scale, ordinal })
    else if (field === 'label')
      labels.set(
        first,
        labelOf({ id, name, code: first, ordinal, ...(kind && { kind }), ...(parent && { parent }) }, said),
      )
    else if (field === 'within') labels.set(first, { ...labels.get(first)!, within: ordinal })
    else if (field === 'group') groups.set(first, { id, name, code: first, ordinal, options: [] })
    else groups.get(first)!.options.push({ id, name, code: second!, ordinal, ...(color !== undefined && { color }) })
  }
  const sortedGroups = byName([...groups.values()]).map((group) => ({ ...group, options: byName(group.options) }))
  return {
    values,
    labels: byName([...labels.values()]),
    groups: sortedGroups,
    attributes: byName(attributes),
    bytes: values.length * VALUE_BYTES,
  }
}

/** The label with what the operator says of it. */
function labelOf(label: NamedLabel, said: ReadonlyMap<string, Omit<LabelEntry, 'code'>>): NamedLabel {
  const entry = said.get(label.code)
  if (!entry) return label
  const { name = label.name, ...texts } = entry
  return { ...label, name, texts }
}

/** The number of products of a label, and below it if it is a category. */
export function productsOfLabel({ values }: FacetSchema, { ordinal, within = ordinal }: NamedLabel): number {
  return values[within]!.productCount
}

/** What tells of a label to which list its number of products leads; nothing of a label without a kind. */
export function listOfLabel({ kind }: NamedLabel): Pick<CountedLabel, 'kind' | 'parameter'> {
  if (kind === undefined) return {}
  return kind === 'category' ? { kind, parameter: 'within' } : { kind }
}

/** Sorts by folded name and then by code, in UTF-8, as all sort orders by name do. */
function byName<Value extends { readonly name: string; readonly code: string }>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, name: Buffer.from(fold(value.name)), code: Buffer.from(value.code) }))
    .sort((a, b) => Buffer.compare(a.name, b.name) || Buffer.compare(a.code, b.code))
    .map(({ value }) => value)
}

/** The posting list of each value of a dimension, by ordinal; empty lists for the values of other dimensions. */
export type FacetPostings = readonly PostingList[]

/** Approximate memory of a posting list apart from its positions, in bytes: the objects around an array of numbers. */
const LIST_BYTES = 600

/** The time of reading a list beside that of its bytes, in positions visited. */
const LIST_COST = 64

/** The products, or variants, with each value of a dimension. */
export function facetPostings(
  edition: IndexedEdition,
  dimension: FacetDimension,
  kind: Kind = 'product',
): Promise<FacetPostings> {
  const read = async () => readFacetPostings(edition.stored, await facetSchema(edition), kind, dimension)
  return edition.cached(`facet postings ${kind} ${dimension}`, read, facetPostingsMemory)
}

function facetPostingsMemory(postings: FacetPostings): Memory {
  return { bytes: postings.reduce((sum, list) => sum + (list.size === 0 ? 8 : LIST_BYTES + memoryBytes(list)), 0) }
}

export async function readFacetPostings(
  edition: Edition,
  { values, groups }: FacetSchema,
  kind: Kind,
  dimension: FacetDimension,
): Promise<FacetPostings> {
  // A small edition has its lists of products in the schema.
  if (kind === 'product' && values.every(({ postings }) => postings))
    return values.map(({ term, postings }) => (term.startsWith(`${dimension}:`) ? postings! : NO_POSTINGS))
  const lists = new Array<PostingList>(values.length).fill(NO_POSTINGS)
  if (!values.some(({ term }) => term.startsWith(`${dimension}:`))) return lists
  const ordinals = new Map(values.map(({ term }, ordinal) => [term, ordinal]))
  // Options are read by group. The prefix `option` alone would also read a list for each option in any group.
  const prefixes = dimension === 'option' ? groups.map(({ code }) => `option:${code}`) : [dimension]
  for (const prefix of prefixes)
    for await (const batch of edition.scanPostings(kind, prefix)) {
      for (const { term, postings } of batch) {
        const ordinal = ordinals.get(term)
        if (ordinal !== undefined) lists[ordinal] = postings
      }
      const bytes = batch.reduce((sum, { postings }) => sum + memoryBytes(postings), 0)
      await yieldByCost(batch.length * LIST_COST + bytes / BYTES_PER_POSITION)
    }
  return lists
}
