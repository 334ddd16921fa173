import { LABEL_KINDS, type LabelKind, strongestKind } from '../label-kind.ts'
import type { LabelValue, ProductLabel } from '../product.ts'
import type { Diagnostics } from './diagnostics.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { formatValue, isBlank, NAME_LIMIT, type ObjectReader, readLine, readObject } from './fields.ts'
import { childPath, type JsonPath } from './json-path.ts'
import { type CodedItem, type NamedItem, readNamedItem, withCodes } from './named-items.ts'
import type { ReadContext } from './read-context.ts'

/** The labels of a variant, each once. */
export function readLabels(owner: ObjectReader, context: ReadContext): LabelValue[] {
  return withIds(readItems(owner, FIELDS, context), context)
}

const FIELDS = new Set(['id', 'name', 'code'])
const PRODUCT_FIELDS = new Set([...FIELDS, 'parent', 'kind'])
const RIGHT = 'a label: its name, or an object with a name'
const RIGHT_PARENT = 'the code or the name of another label of the product'

/** A label as the file has it. */
interface LabelItem extends NamedItem {
  /** The code or the name of a label. */
  readonly parent?: string | undefined
  readonly kind?: LabelKind | undefined
  readonly statesCode?: boolean
}

/** The labels of a product, each once, with their parents and kinds. */
export function readProductLabels(owner: ObjectReader, context: ReadContext): ProductLabel[] {
  const items = readItems(owner, PRODUCT_FIELDS, context)
  const labels = withIds(items, context)
  const isTree = items.some(({ parent }) => parent !== undefined)
  return withKinds(isTree ? withParents(labels, items, context.diagnostics) : labels, items)
}

function readItems(
  owner: ObjectReader,
  fieldNames: ReadonlySet<string>,
  context: ReadContext,
): readonly (LabelItem & CodedItem)[] {
  const path = owner.at('labelValues')
  const values = owner.list('labelValues', 'a list of labels')
  if (values.length === 0) return []
  const items = values.map((value, index) => readItem(value, childPath(path, index), fieldNames, context))
  return withCodes(
    items.filter((item) => item !== undefined),
    'labels',
    context,
  )
}

function readItem(
  value: unknown,
  path: JsonPath,
  fieldNames: ReadonlySet<string>,
  { diagnostics }: ReadContext,
): LabelItem | undefined {
  if (typeof value !== 'string') {
    const fields = readObject(value, path, diagnostics, fieldNames, RIGHT)
    if (!fields) return undefined
    const item = readNamedItem(fields, 'the name of the label')
    return {
      ...item,
      parent: fieldNames.has('parent') ? fields.line('parent') : undefined,
      kind: fieldNames.has('kind') ? readKind(fields) : undefined,
      statesCode: fields.has('code'),
    }
  }
  if (isBlank(value)) diagnostics.problem(path, 'is blank', RIGHT)
  const name = isBlank(value) ? undefined : readLine(value, path, diagnostics, NAME_LIMIT)
  return name === undefined ? undefined : { path, id: undefined, name, code: undefined }
}

/** undefined if the label has none. A wrong one is dropped. */
function readKind(fields: ObjectReader): LabelKind | undefined {
  const value = fields.value('kind')
  const kind = LABEL_KINDS.find((each) => each === value)
  if (value !== undefined && !kind) fields.drop('kind', `is ${formatValue(value)}`, 'category, collection or tag')
  return kind
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

/**
 * The labels with the codes of their parents. A problem is a parent that is no other label, a second one, or a cycle.
 */
function withParents(
  labels: readonly LabelValue[],
  items: readonly (LabelItem & CodedItem)[],
  diagnostics: Diagnostics,
): ProductLabel[] {
  const parents = new Map<string, string>()
  for (const { path, code, parent: text } of items) {
    if (text === undefined || code === '') continue
    const parent = parentNamed(text, code, labels, items)
    const earlier = parents.get(code)
    const problem = (wrong: string, right: string) =>
      diagnostics.problem(childPath(path, 'parent'), `is ${formatValue(text)}${wrong}`, right)
    if (parent === undefined) problem('', RIGHT_PARENT)
    else if (earlier !== undefined && earlier !== parent) problem('; it also has another', 'one parent for a label')
    else if (isBelow(parent, code, parents)) problem(', which is below the label', 'a label that is not below it')
    else parents.set(code, parent)
  }
  return labels.map((label) => {
    const parent = parents.get(label.code)
    return parent === undefined ? label : { ...label, parent }
  })
}

/** The labels with the strongest kind that any of its mentions has. */
function withKinds(labels: readonly ProductLabel[], items: readonly (LabelItem & CodedItem)[]): ProductLabel[] {
  const byCode = Map.groupBy(items, ({ code }) => code)
  return labels.map((label) => {
    const kind = strongestKind(byCode.get(label.code)!.map((item) => item.kind))
    return kind === undefined ? label : { ...label, kind }
  })
}

/**
 * The code of the label that has this code in the file, or else this name, or else a made code. Made codes come last,
 * since labels of other names may have got them.
 */
function parentNamed(
  text: string,
  child: string,
  labels: readonly LabelValue[],
  items: readonly LabelItem[],
): string | undefined {
  const others = labels.filter(({ code }) => code !== child)
  const isStated = ({ code }: LabelValue) => items.some((item) => item.statesCode && item.code === code)
  const parent =
    others.find((label) => label.code === text && isStated(label)) ??
    others.find(({ name }) => name === text) ??
    others.find(({ code }) => code === text.toLowerCase())
  return parent?.code
}

/** Whether a label is below another one. */
function isBelow(code: string, other: string, parents: ReadonlyMap<string, string>): boolean {
  for (let above = parents.get(code); above !== undefined; above = parents.get(above)) if (above === other) return true
  return false
}
