import { type CodeScope, nameKey } from '../code-book.ts'
import type { GroupOption, OptionGroup } from '../product.ts'
import { slugify } from '../slug.ts'
import type { Uuid } from '../uuid.ts'
import type { Diagnostics } from './diagnostics.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { formatValue, type ObjectReader } from './fields.ts'
import { childPath, type JsonPath, quote } from './json-path.ts'
import { type CodedItem, codeOf, type NamedItem, readNamedItem, withCodes } from './named-items.ts'
import type { ReadContext } from './read-context.ts'

/** The option groups of one product: those that it lists, then those that its variants add. */
export class OptionGroups {
  /** Whether the product itself lists option groups. */
  readonly areListed: boolean
  readonly diagnostics: Diagnostics
  readonly #context: ReadContext
  readonly #groups = new NameIndex<GroupInput>()
  readonly #options = new Map<Uuid, OptionInput>()
  readonly #groupCodes: DuplicateCheck
  readonly #groupIds: DuplicateCheck
  readonly #optionIds: DuplicateCheck

  constructor(product: ObjectReader, context: ReadContext) {
    this.areListed = product.has('optionGroups')
    this.diagnostics = context.diagnostics
    this.#context = context
    this.#groupCodes = new DuplicateCheck('code', context.diagnostics)
    this.#groupIds = new DuplicateCheck('id', context.diagnostics)
    this.#optionIds = new DuplicateCheck('id', context.diagnostics)
    this.#readGroups(product)
  }

  all(): OptionGroup[] {
    return this.#groups.items.map(({ id, name, code, options }) => ({ id, name, code, options: options.items }))
  }

  /** The option with this id in canonical form. */
  withId(id: unknown): OptionInput | undefined {
    return this.#options.get(id as Uuid)
  }

  /** The options with this code or name, at most one per group. */
  withName(key: string): OptionInput[] {
    return this.#groups.items.flatMap((group) => {
      const option = group.options.find(key)
      return option ? [{ group, option }] : []
    })
  }

  /** The group with this code or name; added if there is none. undefined after a problem. */
  group(key: string, path: JsonPath): GroupInput | undefined {
    const existing = this.#groups.find(key)
    if (existing) return existing
    const item = { path, id: undefined, name: key, code: undefined }
    const code = codeOf(item, 'group', (other) => this.#groups.withCode(other)?.name, this.#context)
    return this.#addGroup({ ...item, code })
  }

  /** The option of a group with the code or name of the item; added if there is none. undefined after a problem. */
  option(group: GroupInput, item: NamedItem): OptionInput | undefined {
    const option = (item.code && group.options.find(item.code)) || group.options.find(item.name)
    if (option && (item.id === undefined || item.id === option.id)) return { group, option }
    if (option) {
      const wrong = `is ${quote(item.id!)}, but ${quote(option.name)} of this group has the id ${quote(option.id)}`
      this.diagnostics.problem(childPath(item.path, 'id'), wrong, 'one id for each option')
      return undefined
    }
    const code = codeOf(item, scopeOf(group), (other) => group.options.withCode(other)?.name, this.#context)
    return this.#addOption(group, { ...item, code })
  }

  #readGroups(product: ObjectReader): void {
    const readers = new Map<JsonPath, ObjectReader>()
    const items: NamedItem[] = []
    const right = 'an option group: an object with a name and options'
    for (const fields of product.objects('optionGroups', 'a list of option groups', GROUP_FIELDS, right)) {
      readers.set(fields.path, fields)
      items.push(readNamedItem(fields, 'the name of the option group'))
    }
    for (const item of withCodes(items, 'group', this.#context)) {
      const group = this.#addGroup(item)
      if (group) this.#readOptions(readers.get(item.path)!, group)
    }
  }

  #readOptions(fields: ObjectReader, group: GroupInput): void {
    const items: OptionItem[] = []
    for (const option of fields.objects(
      'options',
      'a list of options',
      OPTION_FIELDS,
      'an option: an object with a name',
    ))
      items.push({ ...readNamedItem(option, 'the name of the option'), color: readColor(option) })
    for (const item of withCodes(items, scopeOf(group), this.#context)) this.#addOption(group, item)
  }

  #addGroup({ path, id: ownId, name, code }: CodedItem): GroupInput | undefined {
    const id = ownId ?? this.#context.ids.cached('group', code)
    if (!this.#groupCodes.claim(code, path)) return undefined
    // An id derived from an empty code would mean nothing.
    if ((ownId !== undefined || code !== '') && !this.#groupIds.claim(id, path)) return undefined
    const optionCodes = new DuplicateCheck('code', this.diagnostics)
    const group = { id, name, code, options: new NameIndex<GroupOption>(), optionCodes }
    this.#groups.add(group)
    return group
  }

  #addOption(
    group: GroupInput,
    { path, id: ownId, name, code, color }: OptionItem & CodedItem,
  ): OptionInput | undefined {
    const id = ownId ?? this.#context.ids.cached('option', group.code, code)
    if (!group.optionCodes.claim(code, path)) return undefined
    if ((ownId !== undefined || code !== '') && !this.#optionIds.claim(id, path)) return undefined
    const option = color === undefined ? { id, name, code } : { id, name, code, color }
    group.options.add(option)
    this.#options.set(id, { group, option })
    return { group, option }
  }
}

/** An option as the file has it. */
interface OptionItem extends NamedItem {
  readonly color?: string | undefined
}

/** `#rrggbb` in lower case; undefined if there is none. A wrong one is dropped. */
function readColor(option: ObjectReader): string | undefined {
  const value = option.value('color')
  if (value === undefined) return undefined
  const match = typeof value === 'string' ? /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value.trim()) : null
  if (!match)
    option.drop('color', `is ${formatValue(value)}`, 'a color of three or six hexadecimal digits, such as #1f2a44')
  const digits = match?.[1]?.toLowerCase()
  return digits?.length === 3 ? `#${[...digits].map((digit) => digit + digit).join('')}` : digits && `#${digits}`
}

const GROUP_FIELDS = new Set(['id', 'name', 'code', 'options'])
const OPTION_FIELDS = new Set(['id', 'name', 'code', 'color'])

/** An option group of the current product. Variants may add options to it. */
export interface GroupInput {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly options: NameIndex<GroupOption>
  readonly optionCodes: DuplicateCheck
}

/** An option in its group. */
export interface OptionInput {
  readonly group: GroupInput
  readonly option: GroupOption
}

function scopeOf(group: GroupInput): CodeScope {
  return `option:${group.code}`
}

/** Groups or options in order, found by code or name. */
class NameIndex<T extends { readonly name: string; readonly code: string }> {
  readonly items: T[] = []
  readonly #byCode = new Map<string, T>()
  readonly #byName = new Map<string, T>()
  readonly #byKey = new Map<string, T>()

  /** The first item of a name counts. */
  add(item: T): void {
    const key = nameKey(item.name)
    this.items.push(item)
    this.#byCode.set(item.code, item)
    if (!this.#byName.has(item.name)) this.#byName.set(item.name, item)
    if (!this.#byKey.has(key)) this.#byKey.set(key, item)
  }

  withCode(code: string): T | undefined {
    return this.#byCode.get(code)
  }

  /** The item with this name or this code, or else with one of them in another case. */
  find(text: string): T | undefined {
    const exact = this.#byName.get(text) ?? this.#byCode.get(text)
    if (exact) return exact
    const key = nameKey(text)
    const withCode = this.#byCode.get(key)
    // “Ano” is not the code of “Año”.
    return this.#byKey.get(key) ?? (withCode && slugify(withCode.name) !== key ? withCode : undefined)
  }
}
