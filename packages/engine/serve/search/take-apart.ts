import { fold, tokenize } from '@vitrine/catalog/words'
import type { Correction, SearchNote } from '../query.ts'

/**
 * The words of a search of which some become words that the store has: hiragana becomes katakana, and a word of a
 * script that writes words together is parted into known words, single Chinese characters and the rest.
 * undefined if nothing changes.
 */
export function takeApart(
  text: string,
  words: readonly string[],
  isKnown: (word: string) => boolean,
): readonly PartedWord[] | undefined {
  const asKatakana = tokenize(text.replace(HIRAGANA, katakana))
  const isKatakana = asKatakana.every((word) => words.includes(word) || isKnown(word))
  const [spelled, typed] = isKatakana ? [asKatakana, asTyped(text, asKatakana)] : [words, words]
  const apart = spelled.map((word, at) => ({
    word: typed[at]!,
    parts: TOGETHER.test(word) && !isKnown(word) ? parts(word, isKnown) : [word],
  }))
  return partsOf(apart).join(' ') === words.join(' ') ? undefined : apart
}

/** A word as it was typed, folded, and what is searched instead: only the word itself if it stays as it is. */
export interface PartedWord {
  readonly word: string
  readonly parts: readonly string[]
}

/** The words to search for. */
export function partsOf(apart: readonly PartedWord[]): string[] {
  return apart.flatMap(({ parts }) => parts)
}

/**
 * The note of a search for the parts, about the words that were typed. A word of which a part was found is corrected
 * into the parts that were found. A word of which no part was found is dropped. A part inside longer words counts as
 * found.
 */
export function noteOfTyped(
  note: SearchNote | undefined,
  apart: readonly PartedWord[],
  isStopWord: (word: string) => boolean,
): SearchNote | undefined {
  const { corrected: ofParts = [], dropped: droppedParts = [], ...others } = note ?? {}
  const corrections = new Map(ofParts.map((correction) => [correction.word, correction]))
  const mustMatch = partsOf(apart).every(isStopWord) ? () => true : (part: string) => !isStopWord(part)
  const corrected = new Map<string, Correction>()
  const dropped = new Set<string>()
  for (const { word, parts } of apart) {
    const kept = [...new Set(parts)].filter((part) => mustMatch(part) && !droppedParts.includes(part))
    const as = [kept.map((part) => foundFor(part, corrections.get(part))).join(' ')]
    const kind = parts.length === 1 ? 'script' : 'split'
    const correction = parts[0] === word ? corrections.get(word) : ({ word, as, kind } as const)
    if (kept.length === 0 && parts.some((part) => droppedParts.includes(part))) dropped.add(word)
    else if (kept.length > 0 && correction) corrected.set(word, correction)
  }
  const changed: SearchNote = {
    ...others,
    ...(corrected.size > 0 && { corrected: [...corrected.values()] }),
    ...(dropped.size > 0 && { dropped: [...dropped] }),
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}

function foundFor(part: string, correction: Correction | undefined): string {
  return correction === undefined || correction.kind === 'part' ? part : correction.as[0]!
}

/** What the text has in the place of each word in katakana. */
function asTyped(text: string, words: readonly string[]): string[] {
  const folded = fold(text)
  const changed = folded.replace(HIRAGANA, katakana)
  let end = 0
  return words.map((word) => {
    const at = changed.indexOf(word, end)
    if (at < 0) return word
    end = at + word.length
    return folded.slice(at, end)
  })
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
