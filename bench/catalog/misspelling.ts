import type { Random } from './random.ts'

/** Letters that almost no generated word contains, so that one of them in a word does not make another word. */
const RARE_LETTERS = ['q', 'j']

/** Replaces or inserts one letter, but not the first one, which counts as two mistakes. The result has at most seven letters. */
export function misspellByOneEdit(word: string, random: Random): string {
  return word.length < 7 && random.chance(0.5) ? insertLetter(word, random) : replaceLetter(word, random)
}

/** Replaces a letter in the first half of the word, and swaps or deletes letters in the second. Needs eight letters or more. */
export function misspellByTwoEdits(word: string, random: Random): string {
  const middle = word.length >> 1
  const first = replaceLetter(word.slice(0, middle), random)
  const second = word.slice(middle)
  return first + (word.length > 8 && random.chance(0.5) ? deleteLetter(second, random) : swapLetters(second, random))
}

/**
 * Five to seven letters inside a word, from a vowel to two consonants. No invented word begins like this or is within one
 * edit of it, and almost no other word. Parts of eight letters would allow two edits.
 */
const INNER_PART = /(?<=.)(?=([aeiou][a-z]{2,4}(?:br|dr|gr|kl|pl|st|tr|sh)))/g

/** Parts of the word that words contain, but that no word begins with and that are no misspelling of a word. */
export function innerParts(word: string): string[] {
  return [...word.matchAll(INNER_PART)].map((match) => match[1]!)
}

function insertLetter(word: string, random: Random): string {
  const at = random.integer(1, word.length)
  return word.slice(0, at) + random.pick(RARE_LETTERS) + word.slice(at)
}

function replaceLetter(word: string, random: Random): string {
  const at = random.integer(1, word.length - 1)
  return word.slice(0, at) + random.pick(RARE_LETTERS) + word.slice(at + 1)
}

function deleteLetter(word: string, random: Random): string {
  const at = random.integer(0, word.length - 1)
  return word.slice(0, at) + word.slice(at + 1)
}

function swapLetters(word: string, random: Random): string {
  const at = random.integer(0, word.length - 2)
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
}
