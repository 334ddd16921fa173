import type { Random } from '../../bench/catalog/random.ts'

interface Script {
  /** Ranges of code points, both ends included. */
  readonly letters: readonly (readonly [first: number, last: number])[]
  /** Whether its words have spaces between them. */
  readonly hasSpaces: boolean
}

export const SCRIPTS: Readonly<Record<string, Script>> = {
  latin: { letters: [[0x61, 0x7a]], hasSpaces: true },
  'latin with accents': {
    letters: [
      [0xdf, 0xf6],
      [0xf8, 0x17e],
    ],
    hasSpaces: true,
  },
  cyrillic: { letters: [[0x430, 0x44f]], hasSpaces: true },
  greek: { letters: [[0x3b1, 0x3c9]], hasSpaces: true },
  arabic: { letters: [[0x627, 0x64a]], hasSpaces: true },
  hebrew: { letters: [[0x5d0, 0x5ea]], hasSpaces: true },
  devanagari: { letters: [[0x905, 0x94c]], hasSpaces: true },
  thai: {
    letters: [
      [0xe01, 0xe3a],
      [0xe40, 0xe4e],
    ],
    hasSpaces: false,
  },
  han: { letters: [[0x4e00, 0x5300]], hasSpaces: false },
  hiragana: { letters: [[0x3041, 0x3096]], hasSpaces: false },
  katakana: { letters: [[0x30a1, 0x30fa]], hasSpaces: false },
  hangul: { letters: [[0xac00, 0xb200]], hasSpaces: true },
  emoji: { letters: [[0x1f600, 0x1f64f]], hasSpaces: false },
  digits: { letters: [[0x30, 0x39]], hasSpaces: true },
  'combining marks': {
    letters: [
      [0x61, 0x7a],
      [0x300, 0x36f],
    ],
    hasSpaces: true,
  },
  punctuation: {
    letters: [
      [0x21, 0x2f],
      [0x3a, 0x40],
    ],
    hasSpaces: true,
  },
}

export const SCRIPT_NAMES = Object.keys(SCRIPTS)

/** A random word of a script. */
export function drawWord(random: Random, script: string, minLength: number, maxLength: number): string {
  const { letters } = SCRIPTS[script]!
  const length = random.integer(minLength, maxLength)
  return Array.from({ length }, () => String.fromCodePoint(random.integer(...random.pick(letters)))).join('')
}
