/** Why a server's catalog cannot be read, in sentences. */
export class RemoteError extends Error {
  constructor(sentence: string) {
    super(sentence.replace(CONTROLS, ' '))
    this.name = 'RemoteError'
  }
}

/**
 * What the server gave does not fit together, as when its catalog changes while it is read. Another reading may be whole.
 * The message goes on from "since ".
 */
export class CatalogMoved extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'CatalogMoved'
  }
}

/** What a sentence may quote of an answer, and what a terminal would obey. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g
