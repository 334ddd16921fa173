import type { IncomingMessage } from 'node:http'

/** The body of a request is longer than a server reads. */
export class BodyTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The body is longer than ${maxBytes} bytes.`)
    this.name = 'BodyTooLarge'
  }
}

/** The client went away before the body had arrived. */
export class BodyInterrupted extends Error {
  constructor() {
    super('The request ended before its body did.')
    this.name = 'BodyInterrupted'
  }
}

/** The body of a request as text. Throws `BodyTooLarge` or `BodyInterrupted`. It leaves the connection open for an answer. */
export function readBody(raw: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = () => {
      raw.removeAllListeners('data')
      reject(new BodyTooLarge(maxBytes))
    }
    if (Number(raw.headers['content-length']) > maxBytes) return refuse()
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBytes) refuse()
    })
    raw.on('end', () => resolve(Buffer.concat(chunks).toString()))
    const interrupt = () => {
      if (!raw.complete) reject(new BodyInterrupted())
    }
    raw.on('error', interrupt).on('close', interrupt)
  })
}
