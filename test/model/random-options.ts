import type { LabelValue, Option, OptionGroup } from '../../src/catalog/product.ts'
import type { Uuid } from '../../src/catalog/uuid.ts'
import { fold } from '../../src/catalog/words.ts'
import type { ProductDraft, VariantDraft } from './draft.ts'
import { type Coded, type CodedGroup, GROUPS } from './vocabulary.ts'

/** The id that a store derives from a natural key. */
export type Ids = (...naturalKey: string[]) => Uuid

/** An option that a variant has, in its group. */
export interface Choice {
  readonly group: CodedGroup
  readonly option: Option
}

interface Written<Meant> {
  readonly line: unknown
  readonly meant: Meant
}

export function labelsOf(labels: readonly Coded[], terse: boolean, ids: Ids): Written<LabelValue[]> {
  const meant = labels.map((label) => withId(label, ids('label', label.code)))
  const line = labels.map((label, index) => (terse ? briefly(label) : meant[index]))
  return { line: terse && labels.length === 0 ? undefined : line, meant }
}

/** Groups that the product gives itself, with options that its variants may have or not. */
export function given(groups: readonly CodedGroup[], terse: boolean, ids: Ids): Written<OptionGroup[]> {
  const meant = groups.map((group) => ({
    ...withId(group, ids('group', group.code)),
    options: group.options.map((option) => optionOf(group, option, ids)),
  }))
  const line = groups.map((group) => ({ ...coded(group), options: group.options.map(coded) }))
  return { line: terse ? line : meant, meant }
}

/** Groups that are gathered from what the variants say, in the order in which they say it. */
export function gathered(draft: ProductDraft, ids: Ids): Written<OptionGroup[]> {
  const groups: { code: string; options: Option[] }[] = []
  for (const { group, option } of draft.variants.flatMap((variant) => chosenIn(draft, variant, ids))) {
    const known = groups.find(({ code }) => code === group.code)
    if (!known) groups.push({ code: group.code, options: [option] })
    else if (known.options.every(({ code }) => code !== option.code)) known.options.push(option)
  }
  const meant = groups.map(({ code, options }) => ({ id: ids('group', code), name: code, code, options }))
  return { line: undefined, meant }
}

/** The options that a variant has. */
export function chosenIn({ groups, notation }: ProductDraft, { choices }: VariantDraft, ids: Ids): Choice[] {
  return (groups ?? GROUPS).flatMap((group) => {
    const choice = choices[GROUPS.findIndex(({ code }) => code === group.code)]!
    const option = group.options[choice % (group.options.length + 1)]
    if (!option) return []
    if (groups) return [{ group, option: optionOf(group, option, ids) }]
    const { name, code } = option
    return [{ group, option: { id: ids('option', group.code, code), name: notation === 'map' ? code : name, code } }]
  })
}

function optionOf(group: CodedGroup, option: Coded, ids: Ids): Option {
  return withId(option, ids('option', group.code, option.code))
}

function withId({ id, name, code }: Coded, derived: Uuid): Option {
  return { id: (id as Uuid) ?? derived, name, code }
}

/** A label by its name alone, where that says it all. */
function briefly(label: Coded): unknown {
  return label.id === undefined && fold(label.name) === label.code ? label.name : coded(label)
}

/** Without a code, where the name makes that very code. */
function coded({ id, name, code }: Coded): object {
  return { id, name, code: fold(name) === code ? undefined : code }
}
