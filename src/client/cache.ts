/** An answer of the service, as it came. */
export interface CachedAnswer {
  readonly etag: string
  readonly body: string
}

/** Where answers are kept with their ETag. A `Map` is one. */
export interface AnswerCache {
  get(key: string): CachedAnswer | undefined
  set(key: string, answer: CachedAnswer): unknown
}

/** A cache of so many answers: those asked for last. */
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
