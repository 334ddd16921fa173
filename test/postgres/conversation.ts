/** What the code of a first message says if it is not the start of a session. */
const CANCEL = 80_877_102
const ENCRYPTIONS = [80_877_103, 80_877_104]

/** What ends the answer to a message that a client has asked to be answered without the end of a transaction. */
const ANSWERS: Record<string, string> = { P: '1', B: '2', D: 'Tn', E: 'CIs', C: '3' }

/**
 * What one client and the server say to each other, of which it looks at the types of the messages only. A round trip
 * begins when the client sends something and the server owes it nothing: it has said that it is ready for a query, or
 * has answered all that a Flush asked for, or waits for the rows of a COPY. Logging in is none.
 */
export class Conversation {
  readonly #onRoundTrip: () => void
  readonly #client = new Messages()
  readonly #server = new Messages()
  /** Of each answer that the server owes, the types of messages that end it. */
  readonly #owed: string[] = []
  #started = false
  #understood = true
  #encryptionAsked = false
  #traveling = false
  #last = ''

  constructor(onRoundTrip: () => void) {
    this.#onRoundTrip = onRoundTrip
  }

  fromClient(bytes: Buffer): void {
    if (!this.#understood) return
    const rest = this.#started ? bytes : this.#client.skipFirst(bytes, (code) => this.#begin(code))
    for (const type of this.#client.typesIn(rest)) this.#ask(type)
  }

  fromServer(bytes: Buffer): void {
    let rest = bytes
    if (this.#encryptionAsked) {
      this.#encryptionAsked = false
      this.#understood = rest[0] === 'N'.charCodeAt(0)
      rest = rest.subarray(1)
    }
    if (!this.#understood) return
    for (const type of this.#server.typesIn(rest)) this.#answer(type)
  }

  #begin(code: number): boolean {
    if (ENCRYPTIONS.includes(code)) this.#encryptionAsked = true
    else if (code === CANCEL) this.#understood = false
    else {
      this.#started = true
      this.#traveling = true
      this.#owed.push('Z')
    }
    return this.#started
  }

  #ask(type: string): void {
    if (type === 'X') return
    if (!this.#traveling) this.#onRoundTrip()
    this.#traveling = true
    if ('QSF'.includes(type)) this.#owed.push('Z')
    if (type === 'H') this.#owed.push(`E${ANSWERS[this.#last] ?? ''}`)
    this.#last = type
  }

  #answer(type: string): void {
    if (this.#owed[0]?.includes(type)) this.#owed.shift()
    if (this.#owed.length === 0 || type === 'G') this.#traveling = false
  }
}

/** Cuts a stream into messages: a byte that says the type, four for the length without that byte, and as much. */
class Messages {
  #header: number[] = []
  #left = 0

  /** Passes over first messages, which have no type but a length and a code, until `isLast` says so of a code. */
  skipFirst(bytes: Buffer, isLast: (code: number) => boolean): Buffer {
    for (let at = 0; at < bytes.length; ) {
      this.#header.push(bytes[at++]!)
      if (this.#header.length < 8) continue
      const header = Buffer.from(this.#header)
      this.#header = []
      if (!isLast(header.readUInt32BE(4))) continue
      this.#left = header.readUInt32BE() - 8
      return bytes.subarray(at)
    }
    return bytes.subarray(bytes.length)
  }
  *typesIn(bytes: Buffer): Iterable<string> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, bytes.length - at)
        this.#left -= skipped
        at += skipped
        continue
      }
      this.#header.push(bytes[at++]!)
      if (this.#header.length < 5) continue
      const [type, ...length] = this.#header
      this.#header = []
      this.#left = Buffer.from(length).readUInt32BE() - 4
      yield String.fromCharCode(type!)
    }
  }
}
