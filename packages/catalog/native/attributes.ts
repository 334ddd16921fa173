import { ATTRIBUTE_TYPES, parseDay, scaledNumber } from '../attribute.ts'
import type { Attribute, AttributeType, MarketAttribute } from '../product.ts'
import { formatValue, isBlank, isObject, isText, NAME_LIMIT, ObjectReader } from './fields.ts'
import { SLUG_LIMIT, shortSlug } from './identifiers.ts'
import { childPath } from './json-path.ts'
import { CODE } from './named-items.ts'

/** The attributes of a product or a variant, as an object without `attributes` if there are none. Drops wrong ones. */
export function readAttributes(owner: ObjectReader): { attributes?: readonly Attribute[] } {
  const values = owner.value('attributes')
  if (values === undefined) return {}
  if (!Array.isArray(values) || values.length > MAX_ATTRIBUTES) {
    owner.drop('attributes', Array.isArray(values) ? `has ${values.length}` : `is ${formatValue(values)}`, RIGHT_LIST)
    return {}
  }
  const attributes = new Map<string, Attribute>()
  for (const [index, value] of values.entries()) {
    const path = childPath(owner.at('attributes'), index)
    const attribute = isObject(value)
      ? readAttribute(new ObjectReader(value, path, owner.diagnostics, FIELDS))
      : owner.diagnostics.drop(path, `is ${formatValue(value)}`, 'an attribute: an object with a name and a value')
    if (!attribute) continue
    const { code } = attribute
    if (!attributes.has(code)) attributes.set(code, attribute)
    else owner.diagnostics.drop(path, `has the code ${formatValue(code)} of an earlier one`, 'one attribute of a code')
  }
  return attributes.size === 0 ? {} : { attributes: [...attributes.values()] }
}

/** The most attributes of a product, and of a variant. */
const MAX_ATTRIBUTES = 500
const TEXT_LIMIT = 10_000

const FIELDS = new Set(['code', 'name', 'type', 'unit', 'value'])
const RIGHT_LIST = `a list of at most ${MAX_ATTRIBUTES} attributes`
const RIGHT_UNIT = 'a unit of at most 40 characters, which does not begin with a digit, a sign or a point'
const RIGHT_VALUES: Readonly<Record<AttributeType, string>> = {
  number:
    'a decimal number with at most nine digits before the point and six after it, also in g, mm or ml, such as 0.4',
  boolean: 'true or false',
  date: 'a date such as "2026-03-14"',
  text: 'text of at most 10,000 characters',
}

/** In a filter, a unit follows a number: `weight:0.2..0.5kg`. */
const UNIT = /^(?![\d.+-])[^\x00-\x1f\x7f-\x9f]{1,40}(?<!\s)$/

/** What a market says of attributes of these types; undefined if it says nothing. A wrong value is dropped. */
export function readMarketAttribute(
  fields: ObjectReader,
  types: ReadonlySet<AttributeType>,
): MarketAttribute | undefined {
  const name = textOf(fields, 'name')
  const written = fields.value('value')
  const value = types.has('text') ? servedValue('text', written, undefined) : undefined
  if (written !== undefined && value === undefined) {
    if (types.has('text')) fields.drop('value', `is ${formatValue(written)}`, RIGHT_VALUES.text)
    else fields.drop('value', `is of an attribute of type ${[...types].join(' or ')}`, 'the value of one of type text')
  }
  if (name === undefined && value === undefined) return undefined
  return { ...(name !== undefined && { name }), ...(value !== undefined && { value: value as string }) }
}

/** undefined if it is wrong, after a finding. */
function readAttribute(fields: ObjectReader): Attribute | undefined {
  const name = textOf(fields, 'name')
  const code = textOf(fields, 'code')?.toLowerCase() ?? shortSlug(name ?? '')
  if (!CODE.test(code) || code.length > SLUG_LIMIT) {
    const right = 'a name with letters or digits, or a code of at most 200 characters without white space or colons'
    fields.drop('code', code === '' ? 'is missing' : `is ${formatValue(code)}`, right)
    return undefined
  }
  const written = fields.value('value')
  const type = fields.value('type') ?? typeOf(written)
  if (!ATTRIBUTE_TYPES.includes(type as AttributeType)) {
    fields.drop('type', `is ${formatValue(type)}`, 'number, boolean, date or text')
    return undefined
  }
  const stated = textOf(fields, 'unit')
  const unit = type === 'number' ? stated : undefined
  if (stated !== unit) fields.drop('unit', `is ${formatValue(stated)}`, 'none, since only numbers have a unit')
  if (unit !== undefined && !UNIT.test(unit)) {
    fields.drop('unit', `is ${formatValue(unit)}`, RIGHT_UNIT)
    return undefined
  }
  const value = servedValue(type as AttributeType, written, unit)
  if (value === undefined) {
    fields.drop(
      'value',
      written === undefined ? 'is missing' : `is ${formatValue(written)}`,
      RIGHT_VALUES[type as AttributeType],
    )
    return undefined
  }
  const attribute = { code, name: name ?? code, type: type as AttributeType }
  return unit === undefined ? { ...attribute, value } : { ...attribute, unit, value }
}

/** The text on one line; undefined if there is none. */
function textOf(fields: ObjectReader, name: string): string | undefined {
  return fields.optionalLine(name, NAME_LIMIT)?.trim()
}

function typeOf(value: unknown): AttributeType {
  return typeof value === 'number' || typeof value === 'boolean' ? (typeof value as 'number') : 'text'
}

/** The value as it is served; undefined if it is not of the type. */
function servedValue(type: AttributeType, value: unknown, unit: string | undefined): Attribute['value'] | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (type === 'number') {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
    return scaledNumber(text, unit) === undefined ? undefined : Number(text) || 0
  }
  if (!isText(value, TEXT_LIMIT) || isBlank(value)) return undefined
  return type === 'text' || parseDay(value) !== undefined ? value : undefined
}
