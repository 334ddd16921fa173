import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'

/**
 * Answers by what was asked: the store, its edition's ETag, the host where links name it, the request target as it came.
 * An edition never changes, so no answer here is ever wrong: those of an old edition are not asked for again, and go.
 */
export class ResponseCache {
  hits = 0
  misses = 0
  readonly #answers: LRUCache<string, Answer> | undefined

  constructor(bytes: number) {
    this.#answers = bytes > 0 ? new LRUCache({ maxSize: bytes }) : undefined
  }

  static key(store: string, etag: string, host: string, target: string): string {
    return `${store} ${etag} ${host} ${target}`
  }

  get enabled(): boolean {
    return this.#answers !== undefined
  }

  get entries(): number {
    return this.#answers?.size ?? 0
  }

  get bytes(): number {
    return this.#answers?.calculatedSize ?? 0
  }

  get(key: string): Answer | undefined {
    return this.#answers?.get(key)
  }

  /** Keeps the answer; again when it has grown by a compressed form. */
  keep(key: string, answer: Answer): void {
    this.#answers?.set(key, answer, { size: answer.size + key.length })
  }
}
