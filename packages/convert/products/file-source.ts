import type { FindingPlace, Place } from '@vitrine/catalog/submission'

/** The part of a file that values of a product come from: a row of a table, an item of a feed, or an object of JSON. */
export interface FileSource<Key extends string> {
  readonly place: Place
  /** The place in a sentence: "on line 5". */
  readonly where: string
  /** Where the value of a column is, for a finding. */
  cellPlace(key: Key): FindingPlace & { readonly path: string }
  /** The column that fills a native field. */
  keyOfField(field: string): Key | undefined
}
