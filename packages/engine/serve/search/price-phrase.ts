import { languageCode } from '@vitrine/catalog/language'
import { type Cents, formatPrice, parsePrice } from '@vitrine/catalog/money'
import { fold, tokenize } from '@vitrine/catalog/words'
import type { IndexedEdition } from '../indexed-edition.ts'
import type { PriceRange, ProductConditions, SearchNote, VariantConditions } from '../query.ts'
import words from './price-phrases.json' with { type: 'json' }

/** A search that says a price in words. */
interface PricePhrase {
  readonly price: PriceRange
  /** The other words. */
  readonly text: string
}

/** Finds prices in words, such as `under 50`, in the language of the store and in English. */
export function pricePhrase(search: string, language: string | undefined): PricePhrase | undefined {
  if (!DIGIT.test(search)) return undefined
  const phrases = phrasesOf(languageCode(language ?? 'en'))
  let text = fold(search).replace(/[’ʼ]/g, "'")
  let price: PriceRange | undefined
  // An amount without a currency ends a search. So the last phrase is the first one to be found.
  for (let found = find(text, phrases); found; found = find(text, phrases)) {
    price = { ...found.price, ...price }
    text = found.text
  }
  return price && { price, text }
}

const DIGIT = /\p{N}/u

/**
 * The conditions with the price that their search says in words as a condition, and the search without these words. A
 * price that is a condition already stays. The search is undefined if the other words say nothing.
 */
export async function withPricePhrase<Conditions extends ProductConditions | VariantConditions>(
  edition: IndexedEdition,
  conditions: Conditions,
  search: string,
): Promise<Conditions> {
  const { typed, price } = conditions
  const phrase = typed ? undefined : pricePhrase(search, edition.store.language)
  if (!phrase) return conditions
  const { isStopWord } = await edition.language()
  return {
    ...conditions,
    search: tokenize(phrase.text).every(isStopWord) ? undefined : phrase.text,
    price: price ?? phrase.price,
    typed: { text: search, price: price ? undefined : phrase.price },
  }
}

/** What an answer says of a search, with the price that was read out of it. */
export function noteWithPrice(note: SearchNote | undefined, { min, max }: PriceRange): SearchNote {
  const price = {
    ...(min !== undefined && { min: formatPrice(min) }),
    ...(max !== undefined && { max: formatPrice(max) }),
  }
  return { ...note, price }
}

type Phrases = readonly { readonly rangeOf: (amounts: readonly Cents[]) => PriceRange; readonly pattern: RegExp }[]

/** The first phrase that the text has, and the text without it. */
function find(text: string, phrases: Phrases): PricePhrase | undefined {
  for (const { rangeOf, pattern } of phrases) {
    const match = pattern.exec(text)
    if (!match) continue
    const amounts = match.slice(1).flatMap((number) => (number === undefined ? [] : centsOf(number)))
    const textWithout = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { price: rangeOf(amounts), text: textWithout.trim() }
  }
  return undefined
}

/** Of `1.299,50`, `1,299.50` and `1 299,50` alike: what has three digits after it separates thousands. */
function centsOf(number: string): Cents {
  const [, whole, decimals] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(number)!
  return parsePrice(`${whole!.replace(/\D/g, '')}.${decimals ?? '0'}`)!
}

const PHRASES = new Map<string, Phrases>()

/** The phrases of a language and of English: ranges first, because they may have the words of the others. */
function phrasesOf(language: string): Phrases {
  const cached = PHRASES.get(language)
  if (cached) return cached
  const tables = Object.entries(words.languages).flatMap(([code, each]) =>
    ['en', language].includes(code) ? each : [],
  )
  const next = tables.map((each) => each.next).join(' | ')
  const patternOf = (kind: 'range' | 'max' | 'min') => patternOfAny(tables.map((each) => each[kind]).join(' | '), next)
  const phrases: Phrases = [
    { pattern: patternOf('range'), rangeOf: (amounts) => ({ min: Math.min(...amounts), max: Math.max(...amounts) }) },
    { pattern: patternOf('max'), rangeOf: ([max]) => ({ max }) },
    { pattern: patternOf('min'), rangeOf: ([min]) => ({ min }) },
  ]
  PHRASES.set(language, phrases)
  return phrases
}

const NUMBER = String.raw`(\d{1,3}(?:[ .,']\d{3})+(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)(?:,-)?`
const CURRENCY = `(?:${anyOf(words.currencies)})(?!\\p{L})`
const PRICED = `(?:${CURRENCY}\\s*${NUMBER}(?![\\p{L}\\p{N}]|[.,]\\d)|${NUMBER}\\s*${CURRENCY}(?!\\p{N}))`

/** What matches any of these phrases, which price-phrases.json describes. */
function patternOfAny(phrases: string, next: string): RegExp {
  const parts: Readonly<Record<string, string>> = {
    '!# ': String.raw`(?<!(?<!\S)[\d.,]+\s+)`,
    '#€': PRICED,
    '#': `(?:${PRICED}|${NUMBER})`,
    ' ': String.raw`\s+`,
  }
  const end = String.raw`(?=\s*$|[,;.!?)]+(?:\s|$)|\s+(?:${anyOf(next)})(?![\p{L}\p{N}]))`
  const patterns = phrases.split(' | ').map((phrase) => {
    const start = phrase.replace(/#$/, '')
    const pattern = start.split(/(!# |#€|#| )/).map((part) => parts[part] ?? part)
    return start === phrase ? pattern.join('') : `${pattern.join('')}(?:${PRICED}|${NUMBER}${end})`
  })
  return new RegExp(String.raw`(?<![^\s(,;:])(?:${patterns.join('|')})`, 'u')
}

/** The words of a table as a pattern, the longest first. Only the dollar means something else in a pattern. */
function anyOf(table: string): string {
  const longestFirst = table.split(' | ').sort((a, b) => b.length - a.length)
  return longestFirst.join('|').replaceAll('$', String.raw`\$`)
}
