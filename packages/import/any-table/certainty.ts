import { fold } from '@vitrine/catalog/words'
import { type Candidate, NAMED, RANK_OF_CONTENT } from './candidate.ts'
import { isHidden, saysNotForSale } from './cell-content.ts'
import words from './header-words.json' with { type: 'json' }
import { isWithoutTax, phraseOf, roleOfHeader, saysWithoutTax, VAGUE_PRICES } from './header-words.ts'
import { phrasesIn } from './phrases.ts'
import type { Role } from './roles.ts'

/**
 * Why a table cannot be imported without a question, in sentences. There are none if the headers of the name and the
 * price say so, each row is a product or a variant of its own, and nothing looks like orders or invoices.
 * `areNamesTold`: another sentence is about rows with the same name.
 */
export function doubtsAboutProducts(candidates: readonly Candidate[], areNamesTold = false): readonly string[] {
  const name = candidates.find(({ role }) => role === 'name' || role === 'product name')
  const prices = candidates.filter(({ role }) => role === 'price' || role === 'price of')
  if (!name) return []
  const order = candidates.find(({ header }) => OF_ORDERS.has(phraseOf(header)))
  const isApart = name.role === 'product name' || hasGroups(candidates) || tellsRowsApart(candidates, name)
  const sentences = [
    prices.map(doubtAboutPrice).find((sentence) => sentence !== undefined),
    order && `“${order.header}” is a column of orders or invoices.`,
    !isApart && !areNamesTold && 'Several rows have the same name, and no column is certain to tell them apart.',
  ]
  return sentences.filter((sentence) => typeof sentence === 'string')
}

function doubtAboutPrice({ header, rank }: Candidate): string | undefined {
  if (rank === NAMED) return undefined
  const role = roleOfHeader(header)?.role
  const isNet = isWithoutTax(header) || (role === undefined && saysWithoutTax(header))
  if (VAGUE_PRICES.has(phraseOf(header)) || isNet)
    return `“${header}” is perhaps not what shoppers pay, but a price without tax or something else.`
  if (rank < RANK_OF_CONTENT) return undefined
  return role === undefined || role === 'price'
    ? `“${header}” has prices, but its header does not say that they are those of the products.`
    : `“${header}” is called a ${role}, and no other column is certain to be the price.`
}

/** Headers of orders, invoices and the like, which have names and prices of products too. */
const OF_ORDERS = phrasesIn(words.orders)

/** Whether a column of the table says which rows belong to one product. */
function hasGroups(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ role }) => role === 'product' || role === 'handle')
}

/**
 * Whether the sku, or nearly always the name, is another one in each row. A product is sold many times, but listed
 * once. Rows that are the same in all cells count once.
 */
function tellsRowsApart(candidates: readonly Candidate[], name: Candidate): boolean {
  const identifiers = candidates.filter(({ role }) => role === 'sku' || role === 'gtin')
  if (identifiers.some(({ values }) => values.length > 0 && isDistinct(values, 0.9))) return true
  const names = new Map(
    name.cells.map((cell, index) => [JSON.stringify(candidates.map(({ cells }) => cells[index])), cell] as const),
  )
  return isDistinct(
    [...names.values()].filter((text) => text !== ''),
    0.6,
  )
}

function isDistinct(values: readonly string[], share: number): boolean {
  return new Set(values.map(fold)).size >= share * values.length
}

/** Whether a column that is not used perhaps says which products are not for sale, by its header or its values. */
export function mayHide({ role, rank, header, cells, values }: Candidate): boolean {
  if (role !== 'not used' || rank === NAMED || values.length === 0) return false
  const headerRole = roleOfHeader(header)?.role
  // A list in JSON is about parts of the product.
  if (OF_VISIBILITY.has(headerRole)) return !values.some((text) => text.includes('\n'))
  // `Units sold` is a number, and `Sold` may mean that it is sold out.
  if (headerRole === 'popularity' && phraseOf(header).includes(' ')) return false
  if (new Set(values).size <= MAX_STATUSES && values.some(saysNotForSale)) return true
  const isOfTwoValues = new Set(cells.map(fold)).size === 2 && values.every((text) => isHidden(text) !== undefined)
  return (
    isOfTwoValues &&
    !SOLD_BY_WEIGHT.has(phraseOf(header)) &&
    phraseOf(header)
      .split(' ')
      .some((word) => HIDING.has(word))
  )
}

/** Roles whose cells do not fit, if such a column is not used. */
const OF_VISIBILITY: ReadonlySet<Role | undefined> = new Set(['hidden', 'published', 'sold out'] as const)

/** More different values are texts, of which one may be such a word by chance. */
const MAX_STATUSES = 5

const HIDING = phrasesIn(words.hiding)

/** Headers that say how a product is sold, and not that it is. */
const SOLD_BY_WEIGHT = phrasesIn(words.soldByWeight)
