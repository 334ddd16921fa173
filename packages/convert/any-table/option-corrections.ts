import { fold } from '@vitrine/catalog/words'
import { type Candidate, has, NAMED, share, unused } from './candidate.ts'
import { isCode, isLink, saysNotForSale } from './cell-content.ts'
import { fitsRole } from './fitting.ts'
import { isOfCreator, isPrivate, PROPERTY, parameterName, roleOfHeader, VARIANTS } from './header-words.ts'
import { PRODUCT } from './json-rows.ts'
import { optionsIn } from './list-items.ts'
import type { Role } from './roles.ts'

/** The values of options need the column that names their groups. A column alone is an option by itself. */
export function optionsWithNames(candidates: readonly Candidate[]): void {
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

/** Options with one value leave nothing to choose, unless the file has only one row with them. */
export function withoutOptionsOfOneValue(candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const { role, rank, values } = candidate
    const isOne = values.length > 1 && new Set(values.map(fold)).size === 1
    if (role === 'option' && rank !== NAMED && isOne) candidate.role = 'not used'
  }
}

/** The names or attributes of variants in JSON tell them apart, if the options do not. */
export function optionOfVariantNames(candidates: readonly Candidate[]): void {
  const options = candidates.filter(({ role }) => role === 'option' || role === 'option value')
  const product = candidates.find(({ header }) => header === PRODUCT)
  const told = (columns: readonly Candidate[]) =>
    new Set(product?.cells.map((cell, row) => JSON.stringify([cell, ...columns.map(({ cells }) => fold(cells[row]!))])))
  const names = unused(candidates).find(
    (column) =>
      VARIANT_NAME.test(column.header) &&
      fitsRole('option', column.values) &&
      (options.length === 0 || told([...options, column]).size > told(options).size),
  )
  if (!names) return
  names.role = 'option'
  names.group = groupBeforeColon(names.values) ?? 'Variant'
}

const VARIANT_NAME = new RegExp(
  `^(?:${VARIANTS.join('|')})\\.(?:title|name|label|r[oó]tulo|etiqueta|libell[eé]|bezeichnung|attributes?|options?)$`,
  'i',
)

/** The group in texts such as `Size: M`, if all of them name it. */
function groupBeforeColon(values: readonly string[]): string | undefined {
  const groups = new Set(values.map((text) => /^([^:,;|]{1,40}):\s*[^\s:][^:]*$/.exec(text)?.[1]?.trim()))
  return groups.size === 1 ? [...groups][0] : undefined
}

/** Cells with several colors are lists if they have lines, or if other cells have one too; but not of variants. */
export function optionsInLists(candidates: readonly Candidate[]): void {
  if (has(candidates, 'product', 'handle', 'product name')) return
  for (const candidate of candidates) {
    if (candidate.role !== 'option' || candidate.rank === NAMED) continue
    const lists = candidate.values.map((text) => optionsIn(text))
    const counts = Map.groupBy(lists.flat(), (option) => option)
    const isListed = lists.some((list) => list.length > 1 && list.some((option) => counts.get(option)!.length > 1))
    const hasLines = candidate.values.some((text) => text.includes('\n'))
    if (hasLines || (isListed && lists.filter((list) => list.length > 1).length > 1)) candidate.role = 'options'
  }
}

/** Authors, artists and designers are options of the product as a whole. One for all rows is that of the file. */
export function creatorsAsOptions(candidates: readonly Candidate[]): void {
  for (const candidate of unused(candidates)) {
    const { header, values } = candidate
    const isOfFile = values.length > 1 && new Set(values).size === 1
    const isName = (text: string) => /\p{L}{2}/u.test(text) && isForShoppers(text)
    if (isOfCreator(header) && !isOfFile && share(values, isName) > 0.9) candidate.role = 'options'
  }
}

/**
 * A parameter of a feed with no other role is an attribute: `<param name="Country">Peru</param>`. Links, long texts,
 * addresses of mail, columns of only 0, and what is called a cost, a supplier or a note are not for shoppers.
 */
export function attributesOfFeeds(candidates: readonly Candidate[]): void {
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
export function parametersAsOptions(candidates: readonly Candidate[]): void {
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
  return (text.length > 7 && isCode(text)) || /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}/.test(text)
}

function isForShoppers(text: string): boolean {
  return text.length <= 200 && !isLink(text) && !text.includes('@') && !saysNotForSale(text)
}
