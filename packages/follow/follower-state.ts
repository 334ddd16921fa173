import { hash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { FileUnusable, openFile, SQLITE_NOTADB } from '@vitrine/runtime/sqlite-file'
import { FollowError } from './target.ts'

/**
 * The state of a follower in a SQLite file, which the follower alone has open. The lock ends with the process, however
 * that ends, and each change is one transaction that is synced.
 */
export class FollowerState implements Disposable {
  readonly #path: string
  readonly #file: ReturnType<typeof openFile>
  #delivered: Delivered | undefined

  /**
   * Opens or creates the file of a follower of a store. `target` is what it delivers to. Throws `FollowError` if the
   * file is in use, cannot be used, or belongs to another follower.
   */
  constructor(path: string, store: string, target: readonly string[]) {
    this.#path = path
    makePrivate(path)
    this.#file = this.#using(() => openFile(path, { timeout: 0 }))
    try {
      this.#using(() => this.#prepare(store, hash('sha256', JSON.stringify(target), 'hex')))
    } catch (error) {
      this.#file.close()
      throw error
    }
  }

  /** Undefined if nothing was delivered yet. */
  get delivered(): Delivered | undefined {
    return this.#delivered
  }

  /** Notes that a publication was delivered at this time. Throws `FollowError`. */
  note(delivered: Delivered): void {
    const { publication, at } = delivered
    this.#using(() => this.#file.prepare('UPDATE follower SET publication = ?, at = ?').run(publication, at))
    this.#delivered = delivered
  }

  [Symbol.dispose](): void {
    this.#file.close()
  }

  #prepare(store: string, target: string): void {
    const tables = this.#file.prepare('SELECT name FROM sqlite_schema').all()
    if (tables.some(({ name }) => name !== 'follower')) throw new FollowError(`${this.#path} is another database`)
    // Extra also syncs the folder. An exclusive lock stays after the transaction.
    this.#file.exec(`
      PRAGMA synchronous = EXTRA;
      PRAGMA locking_mode = EXCLUSIVE;
      BEGIN EXCLUSIVE;
      CREATE TABLE IF NOT EXISTS follower (store TEXT, target TEXT, publication TEXT, at INTEGER) STRICT`)
    const row = this.#file.prepare('SELECT * FROM follower').get()
    if (!row) this.#file.prepare('INSERT INTO follower (store, target) VALUES (?, ?)').run(store, target)
    else if (row.store !== store || row.target !== target)
      throw new FollowError(
        `${this.#path} belongs to a follower of ${row.store === store ? 'another target' : `store ${row.store}`}; ` +
          'name a file for each follower. If you delete it, the first event will say that everything may have changed',
      )
    this.#file.exec('COMMIT')
    if (row && row.publication !== null) this.#delivered = { publication: String(row.publication), at: Number(row.at) }
  }

  #using<Result>(action: () => Result): Result {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof FileUnusable)) throw error
      if (error.errcode === SQLITE_BUSY) throw new FollowError(`another \`vitrine follow\` uses ${this.#path}`)
      const isOther = error.errcode === SQLITE_NOTADB
      const { message } = error.cause as Error
      throw new FollowError(
        `the state ${this.#path} cannot be used: ${isOther ? 'it is a file of another kind' : message}`,
      )
    }
  }
}

/** Makes the file, if there is none, so that only this user can read it. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch {
    // It exists, or SQLite says what is wrong.
  }
}

/** What a follower remembers: the last publication that was delivered, and when. */
interface Delivered {
  readonly publication: string
  /** Milliseconds since 1970. */
  readonly at: number
}

const SQLITE_BUSY = 5
