import type { LeftOutRow } from '@vitrine/catalog/left-out'
import type { StreamStore, UsedColumn } from '@vitrine/catalog/stream/record'
import type { Warning } from '@vitrine/catalog/submission'

/** What a format needs besides the bytes of a file. */
export interface ReadOptions {
  readonly store: StreamStore
  /** The time of the import, which decides whether a sale price applies. */
  readonly now: Date
  /** The encoding of the file; detected if undefined. */
  readonly encoding?: string | undefined
  /** The name of a column in the file, in lower case → its name in the format. */
  readonly columns?: ReadonlyMap<string, string> | undefined
  /** What separates thousands in prices such as `1,234`, if the file shows it. */
  readonly thousands?: ',' | '.' | undefined
  /** The same for stocks. */
  readonly stockThousands?: ',' | '.' | undefined
  /** What columns become in whose lists a comma is part of an item, as other signs separate items. */
  readonly commasInItems?: ReadonlySet<string> | undefined
  readonly onWarning: (warning: Warning) => void
  readonly onLeftOut: (leftOut: LeftOutRow) => void
  /** Called with the headers of the columns that have values and are not used. */
  readonly onUnused?: ((headers: readonly string[]) => void) | undefined
  /** Called with the columns that are used, once for each file. */
  readonly onUsed?: ((columns: readonly UsedColumn[]) => void) | undefined
  /** Called with the number of rows or items in the file. */
  readonly onRows?: ((rows: number) => void) | undefined
  /** Called with each reason why more may follow after the end of the file: a predicate of it. */
  readonly onEnding?: ((ending: string) => void) | undefined
}
