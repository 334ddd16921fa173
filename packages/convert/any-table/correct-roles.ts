import { fold } from '@vitrine/catalog/words'
import { type Candidate, guessed, has, isUnknown, NAMED, RANK_OF_CONTENT, share, unused } from './candidate.ts'
import {
  categoryBesideCategory,
  categoryByDescription,
  categoryByKey,
  categoryByType,
  categoryInCategory,
  withoutGroupsOfOthers,
} from './category-corrections.ts'
import { answerIn, inStock, isGtin, isMoney, isMoneyWithCurrency, isStatus, publicStatus } from './cell-content.ts'
import { fitsRole } from './fitting.ts'
import { groupsRows } from './guess-grouping.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import { isOfOption, parameterName, roleOfHeader, VARIANTS } from './header-words.ts'
import { currencyIn, currencyOfHeader, readMoney } from './money.ts'
import {
  groupByName,
  nameBesideCodes,
  nameByContent,
  nameByDescription,
  nameByHeadings,
  nameByModel,
  nameOfNumbers,
  textsInOneLanguage,
  withoutNamesOfParts,
} from './name-corrections.ts'
import {
  attributesOfFeeds,
  creatorsAsOptions,
  optionOfVariantNames,
  optionsInLists,
  optionsWithNames,
  parametersAsOptions,
  withoutOptionsOfOneValue,
} from './option-corrections.ts'
import { phrasesIn } from './phrases.ts'
import { picturesByContent, withoutRepeatedPictures } from './picture-corrections.ts'
import { pricesOfSizes } from './prices-of-sizes.ts'
import { PRICES, type Role } from './roles.ts'

/** Corrects guessed roles by what the other columns are, before or after each role is left to the best column. */
export function correctRoles(candidates: readonly Candidate[], stage: Stage): void {
  for (const correct of CORRECTIONS[stage]) correct(candidates)
}

type Stage = 'before choice' | 'after choice'

/** In their order: a column that one correction frees, or uses, is seen by the next. */
const CORRECTIONS: Readonly<Record<Stage, readonly ((candidates: readonly Candidate[]) => void)[]>> = {
  'before choice': [
    textsInOneLanguage,
    nameOfNumbers,
    withoutNamesOfParts,
    nameByDescription,
    nameByModel,
    nameByHeadings,
    nameByContent,
    categoryByDescription,
    stockInWords,
    withoutStockOfOptions,
    withoutZeroPrices,
  ],
  'after choice': [
    withoutOptionsOfOneValue,
    nameBesideCodes,
    skuByPartNumber,
    skuByModel,
    picturesByContent,
    addByContent,
    withoutRepeatedPictures,
    withoutOrderedQuantity,
    optionsWithNames,
    optionOfVariantNames,
    optionsInLists,
    priceByOtherPrices,
    withoutForeignListPrice,
    pricesOfSizes,
    priceOfNamedPart,
    productByNumber,
    repeatedIds,
    creatorsAsOptions,
    attributesOfFeeds,
    parametersAsOptions,
    withoutGroupsOfOthers,
    categoryByType,
    categoryByKey,
    categoryInCategory,
    categoryBesideCategory,
    publishedByStatus,
    groupByName,
  ],
}

/** The cells of a stock may be words, or the numbers 0 and 1 of a header that asks whether there is any. */
function stockInWords(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const { header, role, rank, values } = candidate
    const isYesOrNo = values.every((text) => text === '0' || text === '1')
    const isInWords = values.every((text) => !/^\d/.test(text) && inStock(text) !== undefined)
    if (role === 'stock' && rank !== NAMED && (isInWords || (isYesOrNo && asksForStock(header))))
      candidate.role = 'in stock'
  }
}

/** A column of yes and no whose header is a status of products that are for sale says which ones are. */
function publishedByStatus(candidates: readonly Candidate[]): void {
  for (const candidate of unused(candidates)) {
    const answers = new Set(candidate.cells.map(answerIn))
    const isForSale = isUnknown(candidate) && isStatus(candidate.header) && publicStatus(candidate.header) === true
    if (isForSale && answers.size === 2 && !answers.has(undefined)) candidate.role = 'published'
  }
}

/** Whether a header asks whether there is any: `in stock`. */
export function asksForStock(header: string): boolean {
  return AVAILABILITY.has(headerPhrase(header))
}

const AVAILABILITY = phrasesIn(words.availability)

function withoutStockOfOptions(candidates: readonly Candidate[]): void {
  for (const candidate of candidates)
    if (candidate.rank !== NAMED && isStockOfOption(candidate.header, candidate.role)) candidate.role = 'not used'
}

/** The stock of one size is not that of the product: `sizes.S.stock`. The stock of its only color is: `color.stock`. */
export function isStockOfOption(header: string, role: Role): boolean {
  return STOCKS.has(role) && isOfOption(header) && header.split('.').length > 2
}

const STOCKS: ReadonlySet<Role> = new Set(['stock', 'in stock', 'sold out'])

/** A system may write 0 as the price where it keeps the price in another column. */
function withoutZeroPrices(candidates: readonly Candidate[]): void {
  const prices = candidates.filter(({ role, rank }) => PRICES.has(role) && rank !== NAMED)
  const zeros = prices.filter(({ values }) => values.every((text) => Number(readMoney(text).amount) === 0))
  if (zeros.length < prices.length) for (const candidate of zeros) candidate.role = 'not used'
}

/** A shop may keep its articles by the numbers of their makers. */
function skuByPartNumber(candidates: readonly Candidate[]): void {
  const mpn = guessed(candidates, 'mpn')
  if (mpn && !has(candidates, 'sku') && fitsRole('sku', mpn.values)) mpn.role = 'sku'
}

/** OpenCart numbers its products, and calls the sku the model. */
function skuByModel(candidates: readonly Candidate[]): void {
  const sku = guessed(candidates, 'sku')
  const model = unused(candidates).find(({ header }) => headerPhrase(header) === 'model')
  if (!sku || !model || headerPhrase(sku.header) !== 'product id' || !fitsRole('sku', model.values)) return
  sku.role = 'not used'
  model.role = 'sku'
}

/** Roles that the cells alone show: gtins, and prices with a currency. */
function addByContent(candidates: readonly Candidate[]): void {
  for (const candidate of unused(candidates)) {
    const { values } = candidate
    const isRepeated = new Set(values).size * 2 < values.length
    if (isUnknown(candidate) && !isRepeated && share(values, isGtin) === 1 && !has(candidates, 'gtin'))
      candidate.role = 'gtin'
  }
  const [price, ...others] = unused(candidates).filter(
    (candidate) =>
      isUnknown(candidate) &&
      share(candidate.values, /\p{Sc}/u.test(candidate.header) ? isMoney : isMoneyWithCurrency) === 1,
  )
  if (!price || others.length > 0 || has(candidates, 'price')) return
  price.role = 'price'
  price.rank = RANK_OF_CONTENT
}

/** The quantity of an order form is no stock: with the price it makes the total of its row. */
function withoutOrderedQuantity(candidates: readonly Candidate[]): void {
  const stock = guessed(candidates, 'stock')
  const price = candidates.find(({ role }) => role === 'price')
  const total = candidates.find(({ role, header }) => role === 'not used' && TOTALS.has(headerPhrase(header)))
  if (!stock || !price || !total || !QUANTITIES.has(headerPhrase(stock.header))) return
  const amount = ({ cells }: Candidate, row: number) => Number(readMoney(cells[row]!).amount)
  const isTotal = stock.cells.every((_, row) => {
    const expected = amount(stock, row) * amount(price, row)
    return Number.isNaN(expected) || Math.abs(amount(total, row) - expected) < 0.01
  })
  if (isTotal) stock.role = 'not used'
}

const QUANTITIES = phrasesIn(words.quantities)
const TOTALS = phrasesIn(words.totals)

/**
 * A table may have only a reduced price, or only a list price. It is certain if no other column has numbers or is
 * called a price.
 */
function priceByOtherPrices(candidates: readonly Candidate[]): void {
  if (has(candidates, 'price')) return
  const [sale, list] = [guessed(candidates, 'sale price'), guessed(candidates, 'list price')]
  // Where only some rows have a reduced price, the list price is that of the others.
  const price = sale && list && sale.values.length < list.values.length ? list : (sale ?? list)
  if (!price) return
  const hasOther = unused(candidates).some(
    ({ header, values }) =>
      share(values, (text) => isMoney(text.replace(/%$/, ''))) > 0.8 || PRICES.has(roleOfHeader(header)?.role),
  )
  if (!(sale && list) && hasOther) price.rank = RANK_OF_CONTENT
  price.role = 'price'
}

/** A list price in another currency is none: `price` and `currency` with USD beside `list_price_try`. */
function withoutForeignListPrice(candidates: readonly Candidate[]): void {
  const [list, price] = [guessed(candidates, 'list price'), candidates.find(({ role }) => role === 'price')]
  const own = currencyIn((list?.header ?? '').toUpperCase().replaceAll('_', ' '))
  const others = candidates.find(({ role }) => role === 'currency')?.values.map(currencyIn) ?? []
  const all = [currencyOfHeader(price?.header ?? ''), ...others].filter((currency) => currency !== undefined)
  if (list && own !== undefined && all.some((currency) => currency !== own)) list.role = 'not used'
}

/** In JSON, the price of a part with a name of its own is perhaps not that of the product. Variants have names too. */
function priceOfNamedPart(candidates: readonly Candidate[]): void {
  const [price, name] = [guessed(candidates, 'price'), guessed(candidates, 'name', 'product name')]
  const part = price && /^(.+)\.[^.]+$/.exec(price.header)?.[1]
  if (part === undefined || VARIANTS.includes(part) || name?.header.startsWith(`${part}.`)) return
  const isNamed = candidates.some(
    ({ header }) => header.startsWith(`${part}.`) && roleOfHeader(header.slice(part.length + 1))?.role === 'name',
  )
  if (isNamed) price!.rank = RANK_OF_CONTENT
}

/** A number that rows share is that of their product, if another column has the sku and the rows are its variants. */
function productByNumber(candidates: readonly Candidate[]): void {
  if (has(candidates, 'product', 'handle') || !has(candidates, 'sku')) return
  const number = unused(candidates).find(
    (candidate) => roleOfHeader(candidate.header)?.role === 'sku' && groupsRows(candidates, candidate),
  )
  if (number) number.role = 'product'
}

/**
 * A feed may have a product once for each of its categories, or a variant for each size, with the same id and the same
 * name. Without options, products that share only an id become two, and the others keep theirs.
 */
function repeatedIds(candidates: readonly Candidate[]): void {
  const name = guessed(candidates, 'name')
  const id = unused(candidates).find(({ header }) => headerPhrase(header) === 'id')
  if (!name || !id || has(candidates, 'sku', 'product', 'handle')) return
  const rows = [...Map.groupBy(id.cells.keys(), (row) => id.cells[row]!)].filter(([text]) => text !== '')
  const haveOneName = rows.every(([, same]) => new Set(same.map((row) => fold(name.cells[row]!))).size === 1)
  if (!has(candidates, 'option')) {
    if (haveOneName || rows.length > 0.5 * id.values.length) id.role = 'sku'
  } else if (haveOneName && isFeed(candidates) && groupsRows(candidates, id)) id.role = 'product'
}

function isFeed(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ header }) => parameterName(header) !== undefined)
}
