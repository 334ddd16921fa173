import { fold } from '../../catalog/words.ts'
import type { Candidate } from './candidate.ts'

/**
 * “product name” if rows with the same name are certain to be variants of one product: some rows share it, with the brand
 * and the category, and no two of these have the same options. Otherwise “name”.
 */
export function groupingRole(candidates: readonly Candidate[], name: Candidate): 'name' | 'product name' {
  const options = candidates.filter(({ role }) => role === 'option')
  if (options.length === 0) return 'name'
  const others = candidates.filter(({ role }) => role === 'brand' || role === 'category')
  const combinations = new Map<string, Set<string>>()
  let hasVariants = false
  for (const [index, cell] of name.cells.entries()) {
    if (cell === '') continue
    const product = keyOf([name, ...others], index)
    const seen = combinations.get(product) ?? new Set()
    const chosen = keyOf(options, index)
    if (seen.has(chosen)) return 'name'
    hasVariants ||= seen.size > 0
    combinations.set(product, seen.add(chosen))
  }
  return hasVariants ? 'product name' : 'name'
}

/**
 * Whether the column names the product of a row: rows share its values, or it has the skus of other rows, and the names of
 * the rows begin with the same word.
 */
export function groupsRows(candidates: readonly Candidate[], product: Candidate): boolean {
  const names = candidates.find(({ role }) => role === 'name')?.cells
  const skus = candidates.find(({ role }) => role === 'sku')?.cells ?? []
  const firstWords = new Map<string, string>()
  let hasGroup = false
  for (const [index, cell] of product.cells.entries()) {
    const key = fold(cell || (skus[index] ?? ''))
    if (key === '') continue
    const word = fold(names?.[index] ?? '').split(/\s/)[0]!
    const earlier = firstWords.get(key)
    hasGroup ||= earlier !== undefined
    if (earlier && word && earlier !== word) return false
    firstWords.set(key, earlier || word)
  }
  return hasGroup
}

function keyOf(candidates: readonly Candidate[], index: number): string {
  return JSON.stringify(candidates.map(({ cells }) => fold(cells[index]!)))
}
