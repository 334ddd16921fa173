import { fold } from '@vitrine/catalog/words'
import { type Candidate, guessed, has, NAMED, share, unused } from './candidate.ts'
import { isCode, isKindOfPrograms, saysNotForSale } from './cell-content.ts'
import { fitsRole } from './fitting.ts'
import { groupsProducts, groupsRows } from './guess-grouping.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import { roleOfHeader } from './header-words.ts'
import { phrasesIn } from './phrases.ts'

/** A category may have a code in one column, and its name in another: `Family` and `Family description`. */
export function categoryByDescription(candidates: readonly Candidate[]): void {
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
export function categoryByType(candidates: readonly Candidate[]): void {
  if (has(candidates, 'category', 'subcategory', 'tags')) return
  const isRepeated = (header: string) => candidates.filter((other) => fold(other.header) === fold(header)).length > 1
  const type = unused(candidates).find(({ header, values }) => {
    const kinds = new Set(values.map(fold))
    const isOfFew = kinds.size > 1 && kinds.size < 0.8 * values.length
    const isKind = (text: string) => text.length <= 40 && /\p{L}{2}/u.test(text) && !isCode(text)
    return (
      TYPES.has(headerPhrase(header)) &&
      !isRepeated(header) &&
      isOfFew &&
      values.every(isKind) &&
      !values.some((text) => isKindOfPrograms(text) || saysNotForSale(text))
    )
  })
  if (type) type.role = 'category'
}

const TYPES = phrasesIn(words.types)

/** The key of a category may be its name: `category_id` with “Desserts”. */
export function categoryByKey(candidates: readonly Candidate[]): void {
  if (has(candidates, 'category', 'subcategory', 'tags')) return
  const isName = (text: string) => /\p{L}{2}/u.test(text) && !isCode(text) && !/^[\da-f-]{12,}$/i.test(text)
  const key = unused(candidates).find(
    ({ header, values }) =>
      roleOfHeader(header.replace(/[ _.]?id$/i, ''))?.role === 'category' &&
      fitsRole('category', values) &&
      values.every(isName),
  )
  if (key) key.role = 'category'
}

/** Of two columns that are called a category, one may divide the other: `rayon` and `famille`. It is below it. */
export function categoryInCategory(candidates: readonly Candidate[]): void {
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

/**
 * A subcategory divides its category, so that no two names are below each other. A “secondary category” is only one if
 * most of its values stand beside one category. Otherwise it is a second category.
 */
export function categoryBesideCategory(candidates: readonly Candidate[]): void {
  const category = candidates.find(({ role }) => role === 'category')
  const second = guessed(candidates, 'subcategory')
  if (!category || !second) return
  const pairs = second.cells.map((cell, row) => [fold(category.cells[row]!), fold(cell)] as const)
  const above = new Map<string, Set<string>>()
  for (const [outer, inner] of pairs)
    if (outer !== '' && inner !== '') above.set(inner, (above.get(inner) ?? new Set()).add(outer))
  const isBothWays = [...above].some(([inner, outers]) =>
    [...outers].some((outer) => outer !== inner && above.get(outer)?.has(inner)),
  )
  const divided = [...above].filter(([inner, outers]) => outers.size === 1 && !pairs.some(([outer]) => outer === inner))
  const isBeside = SECOND_CATEGORIES.has(headerPhrase(second.header)) && divided.length * 2 <= above.size
  if (isBothWays || isBeside) second.role = 'category'
}

/** Names of subcategories that may mean a second category. */
const SECOND_CATEGORIES = phrasesIn(words.secondCategories)

/** A column that is called a group may have groups of products: their category. */
export function withoutGroupsOfOthers(candidates: readonly Candidate[]): void {
  const product = guessed(candidates, 'product')
  if (product && !groupsRows(candidates, product))
    product.role = groupsProducts(candidates, product) ? 'category' : 'not used'
}
