import type { Uuid } from '../catalog/uuid.ts'
import { fold } from '../catalog/words.ts'
import type { Edition, Value } from '../edition/edition.ts'

/** A label, an option or an option group, with its number among the values of the edition. */
export interface Labelled {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly number: number
}

export interface Group extends Labelled {
  readonly options: readonly Labelled[]
}

/** All that products of an edition can be chosen by. Labels, groups, and the options of a group are sorted by name. */
export interface Values {
  /** By number. */
  readonly all: readonly Value[]
  readonly labels: readonly Labelled[]
  readonly groups: readonly Group[]
}

/** The values of an edition, read once. */
export function valuesOf(edition: Edition): Promise<Values> {
  const read = async () => gathered(await edition.values())
  return edition.remembered('values', read, ({ all }) => all.length * VALUE_BYTES)
}

/** Memory that a value takes, about, its positions in a small edition included. */
const VALUE_BYTES = 500

function gathered(all: readonly Value[]): Values {
  const labels: Labelled[] = []
  const groups = new Map<string, Labelled & { options: Labelled[] }>()
  // Groups come before options: their terms do.
  for (const [number, { term, id, name }] of all.entries()) {
    const [field, first, second] = term.split(':') as [string, string, string?]
    if (field === 'label') labels.push({ id, name, code: first, number })
    else if (field === 'group') groups.set(first, { id, name, code: first, number, options: [] })
    else groups.get(first)!.options.push({ id, name, code: second!, number })
  }
  const sorted = byName([...groups.values()]).map((group) => ({ ...group, options: byName(group.options) }))
  return { all, labels: byName(labels), groups: sorted }
}

/** Folded, and by code point, which is how UTF-8 compares: as everything is sorted by name. */
function byName<Item extends Labelled>(values: readonly Item[]): Item[] {
  return values
    .map((value) => ({ value, name: Buffer.from(fold(value.name)), code: Buffer.from(value.code) }))
    .sort((a, b) => Buffer.compare(a.name, b.name) || Buffer.compare(a.code, b.code))
    .map(({ value }) => value)
}
