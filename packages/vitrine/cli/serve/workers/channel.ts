import type { EventEmitter } from 'node:events'

/** Questions and answers between the primary process and a worker. Arguments and answers are JSON. */
export class Channel {
  readonly #peer: Peer
  readonly #answers: Answers
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #nextId = 0

  constructor(peer: Peer, answers: Answers) {
    this.#peer = peer
    this.#answers = answers
    peer.on('message', (message: Message) => void this.#receive(message))
    peer.on('disconnect', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('the other process has ended'))
    })
  }

  /** Rejects if the other process ends, fails, or does not answer within four seconds. */
  async ask<Answer>(question: string, value?: unknown): Promise<Answer> {
    const id = this.#nextId++
    const pending = Promise.withResolvers<unknown>()
    this.#pending.set(id, pending)
    const timer = setTimeout(() => pending.reject(new Error('the other process does not answer')), ANSWER_MILLISECONDS)
    try {
      this.#send({ id, question, value })
      return (await pending.promise) as Answer
    } finally {
      clearTimeout(timer)
      this.#pending.delete(id)
    }
  }

  async #receive({ id, question, value, failed }: Message): Promise<void> {
    if (question === undefined) {
      const pending = this.#pending.get(id)
      if (failed) pending?.reject(new Error('the other process failed to answer'))
      else pending?.resolve(value)
      return
    }
    try {
      this.#send({ id, value: await this.#answers[question]!(value as never) })
    } catch {
      this.#send({ id, failed: true })
    }
  }

  /** A message to a process that has ended is lost; `disconnect` tells of the end. */
  #send(message: Message): void {
    this.#peer.send!(message, () => {})
  }
}

/** The process at the other end: a worker, or in a worker `process` itself. */
type Peer = EventEmitter & { readonly send?: (message: Message, callback: (error: Error | null) => void) => boolean }

/** What a process answers, by the name of the question. A question has at most one argument. */
export type Answers = Readonly<Record<string, (argument: never) => unknown>>

interface Message {
  readonly id: number
  /** The name of a question. An answer has none. */
  readonly question?: string
  readonly value?: unknown
  readonly failed?: boolean
}

/** Less than the 5 seconds that health checks usually wait. */
const ANSWER_MILLISECONDS = 4000
