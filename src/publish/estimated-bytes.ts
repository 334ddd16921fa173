import type { PostingUpdate } from '../edition/draft.ts'
import { memoryBytes } from '../index/set-algebra.ts'

/** Memory that lists take while they wait to be written, about. */
export function estimatedBytes(lists: readonly PostingUpdate[]): number {
  return lists.reduce((sum, { postings }) => sum + memoryBytes(postings) + LIST_BYTES, 0)
}

/** What a list takes beside its positions, about. */
const LIST_BYTES = 600
