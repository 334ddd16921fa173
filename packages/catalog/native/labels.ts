import { type CodePath, nameKey, pathKey } from '../code-book.ts'
import { LABEL_KINDS, type LabelKind, strongestKind } from '../label-kind.ts'
import type { LabelValue, ProductLabel } from '../product.ts'
import type { Diagnostics } from './diagnostics.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { formatValue, isBlank, NAME_LIMIT, type ObjectReader, readLine, readObject } from './fields.ts'
import { shortSlug } from './identifiers.ts'
import { childPath, type JsonPath } from './json-path.ts'
import { type CodedItem, type NamedItem, readNamedItem, withCodes } from './named-items.ts'
import type { ReadContext } from './read-context.ts'

/** The labels of a variant, each once. */
export function readLabels(owner: ObjectReader, context: ReadContext): LabelValue[] {
  return withIds(withCodes(readItems(owner, FIELDS, context), 'label', context), context)
}

const FIELDS = new Set(['id', 'name', 'code'])
const PRODUCT_FIELDS = new Set([...FIELDS, 'parent', 'path', 'kind'])
const RIGHT = 'a label: its name, or an object with a name'
const RIGHT_PARENT = 'the code or the name of another label of the product'
const RIGHT_PATH = 'a list of names from the top down, such as ["Clothing", "Shirts"]'

/** The most names of a path. */
const MAX_PATH = 50

/** A label as the file has it. */
interface LabelItem extends NamedItem {
  /** The code or the name of a label. */
  readonly parent?: string | undefined
  /** The names on the path to it, from the top down. */
  readonly names?: readonly string[] | undefined
  readonly kind?: LabelKind | undefined
}

/** The labels of a product, each once, with their parents and kinds. A path brings the labels above it. */
export function readProductLabels(owner: ObjectReader, context: ReadContext): ReadLabels {
  const items = withPaths(readItems(owner, PRODUCT_FIELDS, context))
  const above = labelsAbove(items)
  const coded = withCodes(
    items.map((item) => ({ ...item, codePath: codePathOf(item, items, above) })),
    'label',
    context,
  )
  const labels = withIds(coded, context)
  const codes = new Map(items.map((item, index) => [item, coded[index]!.code]))
  const isTree = items.some(({ parent, names }) => parent !== undefined || names !== undefined)
  const tops = coded.filter(({ codePath }) => Array.isArray(codePath) && codePath.length === 1)
  return {
    labelValues: withKinds(isTree ? withParents(labels, codes, above, context.diagnostics) : labels, coded),
    ...(tops.length > 0 && { topCategories: new Set(tops.map(({ code }) => code)) }),
  }
}

interface ReadLabels {
  readonly labelValues: ProductLabel[]
  /** The codes of those whose path is their name. */
  readonly topCategories?: ReadonlySet<string>
}

function readItems(
  owner: ObjectReader,
  fieldNames: ReadonlySet<string>,
  { diagnostics }: ReadContext,
): readonly LabelItem[] {
  const path = owner.at('labelValues')
  return owner
    .list('labelValues', 'a list of labels')
    .map((value, index) => readItem(value, childPath(path, index), fieldNames, diagnostics))
    .filter((item) => item !== undefined)
}

function readItem(
  value: unknown,
  path: JsonPath,
  fieldNames: ReadonlySet<string>,
  diagnostics: Diagnostics,
): LabelItem | undefined {
  if (typeof value === 'string') {
    if (isBlank(value)) diagnostics.problem(path, 'is blank', RIGHT)
    const name = isBlank(value) ? undefined : readLine(value, path, diagnostics, NAME_LIMIT)
    return name === undefined ? undefined : { path, id: undefined, name, code: undefined }
  }
  const fields = readObject(value, path, diagnostics, fieldNames, RIGHT)
  if (!fields) return undefined
  if (fieldNames === FIELDS) return readNamedItem(fields, 'the name of the label')
  const names = fields.has('path') ? readPath(fields) : undefined
  if (names?.length === 0) return undefined
  return {
    ...readNamedItem(fields, 'the name of the label', names?.at(-1)),
    parent: fields.line('parent'),
    names,
    kind: readKind(fields),
  }
}

/** The names of a path; none after a problem. */
function readPath(fields: ObjectReader): readonly string[] {
  const { diagnostics } = fields
  const path = fields.at('path')
  const values = fields.list('path', RIGHT_PATH)
  const names = values
    .map((value, index) => readLine(value, childPath(path, index), diagnostics, NAME_LIMIT))
    .filter((name) => name !== undefined)
  if (Array.isArray(fields.value('path')) && (values.length === 0 || values.length > MAX_PATH))
    fields.problem('path', `has ${values.length} names`, `1 to ${MAX_PATH} names`)
  if (fields.has('parent')) fields.problem('parent', 'is beside a path', 'a path, or a parent')
  return names.length < values.length || values.length > MAX_PATH ? [] : names
}

/** undefined if the label has none. A wrong one is dropped. */
function readKind(fields: ObjectReader): LabelKind | undefined {
  const value = fields.value('kind')
  const kind = LABEL_KINDS.find((each) => each === value)
  if (value !== undefined && !kind) fields.drop('kind', `is ${formatValue(value)}`, 'category, collection or tag')
  return kind
}

/** The items, and before each with a path the labels above it that are not there yet. */
function withPaths(items: readonly LabelItem[]): readonly LabelItem[] {
  if (items.every(({ names }) => names === undefined)) return items
  const known = new Set(items.flatMap(({ names }) => (names ? [pathKey(names)] : [])))
  return items.flatMap((item) => {
    const { names = [], path, kind } = item
    const above = names.slice(0, -1).map((name, index) => ({ name, names: names.slice(0, index + 1) }))
    const added = above.filter(({ names }) => !known.has(pathKey(names)))
    for (const { names } of added) known.add(pathKey(names))
    return [...added.map((label) => ({ ...label, path, kind, id: undefined, code: undefined })), item]
  })
}

/** The label above each that says one, and undefined if the product does not have it. */
function labelsAbove(items: readonly LabelItem[]): ReadonlyMap<LabelItem, LabelItem | undefined> {
  const above = new Map<LabelItem, LabelItem | undefined>()
  const byPath = new Map<string, LabelItem>()
  for (const item of items) if (item.names) byPath.set(pathKey(item.names), item)
  for (const item of items) {
    const { names = [], parent } = item
    if (parent !== undefined) above.set(item, labelNamed(parent, item, items))
    if (names.length > 1) above.set(item, byPath.get(pathKey(names.slice(0, -1))))
  }
  return above
}

/** The label that has this code in the file, or else this name, or else a code that is made from its name. */
function labelNamed(text: string, child: LabelItem, items: readonly LabelItem[]): LabelItem | undefined {
  const others = items.filter((item) => item !== child && !isSame(item, child))
  return (
    others.find(({ code }) => code === text) ??
    others.find(({ name }) => name === text) ??
    others.find(({ name, code = shortSlug(name) }) => code === text.toLowerCase())
  )
}

/** Whether two mentions are of one label, as far as they say. */
function isSame(one: LabelItem, other: LabelItem): boolean {
  return one.name === other.name && one.code === other.code
}

/** What the code of a label is of: its path, its name as a tag, or its name alone, unless that is of a path as well. */
function codePathOf(
  item: LabelItem,
  items: readonly LabelItem[],
  above: ReadonlyMap<LabelItem, LabelItem | undefined>,
): CodePath {
  if (item.names) return item.names
  if (above.get(item)) return namesTo(item, above)
  if (item.kind === 'tag') return { tag: item.name }
  const key = nameKey(item.name)
  const ofPath = items.find((other) => (other.names || above.get(other)) && nameKey(other.name) === key)
  return ofPath ? (ofPath.names ?? namesTo(ofPath, above)) : item.name
}

/** The names from the top down to a label. A cycle ends where it begins. */
function namesTo(item: LabelItem, above: ReadonlyMap<LabelItem, LabelItem | undefined>): readonly string[] {
  const passed = new Set<LabelItem>()
  for (let each: LabelItem | undefined = item; each && !passed.has(each); each = above.get(each)) passed.add(each)
  return Array.from(passed, ({ name }) => name).reverse()
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
    const isRepetition = existing?.name.trim() === name.trim() && (ownId === undefined || existing.id === ownId)
    if (!isRepetition && codes.claim(code, path) && labelIds.claim(id, path)) byCode.set(code, { id, name, code })
  }
  return [...byCode.values()]
}

/**
 * The labels with the codes of their parents. A problem is a parent that is no other label, a second one, or a cycle.
 */
function withParents(
  labels: readonly LabelValue[],
  codes: ReadonlyMap<LabelItem, string>,
  above: ReadonlyMap<LabelItem, LabelItem | undefined>,
  diagnostics: Diagnostics,
): ProductLabel[] {
  const parents = new Map<string, string>()
  for (const [item, code] of codes) {
    if (!above.has(item) || code === '') continue
    const { path, parent: text } = item
    const parentItem = above.get(item)
    const parent = parentItem && codes.get(parentItem)
    const earlier = parents.get(code)
    const problem = (wrong: string, right: string) =>
      diagnostics.problem(childPath(path, 'parent'), `is ${formatValue(text)}${wrong}`, right)
    if (parent === undefined) problem('', RIGHT_PARENT)
    else if (earlier !== undefined && earlier !== parent) problem('; it also has another', 'one parent for a label')
    else if (parent === code || isBelow(parent, code, parents))
      problem(', which is below the label', 'a label that is not below it')
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

/** Whether a label is below another one. */
function isBelow(code: string, other: string, parents: ReadonlyMap<string, string>): boolean {
  for (let above = parents.get(code); above !== undefined; above = parents.get(above)) if (above === other) return true
  return false
}
