import { constants } from 'node:fs'
import { appendFile, open } from 'node:fs/promises'
import type { StoreId } from '@vitrine/catalog/store'
import type { SearchRecord } from '@vitrine/server/searches'
import { CommandError, cannotWrite } from '../errors.ts'

/**
 * Appends searches to a file, once a second. It opens the file each time, so a file that was moved away is replaced by
 * a new one. Several processes may append to one file. Never throws: lines that cannot be written are lost and counted.
 */
export class SearchLog {
  readonly #path: string
  readonly #events: LogEvents
  #queued = ''
  #lostLines = 0
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(path: string, events: LogEvents) {
    this.#path = path
    this.#events = events
  }

  readonly add = (store: StoreId, { words, total, outcome }: SearchRecord, market?: string): void => {
    const of = { store, ...(market !== undefined && { market }) }
    const logged: LoggedSearch = { time: new Date().toISOString(), ...of, words, total, outcome }
    const line = `${JSON.stringify(logged)}\n`
    if (this.#queued.length + line.length > MAX_QUEUED_CHARACTERS) this.#lostLines++
    else this.#queued += line
    this.#writeSoon()
  }

  /** Resolves when all lines are written or lost, at the latest after half a second. */
  async flush(): Promise<void> {
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, FLUSH_MILLISECONDS)
    const written = async () => {
      await this.#writing
      await this.#write()
    }
    await Promise.race([written(), timeout.promise])
    clearTimeout(timer)
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_MILLISECONDS).unref()
  }

  /** Writes what is queued, unless an earlier write still waits for the disk. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing !== undefined || this.#queued === '') return
    this.#writing = this.#append(this.#queued)
    this.#queued = ''
    await this.#writing
    this.#writing = undefined
    if (this.#queued !== '') this.#writeSoon()
  }

  async #append(lines: string): Promise<void> {
    try {
      await appendFile(this.#path, lines, APPENDING)
      if (this.#lostLines > 0) this.#events.onRecovery(this.#lostLines)
      this.#lostLines = 0
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) this.#events.onFailure(error as Error)
      this.#hasFailed = true
      this.#lostLines += lines.split('\n').length - 1
    }
  }
}

/** What the log says of a search: a line of JSON. */
export interface LoggedSearch extends SearchRecord {
  /** ISO 8601, UTC. */
  readonly time: string
  readonly store: string
  /** The code of the market, in one. */
  readonly market?: string
}

/** When lines could not be written, and when they can be again. */
interface LogEvents {
  onFailure(error: Error): void
  onRecovery(lostLines: number): void
}

/** Throws `CommandError` if searches cannot be appended to a file of this name. */
export async function checkSearchLog(path: string): Promise<void> {
  try {
    await using file = await open(path, APPENDING.flag, APPENDING.mode)
    if (!(await file.stat()).isFile())
      throw new CommandError(`cannot write the search log to ${path}: it is not a regular file`)
  } catch (error) {
    throw error instanceof CommandError ? error : cannotWrite(path, error as Error)
  }
}

/** Shoppers may type what is about themselves, so not every user of the machine may read it. A pipe does not wait. */
const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants
const APPENDING = { flag: O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY, mode: 0o640 }

/** The queue for a slow disk: some 70,000 searches. Later ones are lost, so that the log cannot fill the memory. */
const MAX_QUEUED_CHARACTERS = 8_000_000

const WRITE_MILLISECONDS = 1000

/** How long `flush` waits for a slow disk. */
const FLUSH_MILLISECONDS = 500
