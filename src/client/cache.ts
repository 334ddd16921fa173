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

/** A cache of so many answers, those of the most recent requests. */
export function createAnswerCache(limit: number): AnswerCache {
  const answers = new Map<string, CachedAnswer>()
  const set = (key: string, answer: CachedAnswer) => {
    answers.delete(key)
    answers.set(key, answer)
    if (answers.size > limit) answers.delete(answers.keys().next().value!)
  }
  const get = (key: string) => {
    const answer = answers.get(key)
    if (answer) set(key, answer)
    return answer
  }
  return { get, set }
}
