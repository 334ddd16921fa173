import type { LabelValue } from '../../catalog/product.ts'
import type { Uuid } from '../../catalog/uuid.ts'
import { isBlank, NAME_LIMIT, type ObjectReader, readObject, readText } from '../fields.ts'
import { childPath, type JsonPath } from '../json-path.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { type Coded, type Named, readNamed, withCodes } from './named-items.ts'
import type { ReadContext } from './read-context.ts'

const KNOWN = new Set(['id', 'name', 'code'])
const RIGHT = 'a label: its name, or an object with a name'

/** The labels of a product or of a variant. One that is given twice is kept once. */
export function readLabels(owner: ObjectReader, intake: ReadContext): LabelValue[] {
  const place = owner.at('labelValues')
  const values = owner.list('labelValues', 'a list of labels')
  if (values.length === 0) return []
  const named = values.map((value, index) => readLabel(value, childPath(place, index), intake))
  const found = named.filter((label) => label !== undefined)
  return withIds(withCodes(found, 'labels', intake), intake)
}

function readLabel(value: unknown, place: JsonPath, intake: ReadContext): Named | undefined {
  if (typeof value === 'string') return readBareLabel(value, place, intake)
  const fields = readObject(value, place, intake.findings, KNOWN, RIGHT)
  return fields && readNamed(fields, 'the name of the label')
}

function readBareLabel(value: string, place: JsonPath, { findings }: ReadContext): Named | undefined {
  if (isBlank(value)) {
    findings.problem(place, 'is blank', RIGHT)
    return undefined
  }
  const name = readText(value, place, findings, NAME_LIMIT)
  return name === undefined ? undefined : { place, id: undefined, name, code: undefined }
}

function withIds(labels: readonly Coded[], { ids, findings }: ReadContext): LabelValue[] {
  const known = { codes: new DuplicateCheck('code'), ids: new DuplicateCheck('id') }
  const kept = new Map<string, LabelValue>()
  for (const { place, id: given, name, code } of labels) {
    // Without a code the derived id stands for nothing.
    if (code === '') continue
    const id = given ?? ids.cached('label', code)
    if (isRepetition(kept.get(code), name, given)) continue
    if (known.codes.claim(code, place, findings) && known.ids.claim(id, place, findings))
      kept.set(code, { id, name, code })
  }
  return [...kept.values()]
}

function isRepetition(label: LabelValue | undefined, name: string, id: Uuid | undefined): boolean {
  return label !== undefined && label.name === name && (id === undefined || label.id === id)
}
