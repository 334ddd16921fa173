import type { Random } from './random.ts'

/** Letters that next to no word has: one of them in a word makes no other word of it by accident. */
const RARE = ['q', 'j']

/** The word with one letter wrong or one too many, and no more than seven letters. */
export function oneEdit(word: string, random: Random): string {
  return word.length < 7 && random.chance(0.5) ? withOneTooMany(word, random) : withOneWrong(word, random)
}

/** The word of eight letters or more with one wrong in its first half, and two swapped or one missing in the second. */
export function twoEdits(word: string, random: Random): string {
  const middle = word.length >> 1
  const first = withOneWrong(word.slice(0, middle), random)
  const second = word.slice(middle)
  return first + (word.length > 8 && random.chance(0.5) ? withOneLess(second, random) : withTwoSwapped(second, random))
}

/**
 * From a vowel in the inside of a word to two consonants that stand together, five to seven letters. No made-up word
 * begins so, nor is any within one edit of it, and next to none of the others. With eight letters, two edits would be allowed.
 */
const INSIDE = /(?<=.)(?=([aeiou][a-z]{2,4}(?:br|dr|gr|kl|pl|st|tr|sh)))/g

/** Parts of the word that begin no word and are no misspelling of one, so that words can only contain them. */
export function partsOf(word: string): string[] {
  return [...word.matchAll(INSIDE)].map((match) => match[1]!)
}

function withOneTooMany(word: string, random: Random): string {
  const at = random.whole(0, word.length)
  return word.slice(0, at) + random.pick(RARE) + word.slice(at)
}

function withOneWrong(word: string, random: Random): string {
  const at = random.whole(0, word.length - 1)
  return word.slice(0, at) + random.pick(RARE) + word.slice(at + 1)
}

function withOneLess(word: string, random: Random): string {
  const at = random.whole(0, word.length - 1)
  return word.slice(0, at) + word.slice(at + 1)
}

function withTwoSwapped(word: string, random: Random): string {
  const at = random.whole(0, word.length - 2)
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
}
