import { fold } from '../../catalog/words.ts'
import { shortSlug } from './unique-slugs.ts'

/**
 * The codes that are made from names. One name has one code throughout a file, and two names never share one: if “C”
 * has become `c`, “C++” is `c-2` in whichever product it is found. Case and accents do not make another name.
 */
export class UniqueCodes {
  /** scope and name → code */
  readonly #codes = new Map<string, string>()
  /** scope and code → the name that it was made from */
  readonly #names = new Map<string, string>()
  /** scope and code that was wanted again → the first number that may be free */
  readonly #numbers = new Map<string, number>()

  /**
   * A code for the name in a scope: `labels`, `groups`, the options of a group. Not one that is taken by something else
   * in the same product. Empty if the name has neither letters nor digits.
   */
  make(scope: string, name: string, taken: (code: string) => boolean): string {
    const key = `${scope}\0${fold(name)}`
    const known = this.#codes.get(key)
    if (known !== undefined && !taken(known)) return known
    const base = shortSlug(name)
    if (base === '') return ''
    const isFree = (code: string) => !taken(code) && (this.#names.get(`${scope}\0${code}`) ?? key) === key
    const code = isFree(base) ? base : this.#numbered(`${scope}\0${base}`, base, isFree)
    this.#names.set(`${scope}\0${code}`, key)
    if (known === undefined) this.#codes.set(key, code)
    return code
  }

  #numbered(key: string, base: string, isFree: (code: string) => boolean): string {
    let number = this.#numbers.get(key) ?? 2
    while (!isFree(`${base}-${number}`)) number++
    this.#numbers.set(key, number + 1)
    return `${base}-${number}`
  }
}
