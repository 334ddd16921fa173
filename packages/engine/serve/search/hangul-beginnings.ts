/**
 * What a word that ends in a Hangul syllable which is still being typed may begin: `시` becomes `신`, and `신` becomes
 * `시니`. A consonant alone, which `fold` makes a leading one, becomes any syllable with it. Only those that `begins`
 * confirms, and at most `MAX_BEGINNINGS`.
 */
export function hangulBeginnings(word: string, begins: (beginning: string) => boolean): string[] {
  const last = word.charCodeAt(word.length - 1)
  const stem = word.slice(0, -1)
  return syllables(last)
    .map((syllable) => stem + syllable)
    .filter(begins)
    .slice(0, MAX_BEGINNINGS)
}

/** Each costs a posting list. */
const MAX_BEGINNINGS = 64

/** Unicode numbers the syllables by their leading consonant, vowel, and final consonant or none (chapter 3.12). */
const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
const FINALS = 28
const SYLLABLES_OF_CONSONANT = 21 * FINALS

const FIRST_CONSONANT = 0x1100
const CONSONANTS = 19

/** The leading consonant that each final one becomes with a vowel after it; -1 for pairs, of which one stays. */
const LEADING = [-1, 0, 1, -1, 2, -1, -1, 3, 5, -1, -1, -1, -1, -1, -1, -1, 6, 7, -1, 9, 10, 11, 12, 14, 15, 16, 17, 18]

function syllables(last: number): string[] {
  const consonant = last - FIRST_CONSONANT
  if (consonant >= 0 && consonant < CONSONANTS) return syllablesOf(consonant)
  if (!(last >= FIRST_SYLLABLE && last <= LAST_SYLLABLE)) return []
  const final = (last - FIRST_SYLLABLE) % FINALS
  if (final === 0) return range(last + 1, FINALS - 1)
  const leading = LEADING[final]!
  const open = String.fromCharCode(last - final)
  return leading < 0 ? [] : syllablesOf(leading).map((next) => open + next)
}

function syllablesOf(consonant: number): string[] {
  return range(FIRST_SYLLABLE + consonant * SYLLABLES_OF_CONSONANT, SYLLABLES_OF_CONSONANT)
}

function range(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => String.fromCharCode(first + at))
}
