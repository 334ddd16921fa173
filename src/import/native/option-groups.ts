import type { Option, OptionGroup } from '../../catalog/product.ts'
import { slugify } from '../../catalog/slug.ts'
import type { Uuid } from '../../catalog/uuid.ts'
import { type ObjectReader, readObject } from '../fields.ts'
import { childPath, type JsonPath } from '../json-path.ts'
import { ByName } from './by-name.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { type Coded, codeOf, type Named, readNamed, withCodes } from './named-items.ts'
import type { ReadContext } from './read-context.ts'

const KNOWN_GROUP = new Set(['id', 'name', 'code', 'options'])
const KNOWN_OPTION = new Set(['id', 'name', 'code'])

/** An option group of the product that is being read; its options may become more. */
export interface ReadGroup {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly options: ByName<Option>
  readonly optionCodes: DuplicateCheck
}

/** An option, in its group. */
export interface ReadOption {
  readonly group: ReadGroup
  readonly option: Option
}

/** The option groups of one product: those that it gives, then those that its variants name besides. */
export class OptionGroups {
  /** Whether the product gives any itself. */
  readonly given: boolean
  readonly #intake: ReadContext
  readonly #groups = new ByName<ReadGroup>()
  readonly #choices = new Map<Uuid, ReadOption>()
  readonly #groupCodes = new DuplicateCheck('code')
  readonly #groupIds = new DuplicateCheck('id')
  readonly #optionIds = new DuplicateCheck('id')

  constructor(product: ObjectReader, intake: ReadContext) {
    this.given = product.has('optionGroups')
    this.#intake = intake
    this.#read(product)
  }

  all(): OptionGroup[] {
    return this.#groups.items.map(({ id, name, code, options }) => ({ id, name, code, options: options.items }))
  }

  /** The option of this id in its canonical form. */
  withId(id: unknown): ReadOption | undefined {
    return this.#choices.get(id as Uuid)
  }

  /** The options of this code or name, of any group. */
  withName(key: string): ReadOption[] {
    const choices: ReadOption[] = []
    for (const group of this.#groups.items) {
      const option = group.options.find(key)
      if (option) choices.push({ group, option })
    }
    return choices
  }

  /** The group of this code or name; a new one if there is none. undefined, and a problem, if there cannot be. */
  group(key: string, place: JsonPath): ReadGroup | undefined {
    const known = this.#groups.find(key) ?? this.#groups.withCode(slugify(key))
    if (known) return known
    const named = { place, id: undefined, name: key, code: undefined }
    const code = codeOf(named, 'groups', (other) => this.#groups.withCode(other)?.name, this.#intake)
    return this.#addGroup({ ...named, code })
  }

  /** Adds an option that a variant names to a group. undefined, and a problem, if its code or its id is another's. */
  add(group: ReadGroup, named: Named): ReadOption | undefined {
    const code = codeOf(named, scopeOf(group.code), (other) => group.options.withCode(other)?.name, this.#intake)
    return this.#addOption(group, { ...named, code })
  }

  #read(product: ObjectReader): void {
    const place = product.at('optionGroups')
    const lists = new Map<JsonPath, ObjectReader>()
    const named: Named[] = []
    for (const [index, value] of product.list('optionGroups', 'a list of option groups').entries()) {
      const right = 'an option group: an object with a name and options'
      const fields = readObject(value, childPath(place, index), this.#intake.findings, KNOWN_GROUP, right)
      if (!fields) continue
      lists.set(fields.place, fields)
      named.push(readNamed(fields, 'the name of the option group'))
    }
    for (const coded of withCodes(named, 'groups', this.#intake)) {
      const group = this.#addGroup(coded)
      if (group) this.#readOptions(lists.get(coded.place)!, group)
    }
  }

  #readOptions(fields: ObjectReader, group: ReadGroup): void {
    const place = fields.at('options')
    const named: Named[] = []
    for (const [index, value] of fields.list('options', 'a list of options').entries()) {
      const right = 'an option: an object with a name'
      const option = readObject(value, childPath(place, index), this.#intake.findings, KNOWN_OPTION, right)
      if (option) named.push(readNamed(option, 'the name of the option'))
    }
    for (const coded of withCodes(named, scopeOf(group.code), this.#intake)) this.#addOption(group, coded)
  }

  #addGroup({ place, id: given, name, code }: Coded): ReadGroup | undefined {
    const { ids, findings } = this.#intake
    const id = given ?? ids.cached('group', code)
    if (!this.#groupCodes.claim(code, place, findings)) return undefined
    // Without a code the derived id stands for nothing.
    if ((given !== undefined || code !== '') && !this.#groupIds.claim(id, place, findings)) return undefined
    const group = { id, name, code, options: new ByName<Option>(), optionCodes: new DuplicateCheck('code') }
    this.#groups.add(group)
    return group
  }

  #addOption(group: ReadGroup, { place, id: given, name, code }: Coded): ReadOption | undefined {
    const { ids, findings } = this.#intake
    const id = given ?? ids.cached('option', group.code, code)
    if (!group.optionCodes.claim(code, place, findings)) return undefined
    if ((given !== undefined || code !== '') && !this.#optionIds.claim(id, place, findings)) return undefined
    const choice = { group, option: { id, name, code } }
    group.options.add(choice.option)
    this.#choices.set(id, choice)
    return choice
  }
}

function scopeOf(groupCode: string): string {
  return `options\0${groupCode}`
}
