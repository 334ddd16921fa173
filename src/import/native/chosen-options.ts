import type { ProductOption, Submitted } from '../../catalog/product.ts'
import type { Uuid } from '../../catalog/uuid.ts'
import { isBlank, isObject, NAME_LIMIT, type ObjectReader, readObject, readText, shown, stamped } from '../fields.ts'
import { childPath, formatPath, type JsonPath, quote } from '../json-path.ts'
import { readCode } from './named-items.ts'
import type { OptionGroups, ReadGroup, ReadOption } from './option-groups.ts'
import type { ReadContext } from './read-context.ts'

const KNOWN = new Set(['id', 'name', 'code', 'group', 'createdAt', 'updatedAt'])

/** The options of a variant, each found among the product's option groups, or added to them if it names its group. */
export function readChosenOptions(
  variant: ObjectReader,
  groups: OptionGroups,
  intake: ReadContext,
): Submitted<ProductOption>[] {
  const value = variant.value('productOptions')
  const place = variant.at('productOptions')
  const chosen: ChosenOption[] = []
  if (Array.isArray(value)) readList(value, place, groups, intake, chosen)
  else if (isObject(value)) readMap(value, place, groups, intake, chosen)
  else if (value !== undefined)
    variant.problem('productOptions', `is ${shown(value)}`, 'a list or an object of options')
  checkGroups(chosen, intake)
  return chosen.map(({ choice, fields }) => {
    const { id, name, code } = choice.option
    return fields ? stamped({ id, name, code }, fields.stamps(), {}) : { id, name, code }
  })
}

interface ChosenOption {
  readonly place: JsonPath
  readonly choice: ReadOption
  readonly fields?: ObjectReader
}

/** Options as the read API serves them, or by code, each in its group if that is named. */
function readList(
  values: readonly unknown[],
  place: JsonPath,
  groups: OptionGroups,
  intake: ReadContext,
  chosen: ChosenOption[],
): void {
  const right = 'an option: an object with an id or a code'
  for (const [index, value] of values.entries()) {
    const fields = readObject(value, childPath(place, index), intake.findings, KNOWN, right)
    const choice = fields && readChoice(fields, groups)
    if (choice) chosen.push({ place: fields.place, choice, fields })
  }
}

function readChoice(fields: ObjectReader, groups: OptionGroups): ReadOption | undefined {
  // Nearly every option of an export: what the product lists has an id of the right form, which need not be looked at.
  const listed = groups.withId(fields.value('id'))
  if (listed) return listed
  const id = fields.id()
  if (id === undefined && fields.has('id')) return undefined
  const known = id && groups.withId(id)
  if (known) return known
  const groupName = fields.textIfAny('group', NAME_LIMIT)
  if (id !== undefined && (groups.given || groupName === undefined)) {
    fields.problem(
      'id',
      `is ${shown(id)}, which ${IN_NO_GROUP}`,
      groups.given ? 'the id of one of them' : NAMING_ITS_GROUP,
    )
    return undefined
  }
  const code = readCode(fields)
  const name = fields.textIfAny('name', NAME_LIMIT)
  if (code === '') return undefined
  if (code === undefined && name === undefined) {
    fields.findings.problem(fields.place, 'has no id, no code and no name', 'an option with one of them')
    return undefined
  }
  const words: Words = { id, code, name: (name ?? code)! }
  if (groupName === undefined) return onlyChoice(fields, words, groups)
  const group = groups.group(groupName, fields.at('group'))
  return group && choiceIn(group, fields, words, groups)
}

const IN_NO_GROUP = "is not an option of any of the product's option groups"
const NAMING_ITS_GROUP = 'an option that names its group in a field "group", or is one of optionGroups'

/** What a variant says of an option. */
interface Words {
  readonly id: Uuid | undefined
  readonly code: string | undefined
  readonly name: string
}

/** The one option of that code, whatever its group. */
function onlyChoice(fields: ObjectReader, { code, name }: Words, groups: OptionGroups): ReadOption | undefined {
  const choices = groups.withName(code ?? name)
  if (choices.length === 1) return choices[0]
  const key = shown(code ?? name)
  if (choices.length === 0) fields.findings.problem(fields.place, `is ${key}, which ${IN_NO_GROUP}`, NAMING_ITS_GROUP)
  else {
    const codes = choices.map(({ group }) => group.code).join(', ')
    fields.findings.problem(fields.place, `is ${key}, which is in several groups: ${codes}`, NAMING_ITS_GROUP)
  }
  return undefined
}

function choiceIn(group: ReadGroup, fields: ObjectReader, words: Words, groups: OptionGroups): ReadOption | undefined {
  const option = (words.code && group.options.find(words.code)) || group.options.find(words.name)
  if (!option) return groups.add(group, { place: fields.place, ...words })
  if (words.id === undefined || words.id === option.id) return { group, option }
  const wrong = `is ${shown(words.id)}, but ${quote(option.name)} of this group has the id ${quote(option.id)}`
  fields.problem('id', wrong, 'one id for each option')
  return undefined
}

/** `{ "<group>": "<option>" }`, each by code or name. */
function readMap(
  values: Readonly<Record<string, unknown>>,
  above: JsonPath,
  groups: OptionGroups,
  { findings }: ReadContext,
  chosen: ChosenOption[],
): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) continue
    const place = childPath(above, key)
    if (isBlank(key)) findings.problem(place, 'has a blank name', 'the code or the name of an option group')
    else if (typeof value !== 'string' || isBlank(value)) {
      findings.problem(place, `is ${shown(value)}`, 'the code or the name of an option, such as "red"')
    } else {
      const choice = readPair(key, value, place, groups, findings)
      if (choice) chosen.push({ place, choice })
    }
  }
}

function readPair(
  key: string,
  value: string,
  place: JsonPath,
  groups: OptionGroups,
  findings: ReadContext['findings'],
): ReadOption | undefined {
  if (readText(key, place, findings, NAME_LIMIT) === undefined) return undefined
  const name = readText(value, place, findings, NAME_LIMIT)
  const group = name === undefined ? undefined : groups.group(key, place)
  if (!group || name === undefined) return undefined
  const option = group.options.find(name)
  return option ? { group, option } : groups.add(group, { place, id: undefined, name, code: undefined })
}

function checkGroups(chosen: readonly ChosenOption[], { findings }: ReadContext): void {
  if (chosen.length < 2) return
  const places = new Map<ReadGroup, JsonPath>()
  for (const { place, choice } of chosen) {
    const other = places.get(choice.group)
    if (!other) places.set(choice.group, place)
    else {
      const wrong = `is of the group ${quote(choice.group.code)}, as is ${formatPath(other)}`
      findings.problem(place, wrong, 'one option of each group')
    }
  }
}
