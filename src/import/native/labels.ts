import type { LabelValue } from '../../catalog/product.ts'
import { isBlank, NAME_LIMIT, type ObjectReader, readObject, readText } from '../fields.ts'
import { childPath, type JsonPath } from '../json-path.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { type CodedItem, type NamedItem, readNamedItem, withCodes } from './named-items.ts'
import type { ReadContext } from './read-context.ts'

const FIELDS = new Set(['id', 'name', 'code'])
const RIGHT = 'a label: its name, or an object with a name'

/** The labels of a product or a variant, each once. */
export function readLabels(owner: ObjectReader, context: ReadContext): LabelValue[] {
  const path = owner.at('labelValues')
  const values = owner.list('labelValues', 'a list of labels')
  if (values.length === 0) return []
  const labels = values.map((value, index) => readLabel(value, childPath(path, index), context))
  const valid = labels.filter((label) => label !== undefined)
  return withIds(withCodes(valid, 'labels', context), context)
}

function readLabel(value: unknown, path: JsonPath, { diagnostics }: ReadContext): NamedItem | undefined {
  if (typeof value !== 'string') {
    const fields = readObject(value, path, diagnostics, FIELDS, RIGHT)
    return fields && readNamedItem(fields, 'the name of the label')
  }
  if (isBlank(value)) diagnostics.problem(path, 'is blank', RIGHT)
  const name = isBlank(value) ? undefined : readText(value, path, diagnostics, NAME_LIMIT)
  return name === undefined ? undefined : { path, id: undefined, name, code: undefined }
}

function withIds(labels: readonly CodedItem[], { ids, diagnostics }: ReadContext): LabelValue[] {
  const codes = new DuplicateCheck('code', diagnostics)
  const labelIds = new DuplicateCheck('id', diagnostics)
  const byCode = new Map<string, LabelValue>()
  for (const { path, id: ownId, name, code } of labels) {
    // An id derived from an empty code would mean nothing.
    if (code === '') continue
    const id = ownId ?? ids.cached('label', code)
    const existing = byCode.get(code)
    const isRepetition = existing?.name === name && (ownId === undefined || existing.id === ownId)
    if (!isRepetition && codes.claim(code, path) && labelIds.claim(id, path)) byCode.set(code, { id, name, code })
  }
  return [...byCode.values()]
}
