import { shortSlug } from './native/identifiers.ts'
import { NumberSuffixes } from './native/number-suffixes.ts'

/**
 * The codes of the names and paths of a file, or of a store. A name has one code, and two names never share one: if “C”
 * has the code `c`, “C++” has `c-2`. The code of a path is made of its last name. If another path has it, it is made of
 * the last two names, and so on: `shirts`, `women-shirts`. A name alone shares the code `shirts` with the path that has
 * it.
 */
export class CodeBook implements CodeOrigins {
  /** scope and path as written → code, to find most of them without making a key */
  readonly #known = new Map<string, string>()
  /** scope and key → code */
  readonly #codes = new Map<string, string>()
  /** scope and code → what has it */
  readonly #owners = new Map<string, Owner>()
  /** scope and code, if a catalog states the code */
  readonly #stated = new Set<string>()
  readonly #suffixes = new NumberSuffixes()
  /** The codes of the paths of labels from the constructor, by their last names */
  readonly #givenPaths = new Map<string, Set<string>>()
  /** The code of a path of a label that was made → the codes of given paths with the same last name */
  readonly #rivals = new Map<string, readonly string[]>()
  #made: GivenCode[] = []

  /** A path that comes later with the code of another one has it from then on. */
  constructor(given: Iterable<GivenCode> = []) {
    for (const { scope, path, code } of given) {
      this.#note(scope, path, code)
      if (scope !== 'label' || kindOf(path) !== 'path') continue
      const last = lastOf(path)
      this.#givenPaths.set(last, (this.#givenPaths.get(last) ?? new Set()).add(code))
    }
  }

  /** The codes that were made, and are not from the constructor. */
  get added(): readonly GivenCode[] {
    return this.#made
  }

  /**
   * The code of a name or a path. `isTaken` tells codes that other things of the same product state: such a code is not
   * given.
   */
  make(scope: CodeScope, path: CodePath, isTaken: (code: string) => boolean = () => false): string {
    const written = writtenKey(scope, path)
    const known = this.#known.get(written)
    if (known !== undefined && !isTaken(known)) return known
    const key = pathKey(path)
    const existing = this.#codes.get(`${scope}\0${key}`)
    const code = existing !== undefined && !isTaken(existing) ? existing : this.#free(scope, path, key, isTaken)
    if (existing === undefined) {
      this.#note(scope, key, code)
      this.#made.push({ scope, path: key, code })
      const rivals = scope === 'label' && kindOf(key) === 'path' ? this.#givenPaths.get(lastOf(key)) : undefined
      if (rivals) this.#rivals.set(code, [...rivals])
    }
    if (known === undefined && (existing === undefined || existing === code)) this.#known.set(written, code)
    return code
  }

  /** The codes of the given paths that end with the name of a path, if the code of that was made. */
  rivalsOf(code: string): readonly string[] {
    return this.#rivals.get(code) ?? []
  }

  /** Gives the path of a label whose code was made the code of a given path, which has none from then on. */
  move(code: string, former: string): void {
    const { path } = this.#made.find(
      (made) => made.scope === 'label' && made.code === code && kindOf(made.path) === 'path',
    )!
    this.#made = this.#made.filter((made) => made.scope !== 'label' || made.path !== path)
    this.#made.push({ scope: 'label', path, code: former })
    this.#note('label', path, former)
  }

  /** Notes a code that a catalog states. */
  state(scope: CodeScope, code: string): void {
    this.#stated.add(`${scope}\0${code}`)
  }

  isStated(scope: CodeScope, code: string): boolean {
    return this.#stated.has(`${scope}\0${code}`)
  }

  #free(scope: CodeScope, path: CodePath, key: string, isTaken: (code: string) => boolean): string {
    const isFree = (code: string) => !isTaken(code) && this.#isFree(scope, key, code)
    const bases = basesOf(path)
    const base = bases.at(-1)!
    return bases.find(isFree) ?? this.#suffixes.add(`${scope}\0${base}`, base, isFree)
  }

  /** Whether nothing has the code but the same, or what may share it: a name alone with a path, or with a tag. */
  #isFree(scope: CodeScope, key: string, code: string): boolean {
    const owner = this.#owners.get(`${scope}\0${code}`)
    if (!owner) return true
    const kind = kindOf(key)
    if (owner[kind] !== undefined) return owner[kind] === key
    if (kind !== 'name' && owner[kind === 'path' ? 'tag' : 'path'] !== undefined) return false
    return lastOf(owner.path ?? owner.tag ?? owner.name!) === lastOf(key)
  }

  #note(scope: CodeScope, key: string, code: string): void {
    const name = `${scope}\0${code}`
    const owner = this.#owners.get(name)
    const before = owner?.[kindOf(key)]
    if (before !== undefined && before !== key) this.#codes.delete(`${scope}\0${before}`)
    this.#codes.set(`${scope}\0${key}`, code)
    this.#owners.set(name, { ...owner, [kindOf(key)]: key })
  }
}

/** What has a code: a label, an option group, or an option of the group with a code. */
export type CodeScope = 'label' | 'group' | `option:${string}`

/**
 * What a code is of: a name alone, the names on the path to a category from the top down, or the name of a tag. A name
 * alone may be a category of any path. A tag is never one that has a path.
 */
export type CodePath = string | readonly string[] | { readonly tag: string }

/** A code that something has got. `path` is a key that `pathKey` makes. */
export interface GivenCode {
  readonly scope: CodeScope
  readonly path: string
  readonly code: string
}

/** Tells whether a catalog states a code. The others are made from names, and the store gives its own. */
export interface CodeOrigins {
  isStated(scope: CodeScope, code: string): boolean
}

/** The keys that have a code. */
type Owner = { readonly [K in PathKind]?: string }

type PathKind = 'path' | 'name' | 'tag'

/** A path as text. Names that differ only in case and white space are the same. */
export function pathKey(path: CodePath): string {
  if (typeof path === 'string') return nameKey(path)
  return 'tag' in path ? `\t${nameKey(path.tag)}` : path.map((name) => `\n${nameKey(name)}`).join('')
}

function kindOf(key: string): PathKind {
  return key.startsWith('\n') ? 'path' : key.startsWith('\t') ? 'tag' : 'name'
}

function lastOf(key: string): string {
  return key.slice(Math.max(key.lastIndexOf('\n'), key.lastIndexOf('\t')) + 1)
}

/** The same text for names that differ only in case and white space. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ')
}

function writtenKey(scope: CodeScope, path: CodePath): string {
  if (typeof path === 'string') return `${scope}\0${path}`
  return 'tag' in path ? `${scope}\0\t${path.tag}` : `${scope}\0\n${path.join('\n')}`
}

/** The codes that a path may have without a number, the first one preferred. */
function basesOf(path: CodePath): string[] {
  if (typeof path === 'string') return [baseOf(path)]
  if ('tag' in path) return [baseOf(path.tag)]
  return path.map((_, index) => {
    const names = path.slice(path.length - 1 - index)
    return shortSlug(names.map(baseOf).join('-'))
  })
}

/** The name as a code. That of “+”, which has neither letters nor digits, is `u2b`. */
function baseOf(name: string): string {
  const points = () => [...nameKey(name)].slice(0, 20).map((character) => character.codePointAt(0)!.toString(16))
  return shortSlug(name) || `u${points().join('-')}`
}
