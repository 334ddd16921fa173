import { isUtf8 } from 'node:buffer'
import type { CatalogRecord } from './record.ts'

/** The longest record, in bytes. */
export const RECORD_LIMIT = 16 * 1024 * 1024

/**
 * The bytes of a record of which the end has not come yet. Keeps no more than `RECORD_LIMIT`: of what is longer it
 * only knows that it is too long.
 */
export class RecordBuffer {
  #bytes = Buffer.alloc(0)
  #size = 0

  /** Adds a copy of what has come, since a source may fill the same memory again for its next chunk. */
  add(part: Buffer): void {
    const from = this.#size
    this.#size += part.length
    if (this.#size > RECORD_LIMIT) return
    this.#reserve(from, this.#size)
    part.copy(this.#bytes, from)
  }

  /** The whole record, whose last part this is. Afterwards nothing is pending. */
  finish(line: number, last: Buffer): CatalogRecord {
    if (this.#size === 0) return toRecord(line, last)
    this.add(last)
    const size = this.#size
    this.#size = 0
    return size > RECORD_LIMIT ? { line, fault: TOO_LONG } : toRecord(line, this.#bytes.subarray(0, size))
  }

  #reserve(used: number, needed: number): void {
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * this.#bytes.length, RECORD_LIMIT), 64 * 1024))
    this.#bytes.copy(larger, 0, 0, used)
    this.#bytes = larger
  }
}

const TOO_LONG = { wrong: 'is longer than 16 MiB', right: 'a product of at most 16 MiB' }
const NOT_UTF8 = { wrong: 'is not valid UTF-8', right: 'text in UTF-8' }

function toRecord(line: number, bytes: Buffer): CatalogRecord {
  if (bytes.length > RECORD_LIMIT) return { line, fault: TOO_LONG }
  return isUtf8(bytes) ? { line, text: bytes.toString('utf8') } : { line, fault: NOT_UTF8 }
}
