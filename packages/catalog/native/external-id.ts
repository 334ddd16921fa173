import { EXTERNAL_ID_LIMIT } from '../external-id.ts'
import { onOneLine } from './control-characters.ts'
import { formatValue, isText, type ObjectReader } from './fields.ts'

/** undefined if the owner has none. A wrong one is dropped. */
export function readExternalId(fields: ObjectReader): string | undefined {
  const value = fields.value('externalId')
  if (value === undefined) return undefined
  // A number beyond these is no longer the one that the file has.
  const text = Number.isSafeInteger(value) ? String(value) : value
  const id = typeof text === 'string' ? text.trim() : text
  if (id === '') return undefined
  if (isText(id, EXTERNAL_ID_LIMIT) && onOneLine(id) === id) return id
  fields.drop('externalId', `is ${formatValue(value)}`, RIGHT_ID)
  return undefined
}

const RIGHT_ID = `a text of at most ${EXTERNAL_ID_LIMIT} characters on one line, or a whole number of at most 15 digits`
