import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Kind, Term } from '../edition/term.ts'
import { isPrefixTerm } from '../edition/word-term.ts'
import { decodePostings, encodePostings } from '../index/posting-codec.ts'
import { memoryBytes, NO_POSTINGS, type PostingList } from '../index/set-algebra.ts'

/** What one part of an import does to one posting list. Where a position is in both, it is added. */
export interface PostingChange {
  readonly kind: Kind
  readonly term: Term
  readonly added: PostingList
  readonly removed: PostingList
}

/** What all parts of an import do to one posting list, in their order. */
export type PostingChangeLog = readonly [PostingChange, ...PostingChange[]]

/** Lists that are worked on together, and about how large their changes may be. */
const LISTS_AT_ONCE = 500
const BYTES_AT_ONCE = 1_000_000

/**
 * Changes of posting lists, set aside until all of an import are known. They wait in a temporary SQLite database, which has
 * no name: rows are added one after another, and sorted by their lists once, when all are there.
 */
export class PostingStaging implements Disposable {
  readonly #database = new DatabaseSync('')
  readonly #add: StatementSync
  readonly #addLoss: StatementSync
  readonly #losses: StatementSync

  constructor() {
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -16000;
      CREATE TABLE changes (
        kind TEXT, term TEXT, run INTEGER PRIMARY KEY, added_size INTEGER, added BLOB, removed_size INTEGER, removed BLOB
      );
      CREATE TABLE losses (
        kind TEXT, term TEXT, run INTEGER, removed_size INTEGER, removed BLOB, PRIMARY KEY (kind, term, run)
      ) WITHOUT ROWID;
      BEGIN`)
    this.#add = this.#database.prepare(
      'INSERT INTO changes (kind, term, added_size, added, removed_size, removed) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#addLoss = this.#database.prepare(`
      INSERT INTO losses SELECT ?1, ?2, count(*), ?3, ?4 FROM losses WHERE kind = ?1 AND term = ?2`)
    this.#losses = this.#database.prepare(
      'SELECT removed_size, removed FROM losses WHERE kind = ? AND term = ? ORDER BY run',
    )
  }

  add(changes: Iterable<PostingChange>): void {
    for (const { kind, term, added, removed } of changes) {
      if (isPrefixTerm(term)) this.#addLoss.run(kind, term, removed.size, encodePostings(removed))
      else this.#add.run(kind, term, added.size, encoded(added), removed.size, encoded(removed))
    }
  }

  /** All by kind and term, some lists of one kind at a time; but for the lists of beginnings, which follow from others. */
  *all(): Generator<readonly PostingChangeLog[]> {
    let batch: PostingChangeLog[] = []
    let bytes = 0
    for (const changes of this.#byList()) {
      const isFull = batch.length === LISTS_AT_ONCE || bytes > BYTES_AT_ONCE
      if (batch[0] && (isFull || batch[0][0].kind !== changes[0].kind)) {
        yield batch
        batch = []
        bytes = 0
      }
      batch.push(changes)
      for (const { added, removed } of changes) bytes += memoryBytes(added) + memoryBytes(removed)
    }
    if (batch.length > 0) yield batch
  }

  *#byList(): Generator<PostingChangeLog> {
    const sorted = this.#database.prepare('SELECT * FROM changes ORDER BY kind, term, run')
    sorted.setReturnArrays(true)
    let same: [PostingChange, ...PostingChange[]] | undefined
    for (const row of sorted.iterate() as unknown as Iterable<Row>) {
      const change = changeOf(row)
      if (same && same[0].kind === change.kind && same[0].term === change.term) same.push(change)
      else {
        if (same) yield same
        same = [change]
      }
    }
    if (same) yield same
  }

  /** What the list of a beginning loses. */
  lossesOf(kind: Kind, term: Term): PostingList[] {
    return this.#losses
      .all(kind, term)
      .map((row) => decodePostings(row.removed as Uint8Array, row.removed_size as number))
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}

type Row = readonly [
  kind: Kind,
  term: Term,
  run: number,
  addedSize: number,
  added: Uint8Array | null,
  removedSize: number,
  removed: Uint8Array | null,
]

function changeOf([kind, term, , addedSize, added, removedSize, removed]: Row): PostingChange {
  return { kind, term, added: decoded(added, addedSize), removed: decoded(removed, removedSize) }
}

/** Most changes only add, or only remove: nothing is not worth a buffer. */
function encoded(positions: PostingList): Uint8Array | null {
  return positions.size === 0 ? null : encodePostings(positions)
}

function decoded(bytes: Uint8Array | null, size: number): PostingList {
  return bytes ? decodePostings(bytes, size) : NO_POSTINGS
}
