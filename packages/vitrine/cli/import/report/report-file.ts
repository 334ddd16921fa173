import { closeSync, constants, openSync, statSync, writeSync } from 'node:fs'
import { cannotWrite } from '../../errors.ts'

/** A file of JSON lines. Writes are synchronous: reading a large catalog leaves no time for a stream to drain. */
export class ReportFile {
  readonly #path: string
  readonly #descriptor: number
  #buffer = ''
  #isOpen = true

  constructor(path: string) {
    this.#path = path
    try {
      this.#descriptor = openToWrite(path)
    } catch (error) {
      throw cannotWrite(`the report to ${path}`, error as Error)
    }
  }

  write(value: object): void {
    this.#buffer += `${JSON.stringify(value)}\n`
    if (this.#buffer.length >= 64 * 1024) this.#flush()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#flush()
    closeSync(this.#descriptor)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer)
    this.#buffer = ''
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written)
    } catch (error) {
      throw cannotWrite(`the report to ${this.#path}`, error as Error)
    }
  }
}

/**
 * Throws ENXIO for a named pipe that nobody reads. `open` alone would wait for a reader, and no signal would end it.
 */
function openToWrite(path: string): number {
  if (!statSync(path, { throwIfNoEntry: false })?.isFIFO()) return openSync(path, 'w')
  const probe = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    return openSync(path, 'w')
  } finally {
    closeSync(probe)
  }
}
