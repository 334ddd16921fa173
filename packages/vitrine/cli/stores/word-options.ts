import type { Store, StoreSettings } from '@vitrine/catalog/store'
import { tokenize } from '@vitrine/catalog/words'
import { InvalidArgumentError, Option } from 'commander'
import { formatNumber } from '../terminal-text.ts'
import { isNone } from './shop-options.ts'

/** The words of a store, as an operator enters them. No word removes the setting. */
export interface WordOptions {
  readonly stopWords?: readonly string[]
  readonly exactWords?: readonly string[]
}

/** The most words of a setting, and the most letters of a word. */
const MAX_WORDS = 1000
const MAX_LETTERS = 100

/** `--stop-words` and `--exact-words`. */
export function wordOptions(): Option[] {
  return [
    new Option(
      '--stop-words <words>',
      'words that say nothing about its products, besides those of its language, such as shop,online; or none',
    ).argParser(parseWords),
    new Option(
      '--exact-words <words>',
      'words that a search finds only as they are written, such as names of brands and models; or none',
    ).argParser(parseWords),
  ]
}

/** The settings that the options change. */
export function wordSettingsOf({ stopWords, exactWords }: WordOptions): StoreSettings {
  return {
    ...(stopWords === undefined ? {} : { stopWords: stopWords.length > 0 ? stopWords : undefined }),
    ...(exactWords === undefined ? {} : { exactWords: exactWords.length > 0 ? exactWords : undefined }),
  }
}

/** The words of the store for people: the first ones, if they are many. */
export function wordTexts({ stopWords, exactWords }: Store): readonly (readonly [string, string | undefined])[] {
  return [
    ['stop words', wordsText(stopWords)],
    ['exact words', wordsText(exactWords)],
  ]
}

const MAX_SHOWN = 20

function wordsText(words: readonly string[] | undefined): string | undefined {
  const others = (words?.length ?? 0) - MAX_SHOWN
  return words && words.slice(0, MAX_SHOWN).join(', ') + (others > 0 ? ` and ${formatNumber(others)} more` : '')
}

function parseWords(text: string): readonly string[] {
  if (isNone(text)) return []
  const words = [...new Set(text.split(',').map(parseWord))]
  if (words.length <= MAX_WORDS) return words
  throw new InvalidArgumentError(
    `These are ${formatNumber(words.length)} words. Expected at most ${formatNumber(MAX_WORDS)}.`,
  )
}

/** The word as searches see it. */
function parseWord(text: string): string {
  const trimmed = text.trim()
  const letters = Array.from(trimmed)
  if (letters.length > MAX_LETTERS)
    throw new InvalidArgumentError(
      `"${letters.slice(0, 20).join('')}…" has ${formatNumber(letters.length)} letters. Expected at most ${MAX_LETTERS}.`,
    )
  const [word, ...others] = tokenize(trimmed)
  if (word !== undefined && others.length === 0) return word
  const found =
    word === undefined ? 'no word' : `${1 + others.length} words to a search: ${[word, ...others].join(', ')}`
  throw new InvalidArgumentError(`"${trimmed}" is ${found}. Expected words with commas between them, or none.`)
}
