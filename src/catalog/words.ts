/** Letters with a stroke or a ligature, which Unicode does not decompose, and what shoppers type for them. */
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

/** Accents of the European scripts, Hebrew points, Arabic vowel signs and tatweel; not the vowels of Indic scripts. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g

/**
 * Text with case and accents folded, for search and for sorting by name: "Crème Brûlée" is "creme brulee".
 * Unicode compatibility forms are folded too (NFKC), so that full-width letters and ligatures compare as plain ones.
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

/** A run of letters, digits and marks; an apostrophe between two letters belongs to the word, and is left out of it. */
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}\p{M}]+)*/gu
const APOSTROPHES = /['’ʼ]/g

/** The same in text that is ASCII and folded, found in half the time. */
const ASCII_RUN = /[a-z0-9]+(?:'[a-z0-9]+)*/g

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words of a text, folded, in order, repetitions kept; of a very long one its beginning. Words of scripts without spaces
 * come from `Intl.Segmenter`.
 */
export function tokenize(text: string): string[] {
  const folded = fold(text)
  if (ASCII.test(folded)) return (folded.match(ASCII_RUN) ?? []).map((run) => cut(run.replaceAll("'", '')))
  const runs = folded.match(RUN) ?? []
  const parts = UNSPACED.test(folded) ? runs.flatMap(segments) : runs
  // One of the apostrophes is itself a letter to Unicode, so that a run may have nothing else.
  return parts.map((part) => cut(part.replace(APOSTROPHES, ''))).filter((word) => word !== '')
}

/** Nobody types more of a word, and keys of databases have an end. In UTF-16 units. */
const WORD_LIMIT = 100

function cut(word: string): string {
  if (word.length <= WORD_LIMIT) return word
  const start = word.slice(0, WORD_LIMIT)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

function segments(run: string): string[] {
  if (!UNSPACED.test(run)) return [run]
  const segments = [...segmenter.segment(run)]
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}
