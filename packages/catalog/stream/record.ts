import type { LeftOutRow } from '../left-out.ts'
import type { Store } from '../store.ts'
import type { AcceptedProduct, FindingPlace, Patch, RefusedProduct, Warning } from '../submission.ts'

/** What a catalog says: a product, one with problems, a patch or a text. */
export type StreamRecord =
  | AcceptedProduct
  | RefusedProduct
  | { readonly patch: Patch }
  | { readonly text: TranslatedText }

/** What is found in a file while its records are read. */
export type Finding =
  | { readonly leftOut: LeftOutRow }
  | { readonly warning: Warning }
  /** The columns that are used. */
  | { readonly used: readonly UsedColumn[] }
  /** The headers of the columns that have values and are not used. */
  | { readonly unused: readonly string[] }
  /** The number of rows or items in the file. */
  | { readonly rows: number }
  /** Why more may follow after the end of the file: a predicate of it. */
  | { readonly ending: string }

/** The first record of a stream: what is known before the catalog is read. */
export interface StreamHeader {
  /** The store that the catalog was read for. */
  readonly store: Partial<StreamStore>
  readonly contents: StreamContents
  /** The name of the format of the file. */
  readonly format: string
  /** Whether the findings have what the checks of the products warn of. The reader then warns of nothing. */
  readonly checked?: boolean
}

export const STREAM_CONTENTS = ['products', 'patches', 'texts'] as const
export type StreamContents = (typeof STREAM_CONTENTS)[number]

/** What a reader of catalogs must know of the store. */
export type StreamStore = Pick<Store, 'id' | 'currency' | 'language' | 'taxRate' | 'markets'>

/** A column of a table, an element of a feed or a field of JSON, and what becomes of it. */
export interface UsedColumn {
  readonly header: string
  readonly becomes: string
}

/** A text of a shop in another language. The store finds out which of its products have it. */
export interface TranslatedText {
  readonly place: FindingPlace
  /** What the shop calls the product or the other thing that has the text. */
  readonly identification: string
  /** The kind of thing, such as `PRODUCT` or `COLLECTION`. */
  readonly type: string
  /** The field of it, such as `title`. */
  readonly field: string
  readonly locale: string
  /** The code or the public name of the only market that gets the text; blank for all. */
  readonly market: string
  /** The text in the store. */
  readonly original: string
  readonly translated: string
}
