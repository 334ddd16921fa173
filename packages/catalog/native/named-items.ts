import type { CodePath, CodeScope } from '../code-book.ts'
import type { Uuid } from '../uuid.ts'
import { formatValue, NAME_LIMIT, type ObjectReader } from './fields.ts'
import { SLUG_LIMIT, shortSlug } from './identifiers.ts'
import type { JsonPath } from './json-path.ts'
import type { ReadContext } from './read-context.ts'

/** `name` is that of an item that need not say it. */
export function readNamedItem(fields: ObjectReader, right: string, name?: string): NamedItem {
  const id = fields.id()
  const own = name !== undefined && !fields.has('name') ? name : fields.requiredLine('name', right, NAME_LIMIT)
  return { path: fields.path, id, name: own, code: readCode(fields) }
}

/** A label, an option group or an option as the file has it. */
export interface NamedItem {
  readonly path: JsonPath
  readonly id: Uuid | undefined
  /** '' after a problem. */
  readonly name: string
  /** '' after a problem. */
  readonly code: string | undefined
  /** What the code is of, if that is not the name. */
  readonly codePath?: CodePath | undefined
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

/** Makes codes for the items of a list that have none, and notes those that are stated. */
export function withCodes<Item extends NamedItem>(
  items: readonly Item[],
  scope: CodeScope,
  context: ReadContext,
): readonly (Item & CodedItem)[] {
  const names = new Map<string, string>()
  for (const { name, code } of items) if (code) names.set(code, name)
  return items.map((item) => ({ ...item, code: codeOf(item, scope, (code) => names.get(code), context) }))
}

/**
 * The code of an item, made from its path or its name if it has none. `nameWithCode` gives the name that has a code in
 * the same list: only an item with the same name may share that code.
 */
export function codeOf(
  item: NamedItem,
  scope: CodeScope,
  nameWithCode: (code: string) => string | undefined,
  { codes }: ReadContext,
): string {
  const { name, code } = item
  if (code) codes.state(scope, code)
  if (code !== undefined || name === '') return code ?? ''
  return codes.make(scope, pathOf(item), (candidate) => (nameWithCode(candidate) ?? name) !== name)
}

function pathOf({ name, codePath }: NamedItem): CodePath {
  return codePath ?? name
}
