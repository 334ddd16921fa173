import type { Body } from './shop.ts'

/** An event of a stream. A block without data, such as a comment, has none. */
export interface ReadEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: Body
  /** The lines of the block. */
  readonly lines: readonly string[]
}

/** Reads a stream of Server-sent events, block by block. */
export class EventReader implements AsyncDisposable {
  readonly response: Response
  readonly #controller: AbortController
  readonly #blocks: AsyncGenerator<ReadEvent>

  private constructor(response: Response, controller: AbortController) {
    this.response = response
    this.#controller = controller
    this.#blocks = blocksOf(response)
  }

  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    const controller = new AbortController()
    const response = await fetch(url, { headers, signal: controller.signal })
    return new EventReader(response, controller)
  }

  /** The next block that is no comment; undefined at the end. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const block = await this.nextBlock()
      if (block?.lines[0] !== ':') return block
    }
  }

  /** The next block; undefined at the end. */
  async nextBlock(): Promise<ReadEvent | undefined> {
    return (await this.#blocks.next()).value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#controller.abort()
    await this.#blocks.return(undefined).catch(() => {})
  }
}

async function* blocksOf({ body }: Response): AsyncGenerator<ReadEvent> {
  let text = ''
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + part).split('\n\n')
    text = blocks.pop()!
    yield* blocks.map(parsed)
  }
}

function parsed(block: string): ReadEvent {
  const lines = block.split('\n')
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)))
  return { lines, ...fields, ...(fields.data !== undefined && { data: JSON.parse(fields.data) }) }
}
