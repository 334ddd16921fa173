import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { openFile } from '@vitrine/runtime/sqlite-file'

/**
 * Groups rows or documents that share a key, wherever they are in the file. They are in an unnamed temporary SQLite
 * database. It spills to disk what exceeds its cache, and disappears with the process even after a crash.
 */
export class Grouping<Item> implements Disposable {
  readonly #codec: ItemCodec<Item>
  readonly #database = openDatabase()
  readonly #findGroup = this.#database.prepare('SELECT grp FROM keys WHERE key = ?')
  readonly #insertKey = this.#database.prepare('INSERT INTO keys (key, grp) VALUES (?, ?)')
  readonly #insertItem = this.#database.prepare('INSERT INTO items VALUES (?, ?, ?)')
  #groupCount = 0
  #itemCount = 0
  /** Group → the earlier group that it was merged into. */
  readonly #merged = new Map<number, number>()
  /** The only key of the last item, if it had one key. The next item usually has it too. */
  #last: { readonly key: string; readonly group: number } | undefined

  constructor(codec: ItemCodec<Item>) {
    this.#codec = codec
  }

  /** Adds an item to the group that has one of its keys. An item without keys is a group by itself. */
  add(keys: readonly string[], item: Item): void {
    const group = this.#groupOf(keys.map(shortened))
    this.#insertItem.run(group, this.#itemCount, this.#codec.toText(item))
    if (++this.#itemCount % BATCH === 0) this.#database.exec('COMMIT; BEGIN')
  }

  /** The groups in the order of their first items. The items of a group are in the order of the file. */
  async *groups(): AsyncGenerator<Group<Item>> {
    let count = 0
    for (const group of this.#storedGroups()) {
      yield group
      if (++count % PAUSE_INTERVAL === 0) await setImmediate()
    }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  *#storedGroups(): Generator<Group<Item>> {
    const stored = this.#database.prepare('SELECT grp, item FROM items ORDER BY grp, seq')
    let current: number | undefined
    let items: Item[] = []
    let size = 0
    let tooLarge = false
    for (const { grp, item } of stored.iterate() as Iterable<{ readonly grp: number; readonly item: string }>) {
      if (grp !== current) {
        if (items.length > 0) yield { items, tooLarge }
        current = grp
        items = []
        size = 0
        tooLarge = false
      }
      size += item.length
      tooLarge ||= items.length > 0 && (size > CHARACTERS_LIMIT || items.length >= ITEMS_LIMIT)
      if (!tooLarge) items.push(this.#codec.fromText(item))
    }
    if (items.length > 0) yield { items, tooLarge }
  }

  #groupOf(keys: readonly string[]): number {
    if (keys.length === 1 && this.#last?.key === keys[0]) return this.#last!.group
    const existing = keys.map((key) => this.#find(key)).filter((group) => group !== undefined)
    const group = existing.length > 0 ? Math.min(...existing) : this.#groupCount++
    for (const other of new Set(existing)) if (other !== group) this.#merge(other, group)
    for (const key of keys) if (this.#find(key) === undefined) this.#insertKey.run(key, group)
    this.#last = keys.length === 1 ? { key: keys[0]!, group } : undefined
    return group
  }

  #find(key: string): number | undefined {
    let group = (this.#findGroup.get(key) as { grp: number } | undefined)?.grp
    while (group !== undefined && this.#merged.has(group)) group = this.#merged.get(group)
    return group
  }

  /** An item with two keys can show that two groups are one: some variations name their parent by id, others by sku. */
  #merge(from: number, to: number): void {
    this.#database.prepare('UPDATE items SET grp = ? WHERE grp = ?').run(to, from)
    this.#merged.set(from, to)
  }
}

/** The most items of one group, and the most characters of their texts. */
const ITEMS_LIMIT = 20_000
const CHARACTERS_LIMIT = 8 * 1024 * 1024

/** Items per transaction. */
const BATCH = 20_000

/** Groups between two pauses in which the process can handle signals. */
const PAUSE_INTERVAL = 100

/** Items that belong together. A group that is too large has only the items before the limit. */
export interface Group<Item> {
  readonly items: readonly Item[]
  readonly tooLarge: boolean
}

/** Stores items as text. */
export interface ItemCodec<Item> {
  toText(item: Item): string
  fromText(text: string): Item
}

/** What is wrong with a product whose group is too large. */
export const TOO_LARGE = { wrong: 'has more than 20,000 rows, or more than 8 MiB of text', right: 'a smaller product' }

function openDatabase(): DatabaseSync {
  const database = openFile('')
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -32000;
    CREATE TABLE keys (key TEXT PRIMARY KEY, grp INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE items (grp INTEGER, seq INTEGER, item TEXT, PRIMARY KEY (grp, seq)) WITHOUT ROWID;
    BEGIN`)
  return database
}

/** Replaces a very long key by its digest. */
function shortened(key: string): string {
  return key.length > 200 ? `sha256 ${hash('sha256', key)}` : key
}
