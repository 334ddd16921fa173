import { LRUCache } from 'lru-cache'

/** The size of a cache and how often it helped. */
export interface CacheUse {
  readonly bytes: number
  readonly entries: number
  readonly hits: number
  readonly misses: number
}

/**
 * Approximate memory of an entry apart from its content, in bytes. Most of it is the objects around an array of
 * numbers.
 */
const ENTRY_BYTES = 800

/** An LRU cache with a bound in bytes. Concurrent reads of one key become one read. */
export class BoundedCache {
  readonly #entries: LRUCache<string, object>
  readonly #pending = new Map<string, Promise<object>>()
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({ maxSize: Math.max(1, maxBytes) })
  }

  get use(): CacheUse {
    return { bytes: this.#entries.calculatedSize, entries: this.#entries.size, hits: this.#hits, misses: this.#misses }
  }

  /** The value of a key, if it is cached. Counts as a hit or a miss. */
  get<Value extends object>(key: string): Value | undefined {
    const value = this.peek<Value>(key)
    if (value) this.#hits++
    else this.#misses++
    return value
  }

  /**
   * The value of a key, if it is cached. Counts as neither a hit nor a miss, because the caller can do without the
   * value.
   */
  peek<Value extends object>(key: string): Value | undefined {
    return this.#entries.get(key) as Value | undefined
  }

  /** Caches a value and returns it. Does not cache a value larger than the cache. */
  set<Value extends object>(key: string, value: Value, bytesOf: (value: Value) => number): Value {
    this.#entries.set(key, value, { size: bytesOf(value) + key.length + ENTRY_BYTES })
    return value
  }

  /** The cached value. Without one, caches and returns the value of `read`. A rejected read is not cached. */
  async readThrough<Value extends object>(
    key: string,
    read: () => Promise<Value>,
    bytesOf: (value: Value) => number,
  ): Promise<Value> {
    return this.get<Value>(key) ?? (await this.readMissing(key, read, bytesOf))
  }

  /** Like `readThrough`, for a key that `get` has missed. Calls `read` before it returns, unless a read is pending. */
  async readMissing<Value extends object>(
    key: string,
    read: () => Promise<Value>,
    bytesOf: (value: Value) => number,
  ): Promise<Value> {
    const pending = this.#pending.get(key) as Promise<Value> | undefined
    if (pending) return await pending
    const reading = read()
    this.#pending.set(key, reading)
    try {
      return this.set(key, await reading, bytesOf)
    } finally {
      this.#pending.delete(key)
    }
  }

  clear(): void {
    this.#entries.clear()
  }
}
