import type { Uuid } from '../../catalog/uuid.ts'
import { fold } from '../../catalog/words.ts'
import type { Edition, FacetValue } from '../../edition/edition.ts'

/** A facet dimension: labels, option groups, or options of any group. */
export type FacetDimension = 'label' | 'group' | 'option'

/** A label, an option group or an option. */
export interface NamedValue {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  /** Its index among all values of the edition. */
  readonly ordinal: number
}

export interface OptionGroup extends NamedValue {
  readonly options: readonly NamedValue[]
}

/** The values of all facets of an edition. Labels, groups, and the options of a group are sorted by name. */
export interface FacetSchema {
  /** By ordinal. */
  readonly values: readonly FacetValue[]
  readonly labels: readonly NamedValue[]
  readonly groups: readonly OptionGroup[]
  /** Memory, in bytes, about. */
  readonly bytes: number
}

/** Memory of a value, about, with its postings in a small edition. */
const VALUE_BYTES = 500

export async function readFacetSchema(edition: Edition): Promise<FacetSchema> {
  const values = await edition.facetValues()
  const labels: NamedValue[] = []
  const groups = new Map<string, NamedValue & { options: NamedValue[] }>()
  // Values are sorted by term, so that groups come before options.
  for (const [ordinal, { term, id, name }] of values.entries()) {
    const [field, first, second] = term.split(':') as [string, string, string?]
    if (field === 'label') labels.push({ id, name, code: first, ordinal })
    else if (field === 'group') groups.set(first, { id, name, code: first, ordinal, options: [] })
    else groups.get(first)!.options.push({ id, name, code: second!, ordinal })
  }
  const sortedGroups = byName([...groups.values()]).map((group) => ({ ...group, options: byName(group.options) }))
  return { values, labels: byName(labels), groups: sortedGroups, bytes: values.length * VALUE_BYTES }
}

/** Sorts by folded name and then by code, in UTF-8, as all sort orders by name do. */
function byName<Value extends NamedValue>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, name: Buffer.from(fold(value.name)), code: Buffer.from(value.code) }))
    .sort((a, b) => Buffer.compare(a.name, b.name) || Buffer.compare(a.code, b.code))
    .map(({ value }) => value)
}
