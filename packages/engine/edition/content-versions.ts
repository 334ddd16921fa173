import type { EditionSummary } from './rows.ts'
import type { RowChange } from './storage.ts'
import { KEY_COLUMNS, type VersionedTable } from './tables.ts'
import type { Kind } from './term.ts'

/**
 * Which edition last changed each part of the content of an edition. What was computed from parts that have the same
 * versions in another edition of the store is the same there.
 *
 * A part is a group of rows: `products`, `documents card`, `words product name`, `orders variant price:ASC`. The
 * posting lists with the same prefix are a part, `postings product label`. So is each of them, `postings product
 * label:shoes`. Single lists are only noted if few have changed; the others then have the version of the prefix from
 * before.
 */
export class ContentVersions {
  /** The version of what is not named: when the content was written as a whole. */
  readonly #rest: string
  readonly #parts: Readonly<Record<string, string>>
  /** Of the lists of a prefix that are not named, if that is not the version of the prefix. */
  readonly #unnamed: Readonly<Record<string, string>>
  readonly #lists: Readonly<Record<string, string>>
  readonly #edition: EditionSummary

  /** `stored` is what `after` gave; null if it is not known what changed since other editions. */
  constructor(edition: EditionSummary, stored: string | null) {
    const versions: StoredVersions = stored === null ? { rest: contentVersion(edition) } : JSON.parse(stored)
    const { rest, parts = {}, unnamed = {}, lists = {} } = versions
    this.#edition = edition
    this.#rest = rest
    this.#parts = parts
    this.#unnamed = unnamed
    this.#lists = lists
  }

  /**
   * The version of a part, or of something else that `noteRead` notes. It is equal in two editions of a store only if
   * that is.
   */
  of(part: string): string {
    if (part === EDITION_ITSELF) return contentVersion(this.#edition)
    if (part === COUNTS) return `${this.#edition.productCount}/${this.#edition.variantCount}`
    const colon = part.startsWith('postings ') ? part.indexOf(':') : -1
    if (colon < 0) return this.#parts[part] ?? this.#rest
    const prefix = part.slice(0, colon)
    return this.#lists[part] ?? this.#unnamed[prefix] ?? this.#parts[prefix] ?? this.#rest
  }

  /** The versions in an edition that differs by these changes, as `of` reads them. */
  after(changes: ContentChanges, edition: EditionSummary): string {
    const version = contentVersion(edition)
    const parts = { ...this.#parts }
    const unnamed = { ...this.#unnamed }
    let lists = { ...this.#lists }
    for (const part of changes.parts) parts[part] = version
    for (const [prefix, changed] of changes.lists) {
      const own = Object.keys(lists).filter((list) => list.startsWith(`${prefix}:`))
      const isNamed = changed !== undefined && new Set([...own, ...changed]).size <= MAX_NAMED_LISTS
      if (isNamed) unnamed[prefix] ??= parts[prefix] ?? this.#rest
      else {
        delete unnamed[prefix]
        lists = Object.fromEntries(Object.entries(lists).filter(([list]) => !own.includes(list)))
      }
      if (isNamed) for (const list of changed) lists[list] = version
      parts[prefix] = version
    }
    return JSON.stringify({ rest: this.#rest, parts, unnamed, lists } satisfies StoredVersions)
  }
}

/** What rows an edition writes that its base does not have. */
export class ContentChanges {
  readonly parts = new Set<string>()
  /** The posting lists that change, by their prefix; undefined if they are many. */
  readonly lists = new Map<string, Set<string> | undefined>()

  note(change: RowChange): void {
    if ('journal' in change) return
    if ('put' in change) {
      const columns = KEY_COLUMNS[change.put].length - 1
      for (const row of change.rows) this.#note(change.put, row.slice(0, columns), row[columns])
      return
    }
    const table = 'end' in change ? change.end : change.restore
    for (const item of change.items) this.#note(table, change.group, item)
  }

  #note(table: VersionedTable, group: readonly unknown[], item: unknown): void {
    if (table !== 'postings') {
      this.parts.add(partOf(table, group))
      return
    }
    const list = listPart(group[0] as Kind, (item as string).split(' ', 1)[0]!)
    const prefix = prefixOf(list)
    if (!this.lists.has(prefix)) this.lists.set(prefix, new Set())
    const changed = this.lists.get(prefix)
    changed?.add(list)
    if (changed && changed.size > MAX_NAMED_LISTS) this.lists.set(prefix, undefined)
  }
}

/** The part that has the rows of a group. */
export function partOf(table: VersionedTable, group: readonly unknown[]): string {
  return [table, ...group].join(' ')
}

/** The part that has one posting list. */
export function listPart(kind: Kind, term: string): string {
  return `postings ${kind} ${term}`
}

/** The part that has all posting lists with the prefix of a list, or of the beginning of one. */
export function prefixOf(list: string): string {
  return list.split(':', 1)[0]!
}

/** Something that no other edition has, such as the log of publications when it was read. */
export const EDITION_ITSELF = 'edition'

/** The numbers of products and variants. */
export const COUNTS = 'counts'

/** The version of a part that an edition changed. */
export function contentVersion({ number, publishedAt }: EditionSummary): string {
  return `${number}@${Date.parse(publishedAt).toString(36)}`
}

interface StoredVersions {
  readonly rest: string
  readonly parts?: Readonly<Record<string, string>>
  readonly unnamed?: Readonly<Record<string, string>>
  readonly lists?: Readonly<Record<string, string>>
}

/** The most lists of a prefix that have versions of their own. The versions of an edition then take some kilobytes. */
const MAX_NAMED_LISTS = 64

/**
 * Whether these are one edition of a store, which never changes. A store that is removed and added again has its
 * numbers at other times.
 */
export function isSameEdition(a: EditionSummary, b: EditionSummary): boolean {
  return a === b || (a.number === b.number && a.publishedAt === b.publishedAt)
}
