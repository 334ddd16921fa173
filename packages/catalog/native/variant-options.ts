import type { ProductOption, Submitted } from '../product.ts'
import type { Diagnostics } from './diagnostics.ts'
import {
  formatValue,
  isBlank,
  isObject,
  NAME_LIMIT,
  type ObjectReader,
  readLine,
  readObject,
  withTimestamps,
} from './fields.ts'
import { childPath, formatPath, type JsonPath, quote } from './json-path.ts'
import { readCode } from './named-items.ts'
import type { GroupInput, OptionGroups, OptionInput } from './option-groups.ts'

/** The options of a variant: a list of objects, or an object of groups and options. */
export function readVariantOptions(variant: ObjectReader, groups: OptionGroups): Submitted<ProductOption>[] {
  const value = variant.value('productOptions')
  const path = variant.at('productOptions')
  let options: VariantOption[] = []
  if (Array.isArray(value)) options = [...readList(value, path, groups)]
  else if (isObject(value)) options = [...readMap(value, path, groups)]
  else if (value !== undefined)
    variant.problem('productOptions', `is ${formatValue(value)}`, 'a list or an object of options')
  checkGroups(options, variant.diagnostics)
  return options.map(({ option: { id, name, code }, fields }) =>
    fields ? withTimestamps({ id, name, code }, fields.timestamps(), {}) : { id, name, code },
  )
}

const FIELDS = new Set(['id', 'name', 'code', 'group', 'createdAt', 'updatedAt'])

/** An option of the variant, found among the option groups of the product or added to them. */
interface VariantOption extends OptionInput {
  readonly path: JsonPath
  /** undefined in the form `{ "color": "red" }`. */
  readonly fields?: ObjectReader
}

/** Options as the API serves them, or by code or name, each with or without its group. */
function* readList(values: readonly unknown[], listPath: JsonPath, groups: OptionGroups): Generator<VariantOption> {
  const right = 'an option: an object with an id or a code'
  for (const [index, value] of values.entries()) {
    const path = childPath(listPath, index)
    const fields = readObject(value, path, groups.diagnostics, FIELDS, right)
    const option = fields && readOption(fields, groups)
    if (fields && option) yield { ...option, path, fields }
  }
}

function readOption(fields: ObjectReader, groups: OptionGroups): OptionInput | undefined {
  // Nearly every option of an export has the canonical id of an option of the product.
  const listed = groups.withId(fields.value('id'))
  if (listed) return listed
  const id = fields.id()
  if (id === undefined && fields.has('id')) return undefined
  const existing = id && groups.withId(id)
  if (existing) return existing
  const groupName = fields.optionalLine('group', NAME_LIMIT)
  if (id !== undefined && (groups.areListed || groupName === undefined)) {
    const right = groups.areListed ? 'the id of one of its options' : LISTED_OR_WITH_GROUP
    fields.problem('id', `is ${formatValue(id)}, which ${IN_NO_GROUP}`, right)
    return undefined
  }
  const code = readCode(fields)
  const name = fields.optionalLine('name', NAME_LIMIT)
  if (code === '') return undefined
  const key = code ?? name
  if (key === undefined) {
    fields.diagnostics.problem(fields.path, 'has no id, no code and no name', 'an option with one of them')
    return undefined
  }
  if (groupName === undefined) return onlyOption(key, fields, groups)
  const group = groups.group(groupName, fields.at('group'))
  return group && groups.option(group, { path: fields.path, id, code, name: name ?? key })
}

const IN_NO_GROUP = 'is in no option group of the product'
const LISTED_OR_WITH_GROUP = 'an option of optionGroups, or one that names its group in a field "group"'

/** The only option with this code or name in any group. */
function onlyOption(key: string, fields: ObjectReader, groups: OptionGroups): OptionInput | undefined {
  const options = groups.withName(key)
  if (options.length === 1) return options[0]
  const codes = options.map(({ group }) => group.code).join(', ')
  const fault = options.length === 0 ? IN_NO_GROUP : `is in several groups: ${codes}`
  fields.diagnostics.problem(fields.path, `is ${formatValue(key)}, which ${fault}`, LISTED_OR_WITH_GROUP)
  return undefined
}

/** Options in the form `{ "<group>": "<option>" }`, each by code or name. */
function* readMap(values: object, mapPath: JsonPath, groups: OptionGroups): Generator<VariantOption> {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) continue
    const path = childPath(mapPath, key)
    const option = readPair(key, value, path, groups)
    if (option) yield { ...option, path }
  }
}

function readPair(key: string, value: unknown, path: JsonPath, groups: OptionGroups): OptionInput | undefined {
  const { diagnostics } = groups
  if (isBlank(key)) diagnostics.problem(path, 'has a blank name', 'the code or the name of an option group')
  else if (typeof value !== 'string' || isBlank(value)) {
    diagnostics.problem(path, `is ${formatValue(value)}`, 'the code or the name of an option, such as "red"')
  } else {
    const groupName = readLine(key, path, diagnostics, NAME_LIMIT)
    const name = groupName === undefined ? undefined : readLine(value, path, diagnostics, NAME_LIMIT)
    if (groupName === undefined || name === undefined) return undefined
    const group = groups.group(groupName, path)
    return group && groups.option(group, { path, id: undefined, name, code: undefined })
  }
  return undefined
}

function checkGroups(options: readonly VariantOption[], diagnostics: Diagnostics): void {
  if (options.length < 2) return
  const paths = new Map<GroupInput, JsonPath>()
  for (const { path, group } of options) {
    const other = paths.get(group)
    if (!other) paths.set(group, path)
    else {
      const wrong = `is in the group ${quote(group.code)}, as is ${formatPath(other)}`
      diagnostics.problem(path, wrong, 'one option of each group')
    }
  }
}
