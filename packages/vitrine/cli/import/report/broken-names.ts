import { formatNumber, quantity } from '../../terminal-text.ts'

/** Counts names that a program has read or written in a wrong encoding, whose letters cannot be seen any more. */
export class BrokenNames {
  #names = 0
  #broken = 0
  #example: string | undefined

  add(name: string): void {
    this.#names++
    if (!BROKEN.test(name)) return
    this.#broken++
    this.#example ??= name
  }

  /** What a warning says of the file; undefined if hardly any name is broken. */
  get message(): string | undefined {
    if (this.#broken <= this.#names * MAX_SHARE) return undefined
    const example = JSON.stringify([...this.#example!].slice(0, 60).join(''))
    return (
      `has broken letters in ${formatNumber(this.#broken)} of ${quantity(this.#names, 'name')}, such as ${example}: ` +
      'name its encoding with --encoding, or if they are broken in the file itself, export it again'
    )
  }
}

/** Of so many names, a few may have such letters on purpose. */
const MAX_SHARE = 0.01

/**
 * The sign for a character that could not be read, and how most UTF-8 looks as windows-1252 (`CafÃ©`), macintosh
 * (`Caf√©`), code page 850 (`Caf├®`) and windows-1251 (`РЁР°СЂС„`).
 */
const BROKEN = new RegExp(
  [
    '\ufffd',
    '[ÂÃÄÅÐÑ][\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]',
    '\\p{L}√[^\\s\\d]',
    '[├┬]\\S',
    '(?:[РС][^\\x00-\\x7fА-ОТ-Яа-п]){3}',
  ].join('|'),
  'u',
)
