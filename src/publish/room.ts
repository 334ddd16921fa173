import type { PostingList } from '../edition/draft.ts'
import { bytesOf } from '../postings/positions.ts'

/** Memory that lists take while they wait to be written, about. */
export function roomOf(lists: readonly PostingList[]): number {
  return lists.reduce((sum, { positions }) => sum + bytesOf(positions) + LIST_BYTES, 0)
}

/** What a list takes beside its positions, about. */
const LIST_BYTES = 600
