import { fold, tokenize } from '@vitrine/catalog/words'
import type { PriceRange, ProductConditions, SearchNote } from '@vitrine/engine/serve/query'
import type { NaiveStore } from './naive.ts'

type SearchConditions = Pick<ProductConditions, 'search' | 'price' | 'typed'>

/** Words before an amount, or before and between two: those of the random requests. */
const PHRASES: Readonly<Record<string, Readonly<Record<'range' | 'max' | 'min', readonly string[]>>>> = {
  en: {
    range: ['between # and #', 'from # to #', '# to #€'],
    max: ['under #', 'no more than #'],
    min: ['over #', 'more than #'],
  },
  de: {
    range: ['zwischen # und #', 'von # bis #', '# bis #€'],
    max: ['unter #', 'bis #'],
    min: ['uber #', 'mehr als #'],
  },
}
const CURRENCIES = ['€', '$', 'eur', 'euro']
const NEXT = ['for', 'with', 'fur']

/** The query with the price that its search says in words as a filter, and without these words. */
export function withPriceInWords<Query extends SearchConditions>(store: NaiveStore, query: Query): Query {
  if (query.search === undefined) return query
  let words = fold(query.search).trim().split(/\s+/)
  let price: PriceRange | undefined
  for (let phrase = phraseIn(words, store); phrase; phrase = phraseIn(words, store)) {
    price = { ...phrase.price, ...price }
    words = words.toSpliced(phrase.at, phrase.length)
  }
  if (!price) return query
  const others = words.join(' ')
  const search = tokenize(others).every(store.language.isStopWord) ? undefined : others
  const typed = { text: query.search, price: query.price ? undefined : price }
  return { ...query, search, price: query.price ?? price, typed }
}

/** The note with the price that the search says in words. */
export function withPriceNote(note: SearchNote | undefined, { typed }: SearchConditions): SearchNote | undefined {
  if (!typed?.price) return note
  const decimals = Object.entries(typed.price).map(([bound, cents]) => [bound, (cents! / 100).toFixed(2)])
  return { ...note, price: Object.fromEntries(decimals) }
}

interface Phrase {
  readonly at: number
  readonly length: number
  readonly price: PriceRange
}

function phraseIn(words: readonly string[], { settings: { language = 'en' } }: NaiveStore): Phrase | undefined {
  const languages = ['en', language.split('-')[0]!].flatMap((code) => PHRASES[code] ?? [])
  for (const kind of ['range', 'max', 'min'] as const)
    for (const at of words.keys())
      for (const phrase of languages.flatMap((each) => each[kind])) {
        const found = phraseAt(words, at, phrase.split(' '), kind)
        if (found) return found
      }
  return undefined
}

function phraseAt(
  words: readonly string[],
  at: number,
  phrase: readonly string[],
  kind: 'range' | 'max' | 'min',
): Phrase | undefined {
  if (phrase[0] === 'bis' && /^\d+$/.test(words[at - 1] ?? '')) return undefined
  const amounts: number[] = []
  let next = at
  for (const [index, part] of phrase.entries()) {
    if (!part.startsWith('#')) {
      if (words[next++] !== part) return undefined
      continue
    }
    const amount = amountAt(words, next)
    if (!amount) return undefined
    next += amount.length
    const isEnd = next === words.length || NEXT.includes(words[next]!)
    const needsCurrency = part === '#€' || (index === phrase.length - 1 && !isEnd)
    if (needsCurrency && !amount.hasCurrency) return undefined
    amounts.push(amount.cents)
  }
  const [first, second = 0] = amounts
  const range = { min: Math.min(first!, second), max: Math.max(first!, second) }
  return { at, length: next - at, price: kind === 'range' ? range : { [kind]: first! } }
}

/** `9.99`, `9,99 €`, `€9.99` or `eur 9.99`. */
function amountAt(words: readonly string[], at: number) {
  const isCurrency = (word: string | undefined) => word !== undefined && CURRENCIES.includes(word)
  const isBefore = isCurrency(words[at]) || /^[€$]/.test(words[at] ?? '')
  const isApart = isCurrency(words[at])
  const number = /^[€$]?(\d+)(?:[.,](\d\d))?(€?)$/.exec(words[isApart ? at + 1 : at] ?? '')
  if (!number) return undefined
  const isAfter = !isBefore && number[3] === '' && isCurrency(words[at + 1])
  const hasCurrency = isBefore || isAfter || number[3] !== ''
  return { cents: Number(number[1]! + (number[2] ?? '00')), length: isApart || isAfter ? 2 : 1, hasCurrency }
}
