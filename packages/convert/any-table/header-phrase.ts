import { currencyCode } from '@vitrine/catalog/currency'
import { fold } from '@vitrine/catalog/words'

/** The words of a header in lower case, without accents, currencies, numbers and text in brackets. */
export function headerPhrase(header: string): string {
  const folded = fold(
    header
      .slice(0, MAX_HEADER)
      .normalize('NFKC')
      .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' ')
      .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' '),
  )
  const words = withPlainLetters(folded)
    .replace(/[*:?#"'`´’.,;・–—№_/\\|+-]+/g, ' ')
    .replace(/\p{Sc}/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
  const withoutCurrency = words.filter(
    (word) => !CURRENCIES.has(word) && (word.length !== 3 || ALSO_WORDS.has(word) || currencyCode(word) === undefined),
  )
  const last = withoutCurrency.length === 0 ? words : withoutCurrency
  return last.map((word) => word.replace(NUMBER_AT_END, '')).join(' ')
}

/** Characters of a header that say what it is. Some headers are the texts of a question. */
const MAX_HEADER = 1000

/** The number of a column: `picture2`, `画像2`. Three letters, because `h2` and `m3` are words. */
const NUMBER_AT_END = /(?<=\p{L}{3,}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}])\d{1,2}$/u

/**
 * The text with the Persian letters ی and ک for the Arabic ones, with a space for the mark between the parts of a
 * compound (U+200C), and without marks of direction, of elongation and of Hebrew abbreviations.
 */
function withPlainLetters(text: string): string {
  return text
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/(?<=\p{sc=Hebr})["'״׳](?=\p{sc=Hebr})/gu, '')
    .replace(/\u200c/g, ' ')
    .replace(/[\u200d-\u200f\u0640]/g, '')
}

/** Codes of currencies that headers have as words: `cup size`, and `cve` for the Spanish “clave”. */
const ALSO_WORDS = new Set(['all', 'cup', 'cve', 'mga', 'top'])

/** Names of currencies that are no codes. */
const CURRENCIES = new Set('euro tl руб рублей грн лв kr zl kc'.split(' '))
