import type { CatalogRecord, Splitter } from './record.ts'
import { RecordBuffer } from './record-buffer.ts'

const TAB = 0x09
const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20

/** One record a line; blank lines are skipped. A line that is broken spoils no other. */
export class LineSplitter implements Splitter {
  readonly #pending = new RecordBuffer()
  #line = 1
  /** Whether the current line has anything but white space in the chunks before. */
  #begun = false;

  *push(chunk: Buffer): Generator<CatalogRecord> {
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      if (this.#begun || !isBlank(chunk, from, to)) yield this.#pending.finish(this.#line, chunk.subarray(from, to))
      this.#begun = false
      this.#line++
      from = to + 1
    }
    if (!this.#begun && isBlank(chunk, from, chunk.length)) return
    this.#begun = true
    this.#pending.add(chunk.subarray(from))
  }

  *end(): Generator<CatalogRecord> {
    if (this.#begun) yield this.#pending.finish(this.#line, Buffer.alloc(0))
  }
}

function isBlank(chunk: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = chunk[at]
    if (byte !== SPACE && byte !== CARRIAGE_RETURN && byte !== TAB) return false
  }
  return true
}
