import type { Uuid } from '../uuid.ts'
import { formatValue, NAME_LIMIT, type ObjectReader } from './fields.ts'
import { SLUG_LIMIT, shortSlug } from './identifiers.ts'
import { childPath, type JsonPath } from './json-path.ts'
import type { ReadContext } from './read-context.ts'

export function readNamedItem(fields: ObjectReader, right: string): NamedItem {
  const id = fields.id()
  return { path: fields.path, id, name: fields.requiredLine('name', right, NAME_LIMIT), code: readCode(fields) }
}

/** A label, an option group or an option as the file has it. */
export interface NamedItem {
  readonly path: JsonPath
  readonly id: Uuid | undefined
  /** '' after a problem. */
  readonly name: string
  /** '' after a problem. */
  readonly code: string | undefined
}

/** A named item whose code is from the file, or made from its name. */
export interface CodedItem extends NamedItem {
  /** '' after a problem. */
  readonly code: string
}

/** The code in lower case, since filters compare codes exactly; '' after a problem. */
export function readCode(fields: ObjectReader): string | undefined {
  const text = fields.text('code')
  if (text === undefined) return fields.has('code') ? '' : undefined
  if (text.length > SLUG_LIMIT || !CODE.test(text)) {
    fields.problem('code', `is ${formatValue(text)}`, rightCode(text))
    return ''
  }
  const code = text.toLowerCase()
  if (code !== text) fields.diagnostics.warn(fields.at('code'), `${formatValue(text)} is read as ${formatValue(code)}`)
  return code
}

/** No colon, since a filter may be `group:option`. */
export const CODE = /^[^\s:\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+$/

function rightCode(text: string): string {
  const right = `a code of at most ${SLUG_LIMIT} characters, without white space or colons`
  const example = shortSlug(text.slice(0, NAME_LIMIT))
  return example === '' ? right : `${right}, such as ${formatValue(example)}`
}

/** Makes codes for the items of a list that have none. */
export function withCodes<Item extends NamedItem>(
  items: readonly Item[],
  scope: string,
  context: ReadContext,
): readonly (Item & CodedItem)[] {
  if (items.every((item) => hasCode(item))) return items
  const names = new Map<string, string>()
  for (const { name, code } of items) if (code) names.set(code, name)
  return items.map((item) => ({ ...item, code: codeOf(item, scope, (code) => names.get(code), context) }))
}

function hasCode<Item extends NamedItem>(item: Item): item is Item & CodedItem {
  return item.code !== undefined
}

/**
 * The code of an item, made from its name if it has none. `nameWithCode` gives the name that has a code in the same
 * list: only an item with the same name may share that code. `scope` as in `UniqueCodes`.
 */
export function codeOf(
  { path, name, code }: NamedItem,
  scope: string,
  nameWithCode: (code: string) => string | undefined,
  context: ReadContext,
): string {
  if (code !== undefined || name === '') return code ?? ''
  const made = context.codes.make(scope, name, (candidate) => (nameWithCode(candidate) ?? name) !== name)
  if (made === '') {
    const wrong = 'is missing and cannot be made from the name, which has neither letters nor digits'
    context.diagnostics.problem(childPath(path, 'code'), wrong, 'a code such as "new-arrivals"')
  }
  return made
}
