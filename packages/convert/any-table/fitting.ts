import { measuredAttribute } from '../products/attribute-values.ts'
import { share } from './candidate.ts'
import {
  isCondition,
  isCurrency,
  isHandle,
  isHidden,
  isKindOfPrograms,
  isLink,
  isMoney,
  isNoPrice,
  isPictureFile,
  isPictureList,
  isStock,
  publicStatus,
} from './cell-content.ts'
import type { HeaderMatch } from './header-words.ts'
import { optionsIn } from './list-items.ts'
import { isNoAmount } from './money.ts'
import type { Role } from './roles.ts'

/** The role if the cells fit it. The same header means different things in different tables. */
export function fitting(match: HeaderMatch, values: readonly string[]): HeaderMatch {
  const unused = { role: 'not used' as const, rank: 0 }
  if (values.length === 0) return unused
  // A chart of sizes is a picture, and not a size.
  if (share(values, isPictureFile) > 0.6)
    return ['link', 'picture'].includes(match.role) ? { ...match, role: 'picture' } : unused
  if (fitsRole(match.role, values)) return match
  // An identifier that is not unique, or a word for both.
  if (match.role === 'handle' && share(values, isLink) > 0.8) return { ...match, role: 'link' }
  return unused
}

/** Whether the cells look like those of a role. */
export function fitsRole(role: Role, values: readonly string[]): boolean {
  return FITS[role]?.(values) ?? true
}

/** What the cells of a role look like. */
const FITS: Partial<Record<Role, (values: readonly string[]) => boolean>> = {
  name: (values) => share(values, (text) => !isLink(text) && /\p{L}/u.test(text)) > 0.8,
  // A header such as `desc1` may name a discount.
  description: (values) => share(values, (text) => /\p{L}/u.test(text)) > 0.5,
  price: hasPrices,
  'list price': hasPrices,
  'sale price': hasPrices,
  currency: (values) => share(values, isCurrency) > 0.9,
  sku: (values) =>
    share(values, (text) => text.length <= 100 && !text.includes('://')) > 0.9 &&
    new Set(values).size > 0.9 * values.length,
  mpn: (values) => share(values, (text) => text.length <= 70 && !isLink(text)) > 0.9,
  gtin: (values) => share(values, (text) => /^[\d\s-]{6,18}$/.test(text)) > 0.5,
  stock: (values) => share(values, isStock) > 0.8,
  attribute: (values) => share(values, (text) => /^-?[\d.,]+$/.test(text)) > 0.8 || areMeasures(values),
  popularity: areCounts,
  picture: (values) => share(values, isPictureList) > 0.6,
  category: (values) =>
    share(values, (text) => text.length <= 300 && !isLink(text) && !/^[\d\s,;|]+$/.test(text)) > 0.9 &&
    !values.every(isKindOfPrograms),
  tags: (values) => share(values, (text) => text.length <= 1000 && !isLink(text)) > 0.9,
  brand: (values) => share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9,
  // Flags and codes of colors are no options for shoppers.
  option: (values) =>
    share(values, (text) => text.length <= 100 && !isLink(text)) > 0.9 &&
    values.some((text) => !text.split('\n').every((line) => FLAG_OR_CODE.test(line))),
  'on sale': (values) => share(values, (text) => publicStatus(text) !== undefined) === 1,
  options: (values) => share(values, (text) => optionsIn(text).every((option) => option.length <= 50)) > 0.9,
  handle: (values) => share(values, (text) => isHandle(text) && !isLink(text)) > 0.9,
  // One address in all rows is that of the shop.
  link: (values) => share(values, isLink) > 0.8 && (values.length === 1 || new Set(values).size > 1),
  published: (values) =>
    !values.every(isCondition) &&
    share(values, (text) => publicStatus(text) !== undefined || !(isMoney(text) || text.includes('\n'))) >= 0.5,
  hidden: (values) => share(values, (text) => isHidden(text) !== undefined) === 1,
  'sold out': (values) => share(values, (text) => isHidden(text) !== undefined) === 1,
}

const FLAG_OR_CODE = /^(?:0$|(?:true|false)\b|#[\da-f]{3,8}$)/i

/** One wrong price becomes a problem. It must not hide the column, even if there are few rows. */
function hasPrices(values: readonly string[]): boolean {
  const prices = values.filter((text) => !isNoPrice(text) && (isMoney(text) || !isNoAmount(text)))
  return prices.length > 0 && share(prices, isMoney) >= 0.5
}

/** Whether the cells are numbers with units of weight, length or volume. */
export function areMeasures(values: readonly string[]): boolean {
  return share(values, (text) => measuredAttribute({ name: '' }, text) !== undefined) > 0.8
}

/** Whether the values count something. Those of a rank are the first numbers, each once; 0 and 1 mean no and yes. */
function areCounts(values: readonly string[]): boolean {
  const numbers = new Set(values.map(Number))
  const last = Math.max(...numbers)
  const isRank =
    numbers.size === values.length && [0, 1].some((first) => numbers.has(first) && last === first + values.length - 1)
  return values.every((text) => /^\d{1,15}$/.test(text)) && !isRank && last > 1
}
