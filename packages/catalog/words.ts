/** Letters that Unicode does not decompose → what shoppers type for them. */
const UNDECOMPOSED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
}
const STROKED = /[ßæœøđðħıłŧþ]/g

/**
 * Accents of European scripts, Hebrew points, Arabic vowel signs and tatweel, and what makes emoji of characters; not
 * the vowel signs of Indic scripts.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]|\p{VS}|\u20e3/gu

/**
 * Text in lower case and without accents, for search and for sorting by name: "Crème Brûlée" becomes "creme brulee".
 * Compatibility forms such as full-width letters and ligatures become plain letters (NFKC).
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(STROKED, (letter) => UNDECOMPOSED[letter]!)
    .normalize('NFKC')
}

const ASCII = /^[\x00-\x7f]*$/

/**
 * A run of letters, digits and marks. An apostrophe between two of them does not end the run. An emoji is a run too,
 * whatever its skin tone, and so is a flag.
 */
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}\p{M}]+)*|[\p{Emoji}--[\p{Emoji_Component}©®‼⁉]]|\p{RI}{2}/gv

/** Unicode decomposes them to the letters TM and SM, which are no part of the word before them. */
const TRADE_MARKS = /[™℠]/g
const APOSTROPHES = /['’ʼ]/g

/** The same for folded ASCII text, in half the time. */
const ASCII_RUN = /[a-z0-9]+(?:'[a-z0-9]+)*/g

/** A text as most names are: ASCII without apostrophes, with no word that is too long. */
const PLAIN = /^[\x00-\x26\x28-\x7f]{0,100}$/
const PLAIN_RUN = /[a-z0-9]+/g

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Whether the text has a character of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text)
}

/**
 * The words of a text, folded and without apostrophes, in order, with repetitions. Long words are cut. `Intl.Segmenter`
 * finds the words of scripts without spaces.
 */
export function tokenize(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(PLAIN_RUN) ?? []
  const folded = fold(text.replace(TRADE_MARKS, ' '))
  if (ASCII.test(folded)) return (folded.match(ASCII_RUN) ?? []).map((run) => cut(run.replaceAll("'", '')))
  const runs = folded.match(RUN) ?? []
  const parts = UNSPACED.test(folded) ? runs.flatMap(segments) : runs
  // The apostrophe U+02BC is a letter in Unicode, so that a run may consist of apostrophes.
  return parts.map((part) => cut(part.replace(APOSTROPHES, ''))).filter((word) => word !== '')
}

/** Up to five letters with an apostrophe, before a word: `l'`, `d'` and `dell'`. */
const ELIDED = /(?<![\p{L}\p{N}\p{M}'’ʼ])\p{L}{1,5}['’ʼ]([\p{L}\p{M}]{3,})/gu

/** The words of a text that are written behind an elided one, by what `tokenize` makes of both: `dargan` → `argan`. */
export function elisions(text: string): ReadonlyMap<string, string> {
  if (!/['’ʼ]/.test(text)) return NO_ELISIONS
  return new Map(
    [...fold(text).matchAll(ELIDED)].map(([both, word]) => [cut(both.replace(APOSTROPHES, '')), cut(word!)]),
  )
}

const NO_ELISIONS: ReadonlyMap<string, string> = new Map()

/** The words that find a text: those of `tokenize`, and those behind elided ones. */
export function searchableWords(text: string): string[] {
  return [...tokenize(text), ...elisions(text).values()]
}

/** The longest search in code points. A list refuses more, so that none is suggested. */
export const SEARCH_LIMIT = 200

/** Whether a list takes the text as a search. */
export function isSearchable(text: string): boolean {
  return text.length <= SEARCH_LIMIT || [...text].length <= SEARCH_LIMIT
}

/** The longest word in UTF-16 units. Shoppers do not type more, and the keys of databases are limited. */
const WORD_LIMIT = 100

function cut(word: string): string {
  if (word.length <= WORD_LIMIT) return word
  const start = word.slice(0, WORD_LIMIT)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

function segments(run: string): string[] {
  if (!UNSPACED.test(run)) return [run]
  return [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}
