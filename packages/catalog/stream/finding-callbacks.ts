import type { LeftOutRow } from '../left-out.ts'
import type { Warning } from '../submission.ts'
import type { Finding, UsedColumn } from './record.ts'

/** The callbacks of a reader, all of which tell their findings to one function. */
export function findingCallbacks(tell: (finding: Finding) => void) {
  return {
    onWarning: (warning: Warning) => tell({ warning }),
    onLeftOut: (leftOut: LeftOutRow) => tell({ leftOut }),
    onUsed: (used: readonly UsedColumn[]) => tell({ used }),
    onUnused: (unused: readonly string[]) => tell({ unused }),
    onRows: (rows: number) => tell({ rows }),
    onEnding: (ending: string) => tell({ ending }),
  }
}
