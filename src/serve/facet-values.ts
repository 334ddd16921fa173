import type { Uuid } from '../catalog/uuid.ts'
import { fold } from '../catalog/words.ts'
import type { Edition, FacetValue } from '../edition/edition.ts'

/** A label, an option or an option group, with its number among the values of the edition. */
export interface NamedOrdinal {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly ordinal: number
}

export interface FacetOptionGroup extends NamedOrdinal {
  readonly options: readonly NamedOrdinal[]
}

/** All that products of an edition can be chosen by. Labels, groups, and the options of a group are sorted by name. */
export interface FacetValues {
  /** By number. */
  readonly all: readonly FacetValue[]
  readonly labels: readonly NamedOrdinal[]
  readonly groups: readonly FacetOptionGroup[]
}

/** The values of an edition, read once. */
export function facetValuesOf(edition: Edition): Promise<FacetValues> {
  const read = async () => gathered(await edition.facetValues())
  return edition.memoize('values', read, ({ all }) => all.length * VALUE_BYTES)
}

/** Memory that a value takes, about, its positions in a small edition included. */
const VALUE_BYTES = 500

function gathered(all: readonly FacetValue[]): FacetValues {
  const labels: NamedOrdinal[] = []
  const groups = new Map<string, NamedOrdinal & { options: NamedOrdinal[] }>()
  // Groups come before options: their terms do.
  for (const [ordinal, { term, id, name }] of all.entries()) {
    const [field, first, second] = term.split(':') as [string, string, string?]
    if (field === 'label') labels.push({ id, name, code: first, ordinal })
    else if (field === 'group') groups.set(first, { id, name, code: first, ordinal, options: [] })
    else groups.get(first)!.options.push({ id, name, code: second!, ordinal })
  }
  const sorted = byName([...groups.values()]).map((group) => ({ ...group, options: byName(group.options) }))
  return { all, labels: byName(labels), groups: sorted }
}

/** Folded, and by code point, which is how UTF-8 compares: as everything is sorted by name. */
function byName<Item extends NamedOrdinal>(values: readonly Item[]): Item[] {
  return values
    .map((value) => ({ value, name: Buffer.from(fold(value.name)), code: Buffer.from(value.code) }))
    .sort((a, b) => Buffer.compare(a.name, b.name) || Buffer.compare(a.code, b.code))
    .map(({ value }) => value)
}
