/** The server's catalog cannot be read. The message is one or more complete sentences. */
export class RemoteError extends Error {
  constructor(message: string) {
    // The message may quote the server; a terminal must not interpret control characters.
    super(message.replace(/[\x00-\x1f\x7f-\x9f]/g, ' '))
    this.name = 'RemoteError'
  }
}

/**
 * The server's responses contradict each other, for example because its catalog changed during the reading. Another
 * reading may succeed. The message continues a sentence after "because".
 */
export class InconsistentCatalog extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'InconsistentCatalog'
  }
}
