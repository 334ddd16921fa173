import type { PostingList } from '../index/posting-list.ts'

/** Groups that are found when they are needed, and what is in memory for the next ones. */
export interface LazyGroups extends AsyncIterable<PostingList> {
  /** Memory without the lists, in bytes. */
  readonly bytes: number
  /** The posting lists in memory. */
  readonly lists: readonly PostingList[]
}
