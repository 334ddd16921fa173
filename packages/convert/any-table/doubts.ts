import { fold } from '@vitrine/catalog/words'
import {
  type Candidate,
  guessed,
  has,
  NAMED,
  numericHeaders,
  quotedHeaders,
  RANK_OF_CONTENT,
  share,
} from './candidate.ts'
import {
  hasStatusAtEnd,
  inStock,
  isCondition,
  isHidden,
  isMoney,
  isStatus,
  isWordForStock,
  publicStatus,
  saysNotForSale,
} from './cell-content.ts'
import { areMeasures, fitsRole } from './fitting.ts'
import { headerLanguage } from './header-language.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import {
  isInCents,
  isOfOption,
  isPrivate,
  isWithoutTax,
  roleOfHeader,
  saysWithoutTax,
  VAGUE_PRICES,
} from './header-words.ts'
import { PRODUCT } from './json-rows.ts'
import { readMoney, undecidedPrice } from './money.ts'
import { phrasesIn } from './phrases.ts'
import { PRICES, type Role } from './roles.ts'

/** Why a table is not imported without a question, in sentences. `currencies` are texts that may name the currency. */
export function doubtsAbout(candidates: readonly Candidate[], currencies: readonly string[]): readonly string[] {
  const stock = candidates.find(({ role }) => role === 'stock')
  const hiding = candidates.filter((candidate) => mayHide(candidate) && !repeatsStock(candidate, stock))
  const equalNames = doubtAboutEqualNames(candidates)
  return [
    ...(hiding.length > 0
      ? [
          'What is not used may say which products are not for sale: ' +
            `${quotedHeaders(hiding.map(({ header }) => header))}.`,
        ]
      : []),
    ...doubtAboutBlanks(candidates),
    ...doubtAboutSale(candidates),
    ...doubtAboutStock(candidates),
    ...doubtAboutSizes(candidates),
    ...doubtBesideSizes(candidates),
    ...doubtAboutLanguages(candidates),
    ...doubtAboutPlaces(candidates),
    ...doubtAboutVariants(candidates),
    ...doubtAboutThousands(candidates, currencies),
    ...equalNames,
    ...doubtsAboutProducts(candidates, equalNames.length > 0),
  ]
}

/**
 * Why a table cannot be imported without a question, in sentences. There are none if the headers of the name and the
 * price say so, each row is a product or a variant of its own, and nothing looks like orders or invoices.
 * `areNamesTold`: another sentence is about rows with the same name.
 */
function doubtsAboutProducts(candidates: readonly Candidate[], areNamesTold = false): readonly string[] {
  const name = candidates.find(({ role }) => role === 'name' || role === 'product name')
  const prices = candidates.filter(({ role }) => role === 'price' || role === 'price of')
  if (!name) return []
  const order = candidates.map(({ header }) => header).find(isOfOrder)
  const isApart = name.role === 'product name' || hasGroups(candidates) || tellsRowsApart(candidates, name)
  const sentences = [
    name.rank === RANK_OF_CONTENT && `“${name.header}” has texts, but its header does not say that they are the names.`,
    prices.map((price) => doubtAboutPrice(price, candidates)).find((sentence) => sentence !== undefined),
    order && `“${order}” is a column of orders or invoices.`,
    !isApart && !areNamesTold && 'Several rows have the same name, and no column is certain to tell them apart.',
  ]
  return sentences.filter((sentence) => typeof sentence === 'string')
}

function doubtAboutPrice(price: Candidate, candidates: readonly Candidate[]): string | undefined {
  const { header, rank } = price
  if (rank === NAMED) return undefined
  const other = candidates.find(({ role, header: name }) => PRICES.has(role) && isInCents(name) !== isInCents(header))
  if (other) return `“${header}” and “${other.header}” are perhaps not in the same unit.`
  const role = roleOfHeader(header)?.role
  const isNet = isWithoutTax(header) || (role === undefined && saysWithoutTax(header))
  const phrase = headerPhrase(header)
  // Beside a reduced price, the base price is the price before.
  const isBefore = phrase.split(' ').includes('base') && isNeverBelow(price, 'sale price', candidates)
  const isVague = VAGUE_PRICES.has(phrase) && !isBefore
  if (isVague || isNet)
    return `“${header}” is perhaps not what shoppers pay, but a price without tax or something else.`
  if (rank < RANK_OF_CONTENT && !isOfOption(header)) return undefined
  return role === undefined || role === 'price'
    ? `“${header}” has prices, but its header does not say that they are those of the products.`
    : `“${header}” is called a ${role}, and no other column is certain to be the price.`
}

/** Whether there is a column of the role whose amounts are never above those of the price. */
function isNeverBelow({ cells }: Candidate, role: Role, candidates: readonly Candidate[]): boolean {
  const other = candidates.find((candidate) => candidate.role === role)
  const amount = (text: string) => Number(readMoney(text).amount)
  return other !== undefined && cells.every((cell, row) => !(amount(other.cells[row] || cell) > amount(cell)))
}

/** Whether a header is of orders, invoices and the like, which have names and prices of products too. */
export function isOfOrder(header: string): boolean {
  return OF_ORDERS.has(headerPhrase(header))
}

const OF_ORDERS = phrasesIn(words.orders)

/** Whether a column of the table says which rows belong to one product. */
function hasGroups(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ role }) => role === 'product' || role === 'handle')
}

/**
 * Whether the sku, or nearly always the name within its category, is another one in each row. A product is sold many
 * times, but listed once. Rows that are the same in all cells count once.
 */
function tellsRowsApart(candidates: readonly Candidate[], name: Candidate): boolean {
  const identifiers = candidates.filter(({ role }) => role === 'sku' || role === 'gtin')
  if (identifiers.some(({ values }) => values.length > 0 && isDistinct(values, 0.9))) return true
  const category = candidates.find(({ role }) => role === 'category')
  const names = new Map(
    name.cells.map((cell, index) => [
      JSON.stringify(candidates.map(({ cells }) => cells[index])),
      cell && JSON.stringify([cell, category?.cells[index]]),
    ]),
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
function mayHide({ role, rank, header, cells, values }: Candidate): boolean {
  if (role !== 'not used' || rank === NAMED || values.length === 0 || values.every(isCondition)) return false
  const headerRole = roleOfHeader(header)?.role
  // A list in JSON is about parts of the product.
  if (OF_VISIBILITY.has(headerRole)) return !values.some((text) => text.includes('\n'))
  // `Units sold` is a number, and `Sold` may mean that it is sold out.
  if (headerRole === 'popularity' && headerPhrase(header).includes(' ')) return false
  if (new Set(values).size <= MAX_STATUSES && values.some(saysNotForSale)) return true
  const areDifferent = new Set(values.map(fold)).size <= 2 && new Set(cells.map(fold)).size > 1
  return areDifferent && values.every((text) => isHidden(text) !== undefined) && namesHiding(header)
}

/** Whether a word of the header, or all of it, may mean that a product is hidden or shown. */
export function namesHiding(header: string): boolean {
  const phrase = headerPhrase(header)
  const hasWord = phrase.split(' ').some((word) => HIDING.has(word))
  return !SOLD_BY_WEIGHT.has(phrase) && (hasWord || isStatus(phrase) || hasStatusAtEnd(phrase, HIDING))
}

/** Whether a column only says in words which products are sold out, and their stock is 0. */
function repeatsStock({ cells, values }: Candidate, stock: Candidate | undefined): boolean {
  return (
    stock !== undefined &&
    values.every(isWordForStock) &&
    cells.every((cell, row) => inStock(cell) !== false || stock.cells[row] === '0')
  )
}

/** Roles whose cells do not fit, if such a column is not used. */
const OF_VISIBILITY: ReadonlySet<Role | undefined> = new Set(['hidden', 'published', 'sold out'] as const)

/** More different values are texts, of which one may be such a word by chance. */
const MAX_STATUSES = 5

const HIDING = phrasesIn(words.hiding)

/** Headers that say how a product is sold, and not that it is. */
const SOLD_BY_WEIGHT = phrasesIn(words.soldByWeight)

/** A sentence about a column that says of some products that they are public, and nothing of the others. */
function doubtAboutBlanks(candidates: readonly Candidate[]): readonly string[] {
  const groups = candidates.filter(({ role }) => GROUPING.has(role))
  const prices = candidates.filter(({ role }) => role === 'price' || role === 'price of')
  const productOf = (row: number) => groups.map(({ cells }) => cells[row]).find(Boolean) ?? `row ${row}`
  const column = candidates.find(({ role, rank, cells, values }) => {
    if (role !== 'published' || rank === NAMED || !values.every((text) => publicStatus(text) === true)) return false
    const shown = new Set(cells.flatMap((cell, row) => (cell === '' ? [] : [productOf(row)])))
    const isSold = (row: number) => prices.some((price) => price.cells[row] !== '')
    return shown.size > 0 && cells.some((_, row) => isSold(row) && !shown.has(productOf(row)))
  })
  if (!column) return []
  const [value] = column.values
  return [`“${column.header}” is ${JSON.stringify(value)} or blank, and products for which it is blank are served too.`]
}

/** A sentence about a column that is called “on sale” and says yes of most products, but there is no sale price. */
function doubtAboutSale(candidates: readonly Candidate[]): readonly string[] {
  const column = guessed(candidates, 'on sale')
  if (!column || !ON_SALE.test(headerPhrase(column.header)) || has(candidates, 'sale price', 'list price')) return []
  const { header, values } = column
  const [yes, no] = [true, 'unpublished'].map((answer) => share(values, (text) => publicStatus(text) === answer))
  return yes! > 0.5 && no! > 0
    ? [`“${header}” may say which products are not for sale, since there is no sale price. It is not used.`]
    : []
}

/** Means reduced, and for sale. Other words for a reduction have one meaning. */
const ON_SALE = /^(?:is )?on sale$/

/** A sentence about a column that is called a stock and not understood, if there is no other. */
function doubtAboutStock(candidates: readonly Candidate[]): readonly string[] {
  if (candidates.some(({ role, values }) => STOCKS.has(role) && values.length > 0)) return []
  const column = candidates.find(
    ({ role, rank, header, values }) =>
      role === 'not used' &&
      rank !== NAMED &&
      values.length > 0 &&
      roleOfHeader(header)?.role === 'stock' &&
      !fitsRole('stock', values) &&
      !areMeasures(values) &&
      // A quantity such as “Pack of 6” is no stock.
      (!QUANTITIES.has(headerPhrase(header)) || values.some((text) => /\d\s*[;:|\n]|[[{]/.test(text))),
  )
  if (!column) return []
  return [
    `“${column.header}” has ${JSON.stringify(column.values[0])}, which is not understood as a stock. It is not used.`,
  ]
}

const STOCKS: ReadonlySet<Role> = new Set(['stock', 'in stock', 'sold out'])
const QUANTITIES = phrasesIn(words.quantities)

/** A sentence about columns of numbers with at least three sizes as headers: S, M and L, or 38, 39 and 40. */
export function doubtAboutSizes(candidates: readonly Candidate[]): readonly string[] {
  const headers = numericHeaders(candidates).filter((header) => SIZE.test(header))
  if (new Set(headers.map(fold)).size < MIN_SIZES) return []
  return [
    `The columns ${quotedHeaders(headers)} are perhaps sizes, and their numbers may be stocks, orders or prices: they are not ` +
      'used. If they are prices, call each as “price of: M”. If not, give each size a row of its own.',
  ]
}

/** A sentence about a price beside those of sizes: `prices.senior` is perhaps one too, `prices.cost` is none. */
function doubtBesideSizes(candidates: readonly Candidate[]): readonly string[] {
  const parentOf = ({ header }: Candidate) => /^(.+)\.[^.]+$/.exec(header)?.[1]
  const sizes = candidates.filter(({ role, rank }) => role === 'price of' && rank !== NAMED)
  const parents = new Set(sizes.map(parentOf).filter((parent) => parent !== undefined))
  const other = candidates.find(
    (candidate) =>
      candidate.role === 'not used' &&
      candidate.rank !== NAMED &&
      parents.has(parentOf(candidate) ?? '') &&
      share(candidate.values, isMoney) > 0.5 &&
      !isPrivate(candidate.header.split('.').at(-1)!),
  )
  return other ? [`“${other.header}” is perhaps the price of a size too, and is not used.`] : []
}

/** A sentence about names in another language, if the rows that have only these would be left out. */
function doubtAboutLanguages(candidates: readonly Candidate[]): readonly string[] {
  const name = guessed(candidates, 'name', 'product name')
  const other = name && otherNames(candidates).find((column) => isNeeded(column, name))
  return other ? [`“${other.header}” has names of products that have none in “${name.header}”.`] : []
}

/** The unused columns of names of which these rows need none. */
export function namesThatNoRowNeeds(candidates: readonly Candidate[]): readonly Candidate[] {
  const name = guessed(candidates, 'name', 'product name')
  return name ? otherNames(candidates).filter((column) => !isNeeded(column, name)) : []
}

/** The columns of names in other languages, and of the names in a list, that are not used. */
function otherNames(candidates: readonly Candidate[]): readonly Candidate[] {
  const isOther = (header: string) => headerLanguage(header) !== undefined || /\.\d+$/.test(header)
  return candidates.filter(
    ({ header, role, rank }) =>
      role === 'not used' && rank !== NAMED && isOther(header) && roleOfHeader(header)?.role === 'name',
  )
}

function isNeeded({ cells }: Candidate, name: Candidate): boolean {
  return cells.some((cell, row) => cell !== '' && name.cells[row] === '')
}

/** A sentence about columns of numbers that are called the stocks of places, if there is no other stock. */
function doubtAboutPlaces(candidates: readonly Candidate[]): readonly string[] {
  const ofPlaces = candidates.filter(
    ({ rank, header, values }) => rank !== NAMED && isStockOfPlace(header) && share(values, isMoney) > 0.8,
  )
  const hasOther = candidates.some(
    (candidate) => !ofPlaces.includes(candidate) && (candidate.role === 'stock' || candidate.role === 'in stock'),
  )
  if (hasOther || ofPlaces.length < 2) return []
  return [
    `The columns ${quotedHeaders(ofPlaces.map(({ header }) => header))} are perhaps stocks in several places, which are not ` +
      'added up. To use one of them, call it the stock.',
  ]
}

/** A sentence about products of JSON whose variants no column tells apart. */
function doubtAboutVariants(candidates: readonly Candidate[]): readonly string[] {
  const product = candidates.find(({ header, rank }) => header === PRODUCT && rank !== NAMED)
  const isRepeated = product !== undefined && new Set(product.values).size < product.values.length
  if (!isRepeated) return []
  const isApart = product.role === 'not used'
  if (isApart ? candidates.some(({ role }) => GROUPING.has(role)) : !areLost(candidates, product)) return []
  const becomes = isApart ? 'each becomes a product' : 'only the first of them is imported'
  return [
    `No column tells the variants of a product apart, so that ${becomes}. If a column does, call it an ` +
      `option, such as “option: Size”${isApart ? `, and “${PRODUCT}” the product` : ''}.`,
  ]
}

/** Whether many rows of a product have the options and the name of another one, and differ in what is not used. */
function areLost(candidates: readonly Candidate[], product: Candidate): boolean {
  const telling = candidates.filter((candidate) => candidate === product || TELLING_VARIANTS.has(candidate.role))
  const distinct = (columns: readonly Candidate[]) =>
    new Set(product.cells.map((_, row) => JSON.stringify(columns.map(({ cells }) => fold(cells[row]!))))).size
  return distinct(candidates) - distinct(telling) > MAX_LOST * product.cells.length
}

const TELLING_VARIANTS: ReadonlySet<Role> = new Set(['option', 'option name', 'option value', 'name', 'product name'])

/** The share of variants that may be in a file twice by mistake. */
const MAX_LOST = 0.05

/** A sentence about rows with the same name, if an unused column tells them apart. */
function doubtAboutEqualNames(candidates: readonly Candidate[]): readonly string[] {
  const name = candidates.find(({ role }) => role === 'name')
  if (!name || name.rank === NAMED || candidates.some(({ role }) => TELLING.has(role))) return []
  const rows = [...Map.groupBy(name.cells.keys(), (row) => fold(name.cells[row]!)).values()]
  const equal = rows.filter((same) => same.length > 1 && name.cells[same[0]!] !== '')
  const tellsApart = ({ role, rank, cells }: Candidate) =>
    role === 'not used' &&
    rank !== NAMED &&
    equal.every((same) => new Set(same.map((row) => cells[row])).size === same.length) &&
    equal.flat().every((row) => /\p{L}/u.test(cells[row]!) && cells[row]!.length <= MAX_OPTION)
  const labels = candidates.filter(({ role }) => LABELS.has(role))
  const labelsOf = (row: number) => JSON.stringify(labels.map(({ cells }) => fold(cells[row]!)))
  // The same dish in two sections is two products.
  const areLabelled = equal.every((same) => new Set(same.map(labelsOf)).size === same.length)
  const column = equal.length > 0 && !areLabelled ? candidates.find(tellsApart) : undefined
  if (!column) return []
  return [
    `“${column.header}” tells rows with the same name apart, but is not used. If it is an option, call it ` +
      `“option: ${column.header}”.`,
  ]
}

const LABELS: ReadonlySet<Role> = new Set(['category', 'subcategory', 'brand'])

/** Roles that tell rows with the same name apart. */
const TELLING: ReadonlySet<Role> = new Set(['sku', 'gtin', 'option', 'option value', 'product', 'handle'])

/** Characters of an option. */
const MAX_OPTION = 100

const GROUPING: ReadonlySet<Role> = new Set(['product', 'handle', 'product name'])

/** A sentence about prices such as `25.000`, if no other price shows what the point separates. */
function doubtAboutThousands(candidates: readonly Candidate[], texts: readonly string[]): readonly string[] {
  const prices = candidates.filter(({ role, rank }) => (role === 'price' || role === 'price of') && rank !== NAMED)
  const values = prices.flatMap(({ values }) => values)
  const text = values.length > 0 ? undecidedPrice(values, texts) : undefined
  if (text === undefined) return []
  return [sentenceAboutThousands(text)]
}

/** Asks whether the point in a price such as `25.000` separates thousands. */
export function sentenceAboutThousands(price: string): string {
  return `Prices such as “${price}” are read with decimals. If they have thousands, remove the points from the file.`
}

/** Characters of a header with the name of a place. */
const MAX_PLACE = 200

/** Whether the header is a stock with the name of a place, as in `inventory_Garage` or `In stock [Garage]`. */
function isStockOfPlace(header: string): boolean {
  const [, place] = /[([](.*\p{L}.*)[)\]]/u.exec(header.slice(0, MAX_PLACE)) ?? []
  const [first, ...others] = headerPhrase(header).split(' ')
  const role = roleOfHeader(header)?.role
  const isStock = place === undefined ? role === undefined && roleOfHeader(first!)?.role === 'stock' : role === 'stock'
  const words = place === undefined ? others : headerPhrase(place).split(' ')
  return isStock && words.length > 0 && !words.some((word) => LIMITS.has(word))
}

const LIMITS = phrasesIn(words.limitsOfStock)

const SIZE = /^(?:size\s*)?(?:\d{0,2}x{0,4}[sl]|m|[1-6]\d(?:[.,]5)?)$/i
const MIN_SIZES = 3
