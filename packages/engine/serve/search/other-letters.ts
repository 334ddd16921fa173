import { type Language, serbianLatin } from '@vitrine/catalog/language'
import { fold } from '@vitrine/catalog/words'
import anyAscii from 'any-ascii'

/** A Cyrillic or Greek word in Latin letters, and one in Latin letters in those of the language. Words are folded. */
export function otherLetters(word: string, { fromLatin }: Pick<Language, 'fromLatin'>): string[] {
  if (CYRILLIC_OR_GREEK.test(word)) {
    const latin = [anyAscii(word), anyAscii(serbianLatin(word))].map((text) => fold(text).replace(/[^a-z0-9]/g, ''))
    return [...new Set(latin)].filter(Boolean)
  }
  if (LATIN.test(word)) return [fromLatin(word)].filter((other) => other !== undefined)
  return []
}

const CYRILLIC_OR_GREEK = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u
const LATIN = /^[a-z]+$/
