import { fold } from '@vitrine/catalog/words'
import { type Candidate, guessed, has, NAMED, RANK_OF_CONTENT, share, unused } from './candidate.ts'
import {
  inStock,
  isCode,
  isGtin,
  isKindOfPrograms,
  isMoney,
  isMoneyWithCurrency,
  isPictureFile,
  saysNotForSale,
} from './cell-content.ts'
import { fitsRole } from './fitting.ts'
import { groupsProducts, groupsRows } from './guess-grouping.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import { isOfOption, roleOfHeader, VARIANTS } from './header-words.ts'
import { currencyIn, currencyOfHeader, readMoney } from './money.ts'
import {
  groupByName,
  nameBesideCodes,
  nameByContent,
  nameByDescription,
  nameByHeadings,
  nameByModel,
  textsInOneLanguage,
} from './name-corrections.ts'
import {
  attributesOfFeeds,
  optionOfVariantNames,
  optionsInLists,
  optionsWithNames,
  parametersAsOptions,
} from './option-corrections.ts'
import { phrasesIn } from './phrases.ts'
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
    nameBesideCodes,
    skuByPartNumber,
    skuByModel,
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
    attributesOfFeeds,
    parametersAsOptions,
    withoutGroupsOfOthers,
    categoryByType,
    categoryInCategory,
    groupByName,
  ],
}

/** A category may have a code in one column, and its name in another: `Family` and `Family description`. */
function categoryByDescription(candidates: readonly Candidate[]): void {
  const category = guessed(candidates, 'category')
  if (!category || share(category.values, isCode) < 1) return
  const name = candidates.find(({ header, rank, values }) => {
    const words = headerPhrase(header).split(' ')
    const others = words.filter((word) => !['description', 'name'].includes(roleOfHeader(word)?.role ?? ''))
    const isNamedAlike = others.length < words.length && others.join(' ') === headerPhrase(category.header)
    return rank !== NAMED && isNamedAlike && fitsRole('category', values) && share(values, isCode) < 1
  })
  if (!name) return
  Object.assign(name, { role: 'category', rank: category.rank })
  category.role = 'not used'
}

/** The kinds of products are their categories if nothing else is: `Type` with “Red wine” and “Beer”. */
function categoryByType(candidates: readonly Candidate[]): void {
  if (has(candidates, 'category', 'subcategory', 'tags')) return
  const type = unused(candidates).find(({ header, values }) => {
    const kinds = new Set(values.map(fold))
    const isOfFew = kinds.size > 1 && kinds.size < 0.7 * values.length
    const isKind = (text: string) => text.length <= 40 && /\p{L}{2}/u.test(text) && !isCode(text)
    return (
      TYPES.has(headerPhrase(header)) &&
      isOfFew &&
      values.every(isKind) &&
      !values.some((text) => isKindOfPrograms(text) || saysNotForSale(text))
    )
  })
  if (type) type.role = 'category'
}

const TYPES = phrasesIn(words.types)

/** Of two columns that are called a category, one may divide the other: `rayon` and `famille`. It is below it. */
function categoryInCategory(candidates: readonly Candidate[]): void {
  const category = guessed(candidates, 'category')
  if (!category || has(candidates, 'subcategory')) return
  const other = unused(candidates).find(
    ({ header, values }) =>
      roleOfHeader(header)?.role === 'category' && fitsRole('category', values) && share(values, isCode) < 1,
  )
  if (!other) return
  const [inner, outer] = divides(other, category) ? [other, category] : [category, other]
  if (!divides(inner, outer)) return
  outer.role = 'category'
  inner.role = 'subcategory'
}

/** Whether each value of the inner column is always beside the same one of the outer column, which has fewer. */
function divides(inner: Candidate, outer: Candidate): boolean {
  const outerOf = new Map<string, string>()
  for (const [row, cell] of inner.cells.entries()) {
    if (cell === '') continue
    const beside = outer.cells[row]!
    if (beside === '' || (outerOf.get(cell) ?? beside) !== beside) return false
    outerOf.set(cell, beside)
  }
  return outerOf.size > new Set(outerOf.values()).size && outerOf.size < 0.9 * inner.values.length
}

/** The cells of a stock may be words, or the numbers 0 and 1 of a header that asks whether there is any. */
function stockInWords(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const { header, role, rank, values } = candidate
    const isYesOrNo = values.every((text) => text === '0' || text === '1')
    const isInWords = values.every((text) => !/^\d/.test(text) && inStock(text) !== undefined)
    if (role === 'stock' && rank !== NAMED && (isInWords || (isYesOrNo && AVAILABILITY.has(headerPhrase(header)))))
      candidate.role = 'in stock'
  }
}

const AVAILABILITY = phrasesIn(words.availability)

/** The stock of one size is not that of the product: `sizes.S.stock`. The stock of its only color is: `color.stock`. */
function withoutStockOfOptions(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const { header, role, rank } = candidate
    const isOfOneOption = isOfOption(header) && header.split('.').length > 2
    if (STOCKS.has(role) && rank !== NAMED && isOfOneOption) candidate.role = 'not used'
  }
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

/** Roles that the cells alone show: pictures, gtins, and prices with a currency. */
function addByContent(candidates: readonly Candidate[]): void {
  const isUnknown = ({ header }: Candidate) => header !== '' && roleOfHeader(header) === undefined
  for (const candidate of unused(candidates)) {
    const { header, values } = candidate
    const isRepeated = new Set(values).size * 2 < values.length
    if (header !== '' && share(values, isPictureFile) === 1 && !has(candidates, 'picture')) candidate.role = 'picture'
    else if (isUnknown(candidate) && !isRepeated && share(values, isGtin) === 1 && !has(candidates, 'gtin'))
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

/**
 * Does not use a column of pictures that other columns have: thumbnails, if each row with one has another picture,
 * and paths of a local disk that end in the file name of an address.
 */
function withoutRepeatedPictures(candidates: readonly Candidate[]): void {
  const pictures = candidates.filter(({ role }) => role === 'picture')
  const isThumbnail = ({ header }: Candidate) => THUMBNAILS.has(headerPhrase(header.split('.').at(-1)!))
  const others = pictures.filter((picture) => !isThumbnail(picture))
  for (const picture of pictures) {
    const isAgain = (cell: string, row: number) =>
      others.some(({ cells }) => (isThumbnail(picture) ? cells[row] !== '' : isSameFile(cells[row]!, cell)))
    if (picture.rank !== NAMED && picture.cells.every((cell, row) => cell === '' || isAgain(cell, row)))
      picture.role = 'not used'
  }
}

function isSameFile(address: string, path: string): boolean {
  const file = /^https?:.*\/([^/?#]+\.\w+)(?:[?#].*)?$/i.exec(address)?.[1]
  return file !== undefined && !/^https?:/i.test(path) && path.endsWith(file)
}

const THUMBNAILS = phrasesIn(words.thumbnails)

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

/** A table may have only a reduced price, or only a list price. It is certain if no other column has numbers. */
function priceByOtherPrices(candidates: readonly Candidate[]): void {
  if (has(candidates, 'price')) return
  const [sale, list] = [guessed(candidates, 'sale price'), guessed(candidates, 'list price')]
  const price = sale ?? list
  if (!price) return
  const hasOther = unused(candidates).some(({ values }) => share(values, isMoney) > 0.8)
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

/** A column that is called a group may have groups of products: their category. */
function withoutGroupsOfOthers(candidates: readonly Candidate[]): void {
  const product = guessed(candidates, 'product')
  if (product && !groupsRows(candidates, product))
    product.role = groupsProducts(candidates, product) ? 'category' : 'not used'
}
