import { isNoValue } from '../products/pictures.ts'
import { type Candidate, NAMED, RANK_OF_CONTENT, share } from './candidate.ts'
import {
  inStock,
  isCurrency,
  isGtin,
  isHandle,
  isHidden,
  isLink,
  isMoney,
  isMoneyWithCurrency,
  isNoPrice,
  isPictureFile,
  isPictureList,
  isStock,
  publicStatus,
} from './cell-content.ts'
import { isCertain, mayHide } from './certainty.ts'
import { groupingRole, groupsProducts, groupsRows } from './guess-grouping.ts'
import words from './header-words.json' with { type: 'json' }
import { type HeaderMatch, measureHeader, phraseOf, roleOfHeader } from './header-words.ts'
import { optionsIn } from './list-items.ts'
import { DECISIVE, whatIsMissing } from './missing.ts'
import { currencyOfHeader, readMoney, type ThousandsSeparator, thousandsSeparator } from './money.ts'
import { phrasesIn } from './phrases.ts'
import { attributeOfRole, optionGroupOf, productOptionGroupOf, type Role } from './roles.ts'

/**
 * Guesses by the headers, in many languages, and by the cells of the first rows. An uncertain column is not used.
 * `named` has the roles that are certain, by headers in lower case.
 */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  named: ReadonlyMap<string, string> = new Map(),
): ColumnGuess {
  const candidates = header.map((name, index) =>
    candidateOf(
      name,
      rows.map((cells) => (cells[index] ?? '').trim()),
      named.get(name.trim().toLowerCase())?.trim(),
    ),
  )
  nameByDescription(candidates)
  for (const candidate of candidates) if (isAvailability(candidate)) candidate.role = 'in stock'
  const ambiguous = keepBest(candidates)
  skuByPartNumber(candidates)
  addByContent(candidates)
  withoutThumbnails(candidates)
  withoutOrderedQuantity(candidates)
  optionOfVariantNames(candidates)
  priceByOtherPrices(candidates)
  productByNumber(candidates)
  const product = candidates.find(({ role }) => role === 'product')
  if (product && product.rank !== NAMED && !groupsRows(candidates, product))
    product.role = groupsProducts(candidates, product) ? 'category' : 'not used'
  if (!candidates.some(({ role }) => role === 'product' || role === 'handle')) groupByName(candidates)
  const columns = candidates
    .filter((candidate) => candidate.header !== '')
    .map((candidate) => ({
      header: candidate.header,
      becomes: roleText(candidate),
      samples: [...new Set(candidate.values)].slice(0, MAX_SAMPLES),
    }))
  const isNamed = columns.every((column) => column.becomes === 'not used' || named.has(column.header.toLowerCase()))
  const missing = whatIsMissing(candidates, ambiguous)
  const doubts = candidates.filter(mayHide).map(({ header }) => header)
  const priced = candidates.filter(({ role }) => PRICES.has(role))
  const currencies = candidates.find(({ role }) => role === 'currency')?.values ?? []
  return {
    columns,
    isNamed,
    isCertain: missing === undefined && doubts.length === 0 && isCertain(candidates),
    doubts,
    missing,
    thousands: thousandsSeparator(
      priced.flatMap(({ values }) => values),
      [...priced.map(({ header }) => currencyOfHeader(header) ?? ''), ...currencies],
    ),
  }
}

/** What the columns of a table of no known format probably are. */
export interface ColumnGuess {
  readonly columns: readonly GuessedColumn[]
  /** Whether nothing was guessed, since the names of all columns that are used were given. */
  readonly isNamed: boolean
  /** Whether the table can be imported without a question: its headers say what they are, and its rows are products. */
  readonly isCertain: boolean
  /** The headers of columns that are not used, and perhaps say which products are not for sale. */
  readonly doubts: readonly string[]
  /** Why the table cannot be imported with this guess, in a sentence; undefined if it can. */
  readonly missing: string | undefined
  /** What separates thousands in prices such as `1,234`, if the column shows it. */
  readonly thousands: ThousandsSeparator
}

export interface GuessedColumn {
  readonly header: string
  /** A role, such as “price” or “option: Size”. */
  readonly becomes: string
  /** Different values of the column, the first ones. */
  readonly samples: readonly string[]
}

/** Sample values of a column. */
const MAX_SAMPLES = 3

const PRICES: ReadonlySet<Role> = new Set(['price', 'list price', 'sale price'])

function roleText({ header, role, group }: Candidate): string {
  if (role === 'attribute') return `${role}: ${group ?? header}`
  return role === 'option' || role === 'options' ? `${role}: ${group ?? groupName(header)}` : role
}

function candidateOf(header: string, texts: readonly string[], named: string | undefined): Candidate {
  const cells = texts.map((text) => (isNoValue(text) ? '' : text))
  const values = cells.filter((cell) => cell !== '')
  const column = { header: header.trim(), cells, values }
  const group = named && optionGroupOf(named)
  if (group) return { ...column, role: 'option', rank: NAMED, group }
  const productGroup = named && productOptionGroupOf(named)
  if (productGroup) return { ...column, role: 'options', rank: NAMED, group: productGroup }
  if (named && attributeOfRole(named))
    return { ...column, role: 'attribute', rank: NAMED, group: named.slice(named.indexOf(':') + 1).trim() }
  if (named) return { ...column, role: named.toLowerCase() as Role, rank: NAMED }
  const match = roleOfHeader(header)
  if (match) return { ...column, ...fitting(match, values) }
  const measure = measureHeader(header)
  if (!measure) return { ...column, role: 'not used', rank: 0 }
  return { ...column, group: measure.trim(), ...fitting({ role: 'attribute', rank: 0 }, values) }
}

/** The role if the cells fit it. The same header means different things in different tables. */
function fitting(match: HeaderMatch, values: readonly string[]): HeaderMatch {
  const unused = { role: 'not used' as const, rank: 0 }
  if (values.length === 0) return unused
  if (share(values, isPictureFile) > 0.6 && ['link', 'picture'].includes(match.role))
    return { ...match, role: 'picture' }
  const fits = FITS[match.role]
  if (!fits || fits(values)) return match
  // An identifier that is not unique, or a word for both.
  if (match.role === 'handle' && share(values, isLink) > 0.8) return { ...match, role: 'link' }
  return unused
}

/** What the cells of a role look like. */
const FITS: Partial<Record<Role, (values: readonly string[]) => boolean>> = {
  name: (values) => share(values, (text) => !isLink(text) && /\p{L}/u.test(text)) > 0.8,
  price: hasPrices,
  'list price': hasPrices,
  'sale price': hasPrices,
  currency: (values) => share(values, isCurrency) > 0.9,
  sku: (values) =>
    share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9 && new Set(values).size > 0.9 * values.length,
  mpn: (values) => share(values, (text) => text.length <= 70 && !isLink(text)) > 0.9,
  gtin: (values) => share(values, (text) => /^[\d\s-]{6,18}$/.test(text)) > 0.5,
  stock: (values) => share(values, isStock) > 0.8,
  attribute: (values) => share(values, (text) => /^-?[\d.,]+$/.test(text)) > 0.8,
  popularity: areCounts,
  picture: (values) => share(values, isPictureList) > 0.6,
  category: (values) =>
    share(values, (text) => text.length <= 300 && !isLink(text) && !/^[\d\s,;|]+$/.test(text)) > 0.9,
  tags: (values) => share(values, (text) => text.length <= 1000 && !isLink(text)) > 0.9,
  brand: (values) => share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9,
  option: (values) => share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9,
  'on sale': (values) => share(values, (text) => publicStatus(text) !== undefined) === 1,
  options: (values) => share(values, (text) => optionsIn(text).every((option) => option.length <= 50)) > 0.9,
  handle: (values) => share(values, (text) => isHandle(text) && !isLink(text)) > 0.9,
  link: (values) => share(values, isLink) > 0.8,
  published: (values) => share(values, (text) => publicStatus(text) !== undefined || !isMoney(text)) >= 0.5,
  hidden: (values) => share(values, (text) => isHidden(text) !== undefined) === 1,
  'sold out': (values) => share(values, (text) => isHidden(text) !== undefined) === 1,
}

/** One wrong price becomes a problem. It must not hide the column, even if there are few rows. */
function hasPrices(values: readonly string[]): boolean {
  const prices = values.filter((text) => !isNoPrice(text))
  return prices.length > 0 && share(prices, isMoney) >= 0.5
}

/** Whether the values count something. Those of a rank are the first numbers, each once; 0 and 1 mean no and yes. */
function areCounts(values: readonly string[]): boolean {
  const numbers = new Set(values.map(Number))
  const last = Math.max(...numbers)
  const isRank =
    numbers.size === values.length && [0, 1].some((first) => numbers.has(first) && last === first + values.length - 1)
  return values.every((text) => /^\d{1,15}$/.test(text)) && !isRank && last > 1
}

/** Roles that several columns may have. */
const REPEATABLE: ReadonlySet<Role> = new Set([
  'picture',
  'option',
  'options',
  'attribute',
  'tags',
  'published',
  'hidden',
  'in stock',
  'sold out',
  'not used',
])

/**
 * Leaves each role to the column with the best header. Returns the headers that are equally good for a name or a price,
 * and those that were given the same role.
 */
function keepBest(candidates: readonly Candidate[]): ReadonlyMap<Role, readonly string[]> {
  const ambiguous = new Map<Role, readonly string[]>()
  for (const role of new Set(candidates.map((candidate) => candidate.role))) {
    if (REPEATABLE.has(role)) continue
    const same = candidates.filter((candidate) => candidate.role === role)
    const isNamedOtherwise = role === 'name' && candidates.some((candidate) => candidate.role === 'product name')
    if (isNamedOtherwise) for (const candidate of same) candidate.role = 'not used'
    if (isNamedOtherwise) continue
    const rank = Math.min(...same.map((candidate) => candidate.rank))
    const best = same.filter((candidate) => candidate.rank === rank)
    if (best.length > 1 && (rank === NAMED || DECISIVE.has(role)))
      ambiguous.set(
        role,
        best.map(({ header }) => header),
      )
    for (const candidate of same) if (candidate !== best[0] || ambiguous.has(role)) candidate.role = 'not used'
  }
  const standard = candidates.find(({ role, header }) => role === 'price' && phraseOf(header) === 'standard price')
  const list = candidates.find(({ role, header }) => role === 'list price' && phraseOf(header) === 'list price')
  // Odoo sells at the list price, and its standard price is the cost. Amazon sells at the standard price.
  if (standard && list && standard.rank !== NAMED) {
    ambiguous.set('price', [standard.header, list.header])
    standard.role = 'not used'
    list.role = 'not used'
  }
  return ambiguous
}

/** Whether the cells of a stock are words, or the numbers 0 and 1 of a header that asks whether there is any. */
function isAvailability({ header, role, rank, values }: Candidate): boolean {
  const isYesOrNo = values.every((text) => text === '0' || text === '1')
  const isInWords = values.every((text) => !/^\d/.test(text) && inStock(text) !== undefined)
  return role === 'stock' && rank !== NAMED && (isInWords || (isYesOrNo && AVAILABILITY.has(phraseOf(header))))
}

const AVAILABILITY = phrasesIn(words.availability)

/** A shop may keep its articles by the numbers of their makers. */
function skuByPartNumber(candidates: readonly Candidate[]): void {
  const mpn = candidates.find(({ role, rank }) => role === 'mpn' && rank !== NAMED)
  if (mpn && !candidates.some(({ role }) => role === 'sku') && FITS.sku!(mpn.values)) mpn.role = 'sku'
}

/** Price lists often call the name a description: short texts that tell the rows apart, without a better column. */
function nameByDescription(candidates: readonly Candidate[]): void {
  if (candidates.some(({ role }) => role === 'name' || role === 'product name')) return
  const [best] = candidates
    .filter(({ role, rank, values }) => role === 'description' && rank !== NAMED && haveNames(values))
    .sort((a, b) => a.rank - b.rank)
  if (best) best.role = 'name'
}

function haveNames(values: readonly string[]): boolean {
  const isName = (text: string) => text.length <= 150 && !/<\w|\n.*\n/.test(text) && FITS.name!([text])
  return share(values, isName) > 0.9 && new Set(values).size > 0.5 * values.length
}

/** A thumbnail is the picture of another column again, if each row with one has a picture there. */
function withoutThumbnails(candidates: readonly Candidate[]): void {
  const pictures = candidates.filter(({ role }) => role === 'picture')
  const isThumbnail = ({ header }: Candidate) => THUMBNAILS.has(phraseOf(header.split('.').at(-1)!))
  const others = pictures.filter((picture) => !isThumbnail(picture))
  for (const thumbnail of pictures.filter(isThumbnail))
    if (
      thumbnail.rank !== NAMED &&
      thumbnail.cells.every((cell, row) => cell === '' || others.some(({ cells }) => cells[row]))
    )
      thumbnail.role = 'not used'
}

const THUMBNAILS = phrasesIn(words.thumbnails)

/** A number that rows share is that of their product, if another column has the sku and the rows are its variants. */
function productByNumber(candidates: readonly Candidate[]): void {
  if (candidates.some(({ role }) => role === 'product' || role === 'handle')) return
  const number = candidates.find(
    (candidate) =>
      candidate.role === 'not used' &&
      candidate.rank !== NAMED &&
      candidate.values.length > 0 &&
      roleOfHeader(candidate.header)?.role === 'sku' &&
      groupsRows(candidates, candidate),
  )
  if (number && candidates.some(({ role }) => role === 'sku')) number.role = 'product'
}

/** The quantity of an order form is no stock: with the price it makes the total of its row. */
function withoutOrderedQuantity(candidates: readonly Candidate[]): void {
  const stock = candidates.find(({ role, rank }) => role === 'stock' && rank !== NAMED)
  const price = candidates.find(({ role }) => role === 'price')
  const total = candidates.find(({ role, header }) => role === 'not used' && TOTALS.has(phraseOf(header)))
  if (!stock || !price || !total || !QUANTITIES.has(phraseOf(stock.header))) return
  const amount = ({ cells }: Candidate, row: number) => Number(readMoney(cells[row]!).amount)
  const isTotal = stock.cells.every((_, row) => {
    const expected = amount(stock, row) * amount(price, row)
    return Number.isNaN(expected) || Math.abs(amount(total, row) - expected) < 0.01
  })
  if (isTotal) stock.role = 'not used'
}

const QUANTITIES = phrasesIn(words.quantities)
const TOTALS = phrasesIn(words.totals)

/** The names of variants in JSON tell them apart, if no option does. */
function optionOfVariantNames(candidates: readonly Candidate[]): void {
  if (candidates.some(({ role }) => role === 'option')) return
  const names = candidates.find(
    ({ role, rank, header, values }) =>
      role === 'not used' &&
      rank !== NAMED &&
      values.length > 0 &&
      FITS.option!(values) &&
      /^(?:variants|variations|skus|offers)\.(?:title|name)$/.test(header),
  )
  if (!names) return
  names.role = 'option'
  names.group = 'Variant'
}

/** A table may have only a reduced price, or only a list price. */
function priceByOtherPrices(candidates: readonly Candidate[]): void {
  if (candidates.some(({ role }) => role === 'price')) return
  const [sale, list] = (['sale price', 'list price'] as const).map((role) =>
    candidates.find((candidate) => candidate.role === role && candidate.rank !== NAMED),
  )
  const price = sale ?? list
  if (!price) return
  // The price without the reduction may be in a column that is not understood.
  if (!sale || !list) price.rank = RANK_OF_CONTENT
  price.role = 'price'
}

/** Roles that the cells alone show: pictures, gtins, and prices with a currency. */
function addByContent(candidates: readonly Candidate[]): void {
  const has = (role: Role) => candidates.some((candidate) => candidate.role === role)
  const unused = candidates.filter(
    ({ role, rank, values }) => role === 'not used' && rank !== NAMED && values.length > 0,
  )
  for (const candidate of unused) {
    const { header, values } = candidate
    if (header === '') continue
    const isRepeated = new Set(values).size * 2 < values.length
    if (!has('picture') && share(values, isPictureFile) === 1) candidate.role = 'picture'
    else if (!has('gtin') && !isRepeated && share(values, isGtin) === 1 && roleOfHeader(header) === undefined)
      candidate.role = 'gtin'
  }
  const priced = unused.filter(
    ({ role, header, values }) =>
      role === 'not used' &&
      header !== '' &&
      !roleOfHeader(header) &&
      share(values, /\p{Sc}/u.test(header) ? isMoney : isMoneyWithCurrency) === 1,
  )
  if (has('price') || priced.length !== 1) return
  priced[0]!.role = 'price'
  priced[0]!.rank = RANK_OF_CONTENT
}

/** Lets rows with the same name be one product, if their options make that certain. */
function groupByName(candidates: readonly Candidate[]): void {
  const name = candidates.find(({ role }) => role === 'name')
  if (name && name.rank !== NAMED) name.role = groupingRole(candidates, name)
}

function groupName(header: string): string {
  return (
    header
      .replace(/[_.]+/g, ' ')
      .replace(/^(?:variants?|product|attributes?|options?)\s+(?=\S)/i, '')
      .replace(/(?<=\S)\s+name$/i, '')
      .replace(/\s+/g, ' ')
      .trim() || header
  )
}
