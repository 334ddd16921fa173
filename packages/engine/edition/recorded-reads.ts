import { AsyncLocalStorage } from 'node:async_hooks'

const recordings = new AsyncLocalStorage<Set<string>>()

/** Notes that what is computed now depends on a part of the edition: one of `ContentVersions`, or one of these. */
export function noteRead(part: string): void {
  recordings.getStore()?.add(part)
}

/** Something that no other edition has, such as the log of publications when it was read. */
export const EDITION_ITSELF = 'edition'

/** The numbers of products and variants. */
export const COUNTS = 'counts'

/** A value that several computations need. Each depends on what the value was computed from. */
export class SharedValue<Value> {
  readonly #computed: Promise<{ readonly value: Value; readonly parts: ReadonlySet<string> }>

  constructor(compute: () => Promise<Value>) {
    this.#computed = recordReads(compute)
    // Those who get the value report the error.
    this.#computed.catch(() => {})
  }

  async get(): Promise<Value> {
    const { value, parts } = await this.#computed
    for (const part of parts) noteRead(part)
    return value
  }
}

/** Computes a value, and finds out which parts of an edition it depends on. */
export async function recordReads<Value>(
  compute: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly parts: ReadonlySet<string> }> {
  const parts = new Set<string>()
  const value = await recordings.run(parts, compute)
  return { value, parts }
}
