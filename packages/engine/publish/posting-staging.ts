import type { StatementSync } from 'node:sqlite'
import { openFile } from '@vitrine/runtime/sqlite-file'
import type { Kind, Term } from '../edition/term.ts'
import { isPrefixTerm } from '../edition/word-term.ts'
import { decodePostings, encodePostings } from '../index/posting-codec.ts'
import { memoryBytes, NO_POSTINGS, type PostingList } from '../index/posting-list.ts'

/**
 * Stages changes of posting lists until the import has seen all products. They wait in a temporary SQLite database
 * without a name: rows are appended, and SQLite sorts them by list once, when they are read.
 */
export class PostingStaging implements Disposable {
  readonly #database = openFile('')
  readonly #insert: StatementSync
  readonly #insertPrefix: StatementSync
  readonly #selectPrefix: StatementSync

  constructor() {
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -16000;
      CREATE TABLE changes (
        kind TEXT, term TEXT, run INTEGER PRIMARY KEY,
        added_size INTEGER, added BLOB, removed_size INTEGER, removed BLOB
      );
      CREATE TABLE prefix_removals (
        kind TEXT, term TEXT, run INTEGER, removed_size INTEGER, removed BLOB, PRIMARY KEY (kind, term, run)
      ) WITHOUT ROWID;
      BEGIN`)
    this.#insert = this.#database.prepare(
      'INSERT INTO changes (kind, term, added_size, added, removed_size, removed) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#insertPrefix = this.#database.prepare(`
      INSERT INTO prefix_removals SELECT ?1, ?2, count(*), ?3, ?4 FROM prefix_removals WHERE kind = ?1 AND term = ?2`)
    this.#selectPrefix = this.#database.prepare(
      'SELECT removed_size, removed FROM prefix_removals WHERE kind = ? AND term = ? ORDER BY run',
    )
  }

  add(changes: Iterable<PostingChange>): void {
    for (const { kind, term, added, removed } of changes) {
      if (isPrefixTerm(term)) this.#insertPrefix.run(kind, term, removed.size, encodePostings(removed))
      else this.#insert.run(kind, term, added.size, encode(added), removed.size, encode(removed))
    }
  }

  /** The changes of all lists but those of prefixes, by kind and term, in batches of one kind. */
  *batches(): Generator<readonly TermChanges[], undefined> {
    const sorted = this.#database.prepare(
      'SELECT kind, term, added_size, added, removed_size, removed FROM changes ORDER BY kind, term, run',
    )
    sorted.setReturnArrays(true)
    let batch: [PostingChange, ...PostingChange[]][] = []
    let bytes = 0
    for (const row of sorted.iterate() as unknown as Iterable<Row>) {
      const [kind, term, addedSize, added, removedSize, removed] = row
      const change = { kind, term, added: decode(added, addedSize), removed: decode(removed, removedSize) }
      const last = batch.at(-1)
      if (last && last[0].kind === kind && last[0].term === term) last.push(change)
      else {
        if (last && (batch.length === BATCH_LISTS || bytes > BATCH_BYTES || last[0].kind !== kind)) {
          yield batch
          batch = []
          bytes = 0
        }
        batch.push([change])
      }
      bytes += memoryBytes(change.added) + memoryBytes(change.removed)
    }
    if (batch.length > 0) yield batch
  }

  /** The sets that are removed from the posting list of a prefix. */
  prefixRemovals(kind: Kind, term: Term): PostingList[] {
    return this.#selectPrefix
      .all(kind, term)
      .map((row) => decodePostings(row.removed as Uint8Array, row.removed_size as number))
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}

/** What one part of an import changes in one posting list. A position in both sets is added. */
export interface PostingChange {
  readonly kind: Kind
  readonly term: Term
  readonly added: PostingList
  readonly removed: PostingList
}

/** All changes of one posting list, oldest first. */
export type TermChanges = readonly [PostingChange, ...PostingChange[]]

/** A batch has at most this many lists, and ends with the list that exceeds this size of changes. */
const BATCH_LISTS = 500
const BATCH_BYTES = 1_000_000

type Row = readonly [Kind, Term, number, Uint8Array | null, number, Uint8Array | null]

/** Most changes only add or only remove: the empty set is NULL. */
function encode(positions: PostingList): Uint8Array | null {
  return positions.size === 0 ? null : encodePostings(positions)
}

function decode(bytes: Uint8Array | null, size: number): PostingList {
  return bytes ? decodePostings(bytes, size) : NO_POSTINGS
}
