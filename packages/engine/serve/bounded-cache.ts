import { LRUCache } from 'lru-cache'
import { memoryBytes, type PostingList } from '../index/posting-list.ts'

/**
 * An LRU cache with a bound in bytes. A posting list that several entries have is counted once. Concurrent reads of one
 * key become one read.
 */
export class BoundedCache {
  readonly #maxBytes: number
  readonly #entries = new LRUCache<string, Entry>({ maxSize: Number.MAX_SAFE_INTEGER })
  readonly #pending = new Map<string, Promise<object>>()
  /** How many times entries have each list. */
  readonly #holders = new Map<PostingList, number>()
  /** The entries that may have grown, because they were used after they were measured. */
  readonly #unmeasured = new Set<string>()
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get use(): CacheUse {
    this.#measureUsed()
    return { bytes: this.#bytes, entries: this.#entries.size, hits: this.#hits, misses: this.#misses }
  }

  /** Counts an answer from the cache, or one that it did not have. */
  count(isHit: boolean): void {
    if (isHit) this.#hits++
    else this.#misses++
  }

  /** The value of a key, if it is cached. Counts as neither a hit nor a miss. */
  peek<Value extends object>(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#noteUse(key)
    return entry.value as Value
  }

  /** Caches a value and returns it. Does not cache a value larger than the cache. */
  set<Value extends object>(key: string, value: Value, memoryOf: (value: Value) => Memory): Value {
    this.#remove(key)
    const memory = memoryOf(value)
    const listBytes = (memory.lists ?? []).reduce((sum, list) => sum + memoryBytes(list), 0)
    if (overheadOf(key) + memory.bytes + listBytes > this.#maxBytes) return value
    this.#entries.set(key, { value, memory, counted: this.#count(key, memory) }, { size: 1 })
    this.#noteUse(key)
    this.#evict()
    return value
  }

  /**
   * Caches and returns the value of `read`, or of a pending read of the same key and version. Calls `read` before it
   * returns. A rejected read is not cached.
   */
  async readMissing<Value extends object>(
    key: string,
    version: string,
    read: () => Promise<Value>,
    memoryOf: (value: Value) => Memory,
  ): Promise<Value> {
    const name = `${key} ${version}`
    const pending = this.#pending.get(name) as Promise<Value> | undefined
    if (pending) return await pending
    const reading = read()
    this.#pending.set(name, reading)
    try {
      return this.set(key, await reading, memoryOf)
    } finally {
      this.#pending.delete(name)
    }
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.#remove(key)
  }

  #noteUse(key: string): void {
    this.#unmeasured.add(key)
    if (this.#unmeasured.size > MAX_UNMEASURED) this.#measureUsed()
  }

  #measureUsed(): void {
    for (const key of this.#unmeasured) {
      const entry = this.#entries.peek(key)
      if (!entry || !hasGrown(entry)) continue
      this.#uncount(key, entry.counted)
      entry.counted = this.#count(key, entry.memory)
    }
    this.#unmeasured.clear()
    this.#evict()
  }

  #evict(): void {
    while (this.#bytes > this.#maxBytes) this.#remove(this.#entries.rkeys().next().value!)
  }

  #remove(key: string): void {
    const entry = this.#entries.peek(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#uncount(key, entry.counted)
  }

  /** Returns a copy of what was counted: the memory may grow. */
  #count(key: string, { bytes, lists = [] }: Memory): Memory {
    this.#bytes += overheadOf(key) + bytes
    for (const list of lists) {
      const holders = this.#holders.get(list) ?? 0
      if (holders === 0) this.#bytes += memoryBytes(list)
      this.#holders.set(list, holders + 1)
    }
    return { bytes, lists: [...lists] }
  }

  #uncount(key: string, { bytes, lists = [] }: Memory): void {
    this.#bytes -= overheadOf(key) + bytes
    for (const list of lists) {
      const holders = this.#holders.get(list)! - 1
      if (holders > 0) {
        this.#holders.set(list, holders)
        continue
      }
      this.#holders.delete(list)
      this.#bytes -= memoryBytes(list)
    }
  }
}

/** The size of a cache and how often it helped. */
export interface CacheUse {
  readonly bytes: number
  readonly entries: number
  readonly hits: number
  readonly misses: number
}

/** What a cached value has in memory. It may grow while the value is used: lists are only added. */
export interface Memory {
  /** Approximate memory of everything but the lists, in bytes. */
  readonly bytes: number
  /** Posting lists, which other cached values may have too. The same list may be in it several times. */
  readonly lists?: readonly PostingList[]
}

interface Entry {
  readonly value: object
  readonly memory: Memory
  /** What the cache has counted of it. */
  counted: Memory
}

/**
 * Approximate memory of an entry apart from its content, in bytes. Most of it is the objects around an array of
 * numbers.
 */
const ENTRY_BYTES = 800

/** Used entries are measured again when there are this many. */
const MAX_UNMEASURED = 64

/** Whether an entry has more than what was counted. Lists are only added. */
function hasGrown({ memory, counted }: Entry): boolean {
  return memory.bytes !== counted.bytes || (memory.lists?.length ?? 0) !== counted.lists?.length
}

function overheadOf(key: string): number {
  return key.length + ENTRY_BYTES
}
