import { type Candidate, NAMED, RANK_OF_CONTENT, share } from './candidate.ts'
import { inStock, isGtin, isLink, isMoney, isMoneyWithCurrency, isPictureFile, saysNotForSale } from './cell-content.ts'
import { fitsRole } from './fitting.ts'
import { groupingRole, groupsProducts, groupsRows } from './guess-grouping.ts'
import words from './header-words.json' with { type: 'json' }
import { isPrivate, PROPERTY, parameterName, phraseOf, roleOfHeader, VARIANTS } from './header-words.ts'
import { optionsIn } from './list-items.ts'
import { currencyIn, currencyOfHeader, readMoney } from './money.ts'
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
    nameByDescription,
    nameByModel,
    nameByHeadings,
    nameByContent,
    categoryByDescription,
    stockInWords,
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
    groupByName,
  ],
}

/** The first column with one of the roles, if it was not named. */
function guessed(candidates: readonly Candidate[], ...roles: readonly Role[]): Candidate | undefined {
  return candidates.find(({ role, rank }) => roles.includes(role) && rank !== NAMED)
}

function has(candidates: readonly Candidate[], ...roles: readonly Role[]): boolean {
  return candidates.some(({ role }) => roles.includes(role))
}

/** The columns with values that are not used so far. */
function unused(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ role, rank, values }) => role === 'not used' && rank !== NAMED && values.length > 0)
}

/** Price lists often call the name a description: short texts that tell the rows apart, without a better column. */
function nameByDescription(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name')) return
  const most = Math.max(...candidates.map(({ values }) => values.length))
  const [best] = candidates
    .filter(({ role, rank, values }) => {
      return role === 'description' && rank !== NAMED && haveNames(values) && values.length > 0.5 * most
    })
    .sort((a, b) => a.rank - b.rank)
  if (best) best.role = 'name'
}

/** Kaspi calls the name the model. */
function nameByModel(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name')) return
  const isName = (text: string) => /\p{L}{3}/u.test(text) && text.includes(' ')
  const model = unused(candidates).find(({ header }) => phraseOf(header) === 'model')
  if (model && share(model.values, isName) > 0.5 && haveNames(model.values)) model.role = 'name'
}

/** In a list with headings, the column that has these has the names too: `Drinks`, and below it `Cola,2.00`. */
function nameByHeadings(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name')) return
  const [column] = candidates.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!column || column.rank === NAMED || !haveNames(column.cells.filter((cell) => cell !== ''))) return
  if (share(column.values, (text) => CODE.test(text)) > 0.1) return
  const isHeading = (cell: string, row: number) =>
    cell !== '' && candidates.every((other) => other === column || other.cells[row] === '')
  const headings = column.cells.filter(isHeading).length
  if (headings > 1 && headings < column.values.length) Object.assign(column, { role: 'name', rank: RANK_OF_CONTENT })
}

/** Without a better column, the first one of different texts may have the names. */
function nameByContent(candidates: readonly Candidate[]): void {
  if (has(candidates, 'name', 'product name') || !has(candidates, 'price', 'sale price')) return
  const most = Math.max(...candidates.map(({ values }) => values.length))
  const first = unused(candidates).find(
    ({ header, values }) =>
      header !== '' &&
      roleOfHeader(header) === undefined &&
      values.length > 0.9 * most &&
      new Set(values).size > 0.8 * values.length &&
      values.every((text) => /\p{L}{3}/u.test(text) && !CODE.test(text) && !isLink(text)) &&
      haveNames(values),
  )
  if (!first) return
  first.role = 'name'
  first.rank = RANK_OF_CONTENT
}

/** A category may have a code in one column, and its name in another: `Family` and `Family description`. */
function categoryByDescription(candidates: readonly Candidate[]): void {
  const category = guessed(candidates, 'category')
  if (!category || share(category.values, (text) => CODE.test(text)) < 1) return
  const name = candidates.find(({ header, rank, values }) => {
    const words = phraseOf(header).split(' ')
    const others = words.filter((word) => !['description', 'name'].includes(roleOfHeader(word)?.role ?? ''))
    const isNamedAlike = others.length < words.length && others.join(' ') === phraseOf(category.header)
    return (
      rank !== NAMED && isNamedAlike && fitsRole('category', values) && share(values, (text) => CODE.test(text)) < 1
    )
  })
  if (!name) return
  Object.assign(name, { role: 'category', rank: category.rank })
  category.role = 'not used'
}

function haveNames(values: readonly string[]): boolean {
  const isName = (text: string) => text.length <= 150 && !/<\w|\n.*\n/.test(text) && fitsRole('name', [text])
  return share(values, isName) > 0.9 && new Set(values).size > 0.5 * values.length
}

/** The cells of a stock may be words, or the numbers 0 and 1 of a header that asks whether there is any. */
function stockInWords(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const { header, role, rank, values } = candidate
    const isYesOrNo = values.every((text) => text === '0' || text === '1')
    const isInWords = values.every((text) => !/^\d/.test(text) && inStock(text) !== undefined)
    if (role === 'stock' && rank !== NAMED && (isInWords || (isYesOrNo && AVAILABILITY.has(phraseOf(header)))))
      candidate.role = 'in stock'
  }
}

const AVAILABILITY = phrasesIn(words.availability)

/** A system may write 0 as the price where it keeps the price in another column. */
function withoutZeroPrices(candidates: readonly Candidate[]): void {
  const prices = candidates.filter(({ role, rank }) => PRICES.has(role) && rank !== NAMED)
  const zeros = prices.filter(({ values }) => values.every((text) => Number(readMoney(text).amount) === 0))
  if (zeros.length < prices.length) for (const candidate of zeros) candidate.role = 'not used'
}

/** An order form may call the article number an item, beside descriptions that are the names. */
function nameBesideCodes(candidates: readonly Candidate[]): void {
  const [name, description] = [guessed(candidates, 'name'), guessed(candidates, 'description')]
  if (!name || !description || has(candidates, 'sku') || !haveNames(description.values)) return
  const codes = name.cells.filter((cell, row) => cell !== '' && description.cells[row] !== '')
  if (codes.length === 0 || !fitsRole('sku', codes) || share(codes, (text) => CODE.test(text)) < 1) return
  name.role = 'sku'
  description.role = 'name'
}

const CODE = /^(?=.*\d)[\p{Lu}\d./_-]+$/u

/** A shop may keep its articles by the numbers of their makers. */
function skuByPartNumber(candidates: readonly Candidate[]): void {
  const mpn = guessed(candidates, 'mpn')
  if (mpn && !has(candidates, 'sku') && fitsRole('sku', mpn.values)) mpn.role = 'sku'
}

/** OpenCart numbers its products, and calls the sku the model. */
function skuByModel(candidates: readonly Candidate[]): void {
  const sku = guessed(candidates, 'sku')
  const model = unused(candidates).find(({ header }) => phraseOf(header) === 'model')
  if (!sku || !model || phraseOf(sku.header) !== 'product id' || !fitsRole('sku', model.values)) return
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
  const isThumbnail = ({ header }: Candidate) => THUMBNAILS.has(phraseOf(header.split('.').at(-1)!))
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

/** The values of options need the column that names their groups. A column alone is an option by itself. */
function optionsWithNames(candidates: readonly Candidate[]): void {
  const numbersOf = (role: Role) =>
    new Set(candidates.filter((candidate) => candidate.role === role).map(({ group }) => group))
  const [names, values] = [numbersOf('option name'), numbersOf('option value')]
  for (const candidate of candidates) {
    if (candidate.rank === NAMED) continue
    if (candidate.role === 'option name' && !values.has(candidate.group)) {
      candidate.role = tellsVariantsApart(candidates, candidate) ? 'option' : 'not used'
      delete candidate.group
    }
    if (candidate.role === 'option value' && !names.has(candidate.group)) {
      candidate.role = 'option'
      delete candidate.group
    }
  }
}

/** Whether names repeat, and no two rows have both the same name and the same cell here. */
function tellsVariantsApart(candidates: readonly Candidate[], { cells, values }: Candidate): boolean {
  const name = candidates.find(({ role }) => role === 'name')
  if (!name || !fitsRole('option', values)) return false
  const names = new Set(name.cells)
  const rows = new Set(name.cells.map((text, row) => JSON.stringify([text, cells[row]])))
  return names.size < name.cells.length && rows.size === name.cells.length
}

/** The names or attributes of variants in JSON tell them apart, if no option does. */
function optionOfVariantNames(candidates: readonly Candidate[]): void {
  if (has(candidates, 'option')) return
  const names = unused(candidates).find(({ header, values }) => VARIANT_NAME.test(header) && fitsRole('option', values))
  if (!names) return
  names.role = 'option'
  names.group = groupBeforeColon(names.values) ?? 'Variant'
}

const VARIANT_NAME = new RegExp(`^(?:${VARIANTS.join('|')})\\.(?:title|name|attributes?|options?)$`)

/** The group in texts such as `Size: M`, if all of them name it. */
function groupBeforeColon(values: readonly string[]): string | undefined {
  const groups = new Set(values.map((text) => /^([^:,;|]{1,40}):\s*[^\s:][^:]*$/.exec(text)?.[1]?.trim()))
  return groups.size === 1 ? [...groups][0] : undefined
}

/** Cells with several colors are lists, if other cells have one of these colors too, and rows are no variants. */
function optionsInLists(candidates: readonly Candidate[]): void {
  if (has(candidates, 'product', 'handle', 'product name')) return
  for (const candidate of candidates) {
    if (candidate.role !== 'option' || candidate.rank === NAMED) continue
    const lists = candidate.values.map((text) => optionsIn(text))
    const counts = Map.groupBy(lists.flat(), (option) => option)
    const isListed = lists.some((list) => list.length > 1 && list.some((option) => counts.get(option)!.length > 1))
    if (isListed && lists.filter((list) => list.length > 1).length > 1) candidate.role = 'options'
  }
}

/** A table may have only a reduced price, or only a list price. */
function priceByOtherPrices(candidates: readonly Candidate[]): void {
  if (has(candidates, 'price')) return
  const [sale, list] = [guessed(candidates, 'sale price'), guessed(candidates, 'list price')]
  const price = sale ?? list
  if (!price) return
  // The other price may be in a column that is not understood.
  const hasOther = unused(candidates).some(({ values }) => share(values, isMoney) > 0.8)
  if (!sale || (!list && hasOther)) price.rank = RANK_OF_CONTENT
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

/**
 * A parameter of a feed with no other role is an attribute: `<param name="Country">Peru</param>`. Links, long texts,
 * addresses of mail, columns of only 0, and what is called a cost, a supplier or a note are not for shoppers.
 */
function attributesOfFeeds(candidates: readonly Candidate[]): void {
  for (const candidate of unused(candidates)) {
    const { header, values } = candidate
    const name = parameterName(header)
    if (name === undefined || roleOfHeader(header) || values.every((text) => text === '0')) continue
    if (isPrivate(name) || !values.every(isForShoppers)) continue
    // A property that is called a price, a stock or a code is told of the product elsewhere.
    if (header.startsWith(`${PROPERTY}.`) && roleOfHeader(name)) continue
    candidate.role = 'attribute'
    candidate.group = name
  }
}

/** A parameter of a feed is an option if it tells variants of a product apart that no option tells apart. */
function parametersAsOptions(candidates: readonly Candidate[]): void {
  const product = candidates.find(({ role }) => role === 'product' || role === 'handle')
  const options = candidates.filter(({ role }) => role === 'option')
  const rows = product?.cells.map((cell, row) => ({ cell, row })).filter(({ cell }) => cell !== '') ?? []
  const products = [...Map.groupBy(rows, ({ cell }) => cell).values()].map((group) => group.map(({ row }) => row))
  const undecided = products.filter((rows) => {
    const texts = rows.map((row) => JSON.stringify(options.map(({ cells }) => cells[row])))
    return new Set(texts).size < rows.length
  })
  for (const candidate of candidates) {
    const { header, role, rank, cells, values } = candidate
    const tellsApart = (rows: readonly number[]) =>
      rows.every((row) => cells[row] !== '') && new Set(rows.map((row) => cells[row])).size > 1
    if (role !== 'attribute' || rank === NAMED || parameterName(header) === undefined) continue
    if (undecided.some(tellsApart) && fitsRole('option', values) && !values.some(isCodeOrDay)) candidate.role = 'option'
  }
}

/** Whether a text is a long code, such as that of a batch, or a day. Nobody chooses by these. */
function isCodeOrDay(text: string): boolean {
  return (text.length > 7 && CODE.test(text)) || /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}/.test(text)
}

function isForShoppers(text: string): boolean {
  return text.length <= 200 && !isLink(text) && !text.includes('@') && !saysNotForSale(text)
}

/** Lets rows with the same name be one product, if their options make that certain. */
function groupByName(candidates: readonly Candidate[]): void {
  const name = guessed(candidates, 'name')
  if (name && !has(candidates, 'product', 'handle')) name.role = groupingRole(candidates, name)
}
