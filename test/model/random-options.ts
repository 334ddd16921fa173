import type { Option, OptionGroup, ProductLabel } from '@vitrine/catalog/product'
import type { Uuid } from '@vitrine/catalog/uuid'
import type { RandomProduct, RandomVariant } from './random-product.ts'
import { type CodedGroup, type CodedName, GROUPS } from './vocabulary.ts'

/** Derives the id of a natural key in the store. */
export type DeriveId = (...naturalKey: string[]) => Uuid

/** An option of a variant, with its group. */
export interface ChosenOption {
  readonly group: CodedGroup
  readonly option: Option
}

/** A property as the catalog file has it, and as the service must understand it. */
interface Written<Expected> {
  readonly line: unknown
  readonly expected: Expected
}

/** The number of each label chooses its parent among the labels before it; a greater number means none. */
export function writtenLabels(
  { labels, labelParents, labelKinds, terse }: Pick<RandomProduct, 'labels' | 'labelParents' | 'labelKinds' | 'terse'>,
  deriveId: DeriveId,
): Written<ProductLabel[]> {
  const parentOf = (index: number) => {
    const parent = labels.slice(0, index)[labelParents[index] ?? index]
    return parent && { parent: parent.code }
  }
  const kindOf = (index: number) => labelKinds[index] && { kind: labelKinds[index] }
  const expected = labels.map((label, index) => ({
    ...withId(label, deriveId('label', label.code)),
    ...parentOf(index),
    ...kindOf(index),
  }))
  const parentCodes = new Set(labels.map((_, index) => parentOf(index)?.parent))
  const shortened = (label: CodedName, index: number) => {
    // The name of another label may be the code of this one: a parent is named by a code that is stated. What has a
    // parent is another category than one of this name with another parent, unless they state the same code.
    if (parentCodes.has(label.code) || parentOf(index)) return { ...label, ...parentOf(index), ...kindOf(index) }
    const inTree = { ...parentOf(index), ...kindOf(index) }
    return Object.keys(inTree).length > 0 ? { ...coded(label), ...inTree } : shortest(label)
  }
  const line = terse ? labels.map(shortened) : expected
  return { line: terse && labels.length === 0 ? undefined : line, expected }
}

/** Groups that the file states. Its variants may have their options or not. */
export function statedGroups(
  groups: readonly CodedGroup[],
  terse: boolean,
  deriveId: DeriveId,
): Written<OptionGroup[]> {
  const expected = groups.map((group) => ({
    ...withId(group, deriveId('group', group.code)),
    options: group.options.map((option) => optionOf(group, option, deriveId)),
  }))
  const line = groups.map((group) => ({ ...coded(group), options: group.options.map(coded) }))
  return { line: terse ? line : expected, expected }
}

/** Groups that the service infers from the options of the variants, in the order of the file. */
export function inferredGroups(draft: RandomProduct, deriveId: DeriveId): Written<OptionGroup[]> {
  const groups: { code: string; options: Option[] }[] = []
  for (const { group, option } of draft.variants.flatMap((variant) => chosenOptions(draft, variant, deriveId))) {
    const existing = groups.find(({ code }) => code === group.code)
    if (!existing) groups.push({ code: group.code, options: [option] })
    else if (existing.options.every(({ code }) => code !== option.code)) existing.options.push(option)
  }
  const expected = groups.map(({ code, options }) => ({ id: deriveId('group', code), name: code, code, options }))
  return { line: undefined, expected }
}

/** The options of a variant. */
export function chosenOptions(
  { groups, notation }: RandomProduct,
  { choices }: RandomVariant,
  deriveId: DeriveId,
): ChosenOption[] {
  return (groups ?? GROUPS).flatMap((group) => {
    const choice = choices[GROUPS.findIndex(({ code }) => code === group.code)]!
    const option = group.options[choice % (group.options.length + 1)]
    if (!option) return []
    if (groups) return [{ group, option: optionOf(group, option, deriveId) }]
    const { name, code } = option
    return [
      { group, option: { id: deriveId('option', group.code, code), name: notation === 'map' ? code : name, code } },
    ]
  })
}

function optionOf(group: CodedGroup, option: CodedName, deriveId: DeriveId): Option {
  return withId(option, deriveId('option', group.code, option.code))
}

function withId({ id, name, code }: CodedName, derived: Uuid): Option {
  return { id: (id as Uuid) ?? derived, name, code }
}

/** A label as its name alone, if the code and the id follow from the name. */
function shortest(label: CodedName): unknown {
  return label.id === undefined && label.name.toLowerCase() === label.code ? label.name : coded(label)
}

/** Omits a code that follows from the name. */
function coded({ id, name, code }: CodedName): object {
  return { id, name, code: name.toLowerCase() === code ? undefined : code }
}
