import { write } from 'node:fs'

/**
 * Writes the lines of a log to a file descriptor and never waits for its reader. Lines that come during a write form
 * the next one. Loses lines if the reader is too slow or a write fails, as it does after the reader has gone.
 */
export class LogOutput {
  readonly #descriptor: number
  readonly #onLoss: (lines: number) => void
  readonly #isShared: boolean
  #queued = ''
  #isWriting = false
  #lostLines = 0
  #idle = Promise.withResolvers<void>()

  /**
   * `onLoss` runs as soon as lines can be written again. `isShared` is for a descriptor to which other processes write.
   */
  constructor(descriptor: number, onLoss: (lines: number) => void, isShared = false) {
    this.#descriptor = descriptor
    this.#onLoss = onLoss
    this.#isShared = isShared
  }

  write(lines: string): void {
    if (this.#queued.length + lines.length > MAX_QUEUED_CHARACTERS) this.#lose(lines)
    else this.#queued += lines
    if (!this.#isWriting) this.#writeQueued()
  }

  /** Resolves when all lines are written or lost, at the latest after half a second. */
  async flush(): Promise<void> {
    if (!this.#isWriting) return
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, FLUSH_MILLISECONDS)
    await Promise.race([this.#idle.promise, timeout.promise])
    clearTimeout(timer)
  }

  #writeQueued(): void {
    if (this.#queued === '') return
    this.#isWriting = true
    const lines = Buffer.from(this.#queued)
    this.#queued = ''
    this.#writeBytes(lines)
  }

  #writeBytes(bytes: Buffer): void {
    const length = this.#isShared ? endOfLines(bytes, MAX_ATOMIC_BYTES) : bytes.length
    write(this.#descriptor, bytes, 0, length, (error, written) => {
      if (error?.code === 'EAGAIN') return setTimeout(() => this.#writeBytes(bytes), RETRY_MILLISECONDS).unref()
      if (error) this.#lose(bytes.toString())
      else if (written < bytes.length) return this.#writeBytes(bytes.subarray(written))
      else this.#reportLoss()
      this.#isWriting = false
      this.#writeQueued()
      if (!this.#isWriting) this.#becomeIdle()
    })
  }

  #becomeIdle(): void {
    this.#idle.resolve()
    this.#idle = Promise.withResolvers()
  }

  #lose(lines: string): void {
    this.#lostLines += lines.split('\n').length - 1
  }

  #reportLoss(): void {
    const lines = this.#lostLines
    this.#lostLines = 0
    if (lines > 0) this.#onLoss(lines)
  }
}

/** The queue for a slow reader. Later lines are lost, so that the log cannot fill the memory. */
const MAX_QUEUED_CHARACTERS = 8_000_000

/** A pipe or a socket takes this many bytes at once (POSIX, PIPE_BUF), so the lines of several processes do not mix. */
const MAX_ATOMIC_BYTES = 4096

/** The pause before the next attempt if the reader has not made room. */
const RETRY_MILLISECONDS = 20

/** How long `flush` waits for a slow reader. */
const FLUSH_MILLISECONDS = 500

/** The end of the last line that ends within `limit` bytes, or of the first line if it is longer. */
function endOfLines(bytes: Buffer, limit: number): number {
  if (bytes.length <= limit) return bytes.length
  const last = bytes.lastIndexOf('\n', limit - 1)
  return (last < 0 ? bytes.indexOf('\n') : last) + 1
}
