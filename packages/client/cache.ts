/** An answer of the service as it came, with its ETag. */
export interface CachedAnswer {
  readonly etag: string
  readonly body: string
}

/** A cache of answers with their ETags. A `Map` is one. */
export interface AnswerCache {
  get(key: string): CachedAnswer | undefined
  set(key: string, answer: CachedAnswer): unknown
}

/** A cache of at most `limit` answers. It drops the answer that was not used for the longest time. */
export function createAnswerCache(limit: number): AnswerCache {
  const answers = new Map<string, CachedAnswer>()
  return {
    get: (key) => {
      const answer = answers.get(key)
      // A Map keeps its order: the answer goes to the end.
      if (answer && answers.delete(key)) answers.set(key, answer)
      return answer
    },
    set: (key, answer) => {
      answers.delete(key)
      answers.set(key, answer)
      if (answers.size > limit) answers.delete(answers.keys().next().value!)
    },
  }
}
