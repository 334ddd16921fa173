import type { LabelValue } from '../../catalog/product.ts'
import type { Uuid } from '../../catalog/uuid.ts'
import { type Fields, fieldsOf, isBlank, NAME_LIMIT, readText } from '../fields.ts'
import { inside, type Place } from '../place.ts'
import { Distinct } from './distinct.ts'
import type { Intake } from './intake.ts'
import { type Coded, type Named, readNamed, withCodes } from './named.ts'

const KNOWN = new Set(['id', 'name', 'code'])
const RIGHT = 'a label: its name, or an object with a name'

/** The labels of a product or of a variant. One that is given twice is kept once. */
export function readLabels(owner: Fields, intake: Intake): LabelValue[] {
  const place = owner.at('labelValues')
  const values = owner.list('labelValues', 'a list of labels')
  if (values.length === 0) return []
  const named = values.map((value, index) => readLabel(value, inside(place, index), intake))
  const found = named.filter((label) => label !== undefined)
  return withIds(withCodes(found, 'labels', intake), intake)
}

function readLabel(value: unknown, place: Place, intake: Intake): Named | undefined {
  if (typeof value === 'string') return readBareLabel(value, place, intake)
  const fields = fieldsOf(value, place, intake.findings, KNOWN, RIGHT)
  return fields && readNamed(fields, 'the name of the label')
}

function readBareLabel(value: string, place: Place, { findings }: Intake): Named | undefined {
  if (isBlank(value)) {
    findings.problem(place, 'is blank', RIGHT)
    return undefined
  }
  const name = readText(value, place, findings, NAME_LIMIT)
  return name === undefined ? undefined : { place, id: undefined, name, code: undefined }
}

function withIds(labels: readonly Coded[], { ids, findings }: Intake): LabelValue[] {
  const known = { codes: new Distinct('code'), ids: new Distinct('id') }
  const kept = new Map<string, LabelValue>()
  for (const { place, id: given, name, code } of labels) {
    // Without a code the derived id stands for nothing.
    if (code === '') continue
    const id = given ?? ids.recurring('label', code)
    if (isRepetition(kept.get(code), name, given)) continue
    if (known.codes.claim(code, place, findings) && known.ids.claim(id, place, findings))
      kept.set(code, { id, name, code })
  }
  return [...kept.values()]
}

function isRepetition(label: LabelValue | undefined, name: string, id: Uuid | undefined): boolean {
  return label !== undefined && label.name === name && (id === undefined || label.id === id)
}
