import { type AttributeName, attributeOf, type NativeAttribute } from '../products/attribute-values.ts'
import { ColumnLayout, type ColumnMapping, type Columns } from './columns.ts'
import type { Row } from './row.ts'

/** A column whose header names an attribute. */
export interface AttributeColumn extends AttributeName {
  readonly owner: 'product' | 'variant'
}

/**
 * The columns, and one for each header that they do not have and that `attributeIn` finds an attribute in. Without the
 * columns `described`, which tell people of such headers.
 */
export function withAttributeColumns<Key extends string>(
  columns: Columns<Key>,
  described: readonly NoInfer<Key>[],
  headers: readonly string[],
  attributeIn: (header: string, index: number) => AttributeColumn | undefined,
): Columns<Key> {
  const own = Object.entries<ColumnMapping>(columns).filter(([key]) => !described.includes(key as Key))
  const { unusedColumns } = new ColumnLayout<string>(Object.fromEntries(own), headers)
  const found = unusedColumns.flatMap(({ header, index }) => {
    const attribute = attributeIn(header, index)
    const mapping: ColumnMapping = { headers: [header], becomes: 'an attribute', fills: [] }
    return attribute ? [[PREFIX + JSON.stringify(attribute), mapping] as const] : []
  })
  return Object.fromEntries([...own, ...found]) as Columns<Key>
}

/** Begins the key of a column that is added. The rest is the JSON of its `AttributeColumn`. */
const PREFIX = 'attribute '

/** The attributes of an owner that a row has. `plain` makes text for shoppers of a cell. */
export function attributesIn(
  row: Row<string>,
  owner: AttributeColumn['owner'],
  plain = (text: string) => text,
): NativeAttribute[] {
  return columnsOf(row.layout).flatMap(({ key, column }) => {
    const { owner: itsOwner, ...named } = column
    return (itsOwner === owner ? attributeOf(named, plain(row.text(key))) : undefined) ?? []
  })
}

interface AddedColumn {
  readonly key: string
  readonly column: AttributeColumn
}

const added = new WeakMap<ColumnLayout<string>, readonly AddedColumn[]>()

function columnsOf(layout: ColumnLayout<string>): readonly AddedColumn[] {
  const existing = added.get(layout)
  if (existing) return existing
  const keys = [...layout.keys].filter((key) => key.startsWith(PREFIX))
  const columns = keys.map((key) => ({ key, column: JSON.parse(key.slice(PREFIX.length)) as AttributeColumn }))
  added.set(layout, columns)
  return columns
}
