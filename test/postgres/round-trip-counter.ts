/** Codes of first messages that do not start a session. */
const CANCEL_REQUEST = 80_877_102
const ENCRYPTION_REQUESTS = [80_877_103, 80_877_104]

/** The server's message types that complete each client message, when a Flush asks for its answer. */
const COMPLETED_BY: Record<string, string> = { P: '1', B: '2', D: 'Tn', E: 'CIs', C: '3' }

/**
 * Counts the round trips of one PostgreSQL connection. It reads the types of the messages only.
 *
 * A round trip begins when the client sends something and the server owes no answer: the server is ready for a query, has
 * answered everything up to a Flush, or waits for the rows of a COPY. Logging in does not count.
 */
export class RoundTripCounter {
  readonly #onRoundTrip: () => void
  readonly #client = new MessageParser()
  readonly #server = new MessageParser()
  /** For each answer that the server owes: the message types that complete it. */
  readonly #owed: string[] = []
  #started = false
  /** False for cancel requests and encrypted connections. */
  #readable = true
  #encryptionRequested = false
  #underWay = false
  #lastType = ''

  constructor(onRoundTrip: () => void) {
    this.#onRoundTrip = onRoundTrip
  }

  fromClient(bytes: Buffer): void {
    if (!this.#readable) return
    const messages = this.#started ? bytes : this.#client.skipStartup(bytes, (code) => this.#startsSession(code))
    for (const type of this.#client.typesIn(messages)) this.#onRequest(type)
  }

  fromServer(bytes: Buffer): void {
    let messages = bytes
    if (this.#encryptionRequested) {
      this.#encryptionRequested = false
      this.#readable = messages[0] === 'N'.charCodeAt(0)
      messages = messages.subarray(1)
    }
    if (!this.#readable) return
    for (const type of this.#server.typesIn(messages)) this.#onResponse(type)
  }

  #startsSession(code: number): boolean {
    if (ENCRYPTION_REQUESTS.includes(code)) this.#encryptionRequested = true
    else if (code === CANCEL_REQUEST) this.#readable = false
    else {
      this.#started = true
      this.#underWay = true
      this.#owed.push('Z')
    }
    return this.#started
  }

  #onRequest(type: string): void {
    if (type === 'X') return
    if (!this.#underWay) this.#onRoundTrip()
    this.#underWay = true
    if ('QSF'.includes(type)) this.#owed.push('Z')
    if (type === 'H') this.#owed.push(`E${COMPLETED_BY[this.#lastType] ?? ''}`)
    this.#lastType = type
  }

  #onResponse(type: string): void {
    if (this.#owed[0]?.includes(type)) this.#owed.shift()
    if (this.#owed.length === 0 || type === 'G') this.#underWay = false
  }
}

/** Splits a stream into messages: one byte for the type, four for the length (which counts itself), then the content. */
class MessageParser {
  #header: number[] = []
  #bytesLeft = 0

  /** Skips startup messages, which have a length and a code but no type, up to the one that starts the session. */
  skipStartup(bytes: Buffer, startsSession: (code: number) => boolean): Buffer {
    for (let at = 0; at < bytes.length; ) {
      this.#header.push(bytes[at++]!)
      if (this.#header.length < 8) continue
      const header = Buffer.from(this.#header)
      this.#header = []
      if (!startsSession(header.readUInt32BE(4))) continue
      this.#bytesLeft = header.readUInt32BE() - 8
      return bytes.subarray(at)
    }
    return bytes.subarray(bytes.length)
  }

  *typesIn(bytes: Buffer): Iterable<string> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#bytesLeft > 0) {
        const skipped = Math.min(this.#bytesLeft, bytes.length - at)
        this.#bytesLeft -= skipped
        at += skipped
        continue
      }
      this.#header.push(bytes[at++]!)
      if (this.#header.length < 5) continue
      const [type, ...length] = this.#header
      this.#header = []
      this.#bytesLeft = Buffer.from(length).readUInt32BE() - 4
      yield String.fromCharCode(type!)
    }
  }
}
