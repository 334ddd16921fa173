import { tokenize } from '@vitrine/catalog/words'

/**
 * The words of a search of which some become words that the store has: hiragana becomes katakana, and a word of a
 * script that writes words together is parted into known words, single Chinese characters and the rest.
 * undefined if nothing changes.
 */
export function takeApart(
  text: string,
  words: readonly string[],
  isKnown: (word: string) => boolean,
): readonly string[] | undefined {
  const asKatakana = tokenize(text.replace(HIRAGANA, katakana))
  const inKatakana = asKatakana.every((word) => words.includes(word) || isKnown(word)) ? asKatakana : words
  const apart = inKatakana.flatMap((word) => (TOGETHER.test(word) && !isKnown(word) ? parts(word, isKnown) : [word]))
  return apart.join(' ') === words.join(' ') ? undefined : apart
}

/** Scripts whose words are often written together, also where a store writes them apart. */
const TOGETHER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]{2,}$/u

/** Runs of hiragana that may be a word of another language. */
const HIRAGANA = /[ぁ-ゖー]{3,}/g

/** Unicode has katakana in the order of hiragana, 96 places further. */
function katakana(hiragana: string): string {
  return hiragana.replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 96))
}

/** The longest part that is looked for, in letters. */
const MAX_PART = 6

function parts(word: string, isKnown: (word: string) => boolean): string[] {
  const letters = Array.from(word)
  const found: string[] = []
  let unknown = ''
  for (let at = 0; at < letters.length; ) {
    const length = lengthOfPart(letters, at, isKnown)
    if (length === 0) unknown += letters[at++]
    else {
      if (unknown !== '') found.push(unknown)
      unknown = ''
      found.push(letters.slice(at, at + length).join(''))
      at += length
    }
  }
  return unknown === '' ? found : [...found, unknown]
}

/** The letters of the longest known word that begins here; 1 for another Chinese character; else 0. */
function lengthOfPart(letters: readonly string[], at: number, isKnown: (word: string) => boolean): number {
  for (let length = Math.min(MAX_PART, letters.length - at); length > 1; length--)
    if (isKnown(letters.slice(at, at + length).join(''))) return length
  return /\p{Script=Han}/u.test(letters[at]!) ? 1 : 0
}
