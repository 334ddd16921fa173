import { currencyCode } from '@vitrine/catalog/currency'
import { parseGtin } from '@vitrine/catalog/gtin'
import { fold } from '@vitrine/catalog/words'
import { isPicture, picturePaths } from '../products/pictures.ts'
import { stockCount, yesOrNo } from '../rows/parse-cells.ts'
import words from './cell-words.json' with { type: 'json' }
import { listItems } from './list-items.ts'
import { currencyIn, readMoney } from './money.ts'
import { phrasesIn } from './phrases.ts'

/** Whether the cell is a price, even if it is ambiguous, such as `1,234`. */
export function isMoney(text: string): boolean {
  const { amount } = readMoney(text)
  return /^\d[\d.,'’\s]*$/.test(amount)
}

/** Whether the cell has words in the place of a price, such as “on request” or “sold out”. */
export function isNoPrice(text: string): boolean {
  const phrase = fold(text.replace(/^\p{Sc}\s*(?=\p{L})|(?<=\S)\s*[(（].*$/gu, ''))
    .replace(/[\s._-]+/g, ' ')
    .trim()
  return NO_PRICE.has(phrase) || SOLD_OUT.has(phrase)
}

/** Whether the cell is a price with a sign or a code of a currency, which other numbers do not have. */
export function isMoneyWithCurrency(text: string): boolean {
  const isNamed = readMoney(text).currency !== undefined || /\p{Sc}|\bkr\b/iu.test(text)
  // Ten digits are a code, not a price.
  return isMoney(text) && isNamed && /[^\d.,\s'’]/.test(text) && !/\d{10}/.test(text)
}

export function isGtin(text: string): boolean {
  // The digits of 2009-02-03 have the right check digit.
  return parseGtin(text) !== undefined && !DATE.test(text)
}

/** The paths of the pictures in a cell, also in a list as programs write it. */
export function picturesIn(text: string): readonly string[] {
  return listItems(text).flatMap(picturePaths)
}

export function isPictureList(text: string): boolean {
  const paths = picturesIn(text)
  return paths.length > 0 && paths.every(isPicture)
}

/** Whether the cell is a picture whatever its header says: its name ends like one. */
export function isPictureFile(text: string): boolean {
  return (
    isPictureList(text) &&
    picturesIn(text).every((path) => /\.(?:jpe?g|jfif|png|webp|gif|avif)(?:[?#].*)?$/i.test(path))
  )
}

export function isLink(text: string): boolean {
  return /^(?:https?:\/\/|www\.)\S+$/i.test(text)
}

export function isCurrency(text: string): boolean {
  return (
    currencyCode(text) !== undefined || /^\p{Sc}$/u.test(text) || (text.length <= 3 && currencyIn(text) !== undefined)
  )
}

export function isHandle(text: string): boolean {
  return text.length <= 200 && /^[^\s?#]+$/.test(text)
}

/** Whether the text says yes or no, in a word of any language. */
export function answerIn(text: string): boolean | undefined {
  const phrase = phraseIn(text)
  if (YES.has(phrase)) return true
  return NO.has(phrase) ? false : yesOrNo(text)
}

/**
 * Words for a stock that is not a number: true if there is some, false if it is sold out. Lines are several places, of
 * which one is enough.
 */
export function inStock(text: string): boolean | undefined {
  if (text.includes('\n')) {
    const answers = text.split('\n').map(inStock)
    return answers.includes(undefined) ? undefined : answers.includes(true)
  }
  const phrase = phraseIn(text)
  if (SOLD_OUT.has(phrase)) return false
  return IN_STOCK.has(phrase) ? true : answerIn(text)
}

/** Whether the text says that there is some, or that it is sold out, and not only yes or no. */
export function isWordForStock(text: string): boolean {
  return !text.includes('\n') && inStock(text) !== undefined && answerIn(text) === undefined
}

export function isStock(text: string): boolean {
  return stockCount(text) !== undefined || /^\d{1,3}[.,]\d{3}$/.test(text) || inStock(text) !== undefined
}

/** Whether a product with this status is public: true, or the reason why it is not. undefined for other text. */
export function publicStatus(text: string): true | 'draft' | 'archived' | 'private' | 'unpublished' | undefined {
  const phrase = phraseIn(text)
  for (const [status, phrases] of HIDDEN_STATUSES) if (phrases.has(phrase)) return status
  if (PUBLIC.has(phrase)) return true
  const isPublic = NOT_PUBLIC.has(phrase) ? false : answerIn(text)
  return isPublic === false ? 'unpublished' : isPublic
}

/**
 * Whether a cell of a column such as “blocked” or “deleted at” says so: yes, a mark, a date, or a status that is not
 * public. undefined for other text.
 */
export function isHidden(text: string): boolean | undefined {
  if (/^0000-00-00\b/.test(text)) return false
  if (MARK.test(text) || DATE.test(text)) return true
  const status = publicStatus(text)
  const answer = answerIn(text)
  return answer ?? (status === undefined ? undefined : status !== true)
}

const MARK = /^[x✓✔✗*•]$/iu
const DATE = /^(?:\d{4}-\d\d-\d\d|\d{1,2}([./])\d{1,2}\1\d{2,4})(?:[T ]|$)/

/** Whether the text says that an article is new or used, as the state of a copy is called too. */
export function isCondition(text: string): boolean {
  const words = phraseIn(text).split(' ')
  return words.length <= 6 && words.some((word) => CONDITIONS.has(word)) && !words.some(saysNotForSale)
}

const CONDITIONS = phrasesIn(words.conditions)

/** Whether the cell says in words, and not only with yes or no, that the product is not for sale. */
export function saysNotForSale(text: string): boolean {
  const status = publicStatus(text)
  // Lines are about parts of the product.
  if (text.includes('\n')) return false
  return answerIn(text) === undefined && (inStock(text) === false || (status !== undefined && status !== true))
}

/** Without case, accents, what stands between words, and the address of the words of schema.org: `OutOfStock`. */
function phraseIn(text: string): string {
  return fold(text.replace(/^https?:\/\/schema\.org\//i, '').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

const YES = phrasesIn(words.yes)
const NO = phrasesIn(words.no)
const NO_PRICE = phrasesIn(words.noPrice)
const IN_STOCK = phrasesIn(words.inStock)
const SOLD_OUT = phrasesIn(words.soldOut)
const PUBLIC = phrasesIn(words.public)
const NOT_PUBLIC = phrasesIn(words.notPublic)

/** Whether a text is a status of products that are for sale or not, and no other answer. */
export function isStatus(text: string): boolean {
  return publicStatus(text) !== undefined && answerIn(text) === undefined
}

/** Whether a text in a writing without spaces begins or ends with a status, or with one of the other phrases. */
export function hasStatusAtEnd(text: string, others: ReadonlySet<string>): boolean {
  const phrase = phraseIn(text)
  const isAtEnd = (status: string) => status.length > 1 && (phrase.startsWith(status) || phrase.endsWith(status))
  return WITHOUT_SPACES.test(phrase) && [...PUBLIC, ...NOT_PUBLIC, ...others].some(isAtEnd)
}

const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}ー]+$/u

/** Whether the text is a kind of product for a program, such as “simple” and “physical”, and not for a shopper. */
export function isKindOfPrograms(text: string): boolean {
  return OF_PROGRAMS.has(phraseIn(text))
}

const OF_PROGRAMS = phrasesIn(words.kindsOfPrograms)

const HIDDEN_STATUSES = [
  ['draft', phrasesIn(words.draft)],
  ['archived', phrasesIn(words.archived)],
  ['private', phrasesIn(words.private)],
] as const

/** Whether the text is a code, such as `A-100/2`: digits with capital letters and signs. */
export function isCode(text: string): boolean {
  return /^(?=.*\d)[\p{Lu}\d./_-]+$/u.test(text)
}
