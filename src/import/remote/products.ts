import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../catalog/store.ts'
import type { Problem, Submission, Warning } from '../../catalog/submission.ts'
import { isObject } from '../fields.ts'
import { childPath, type JsonPath, ROOT } from '../json-path.ts'
import { readProduct } from '../native/product.ts'
import { createReadContext, type ReadContext } from '../native/read-context.ts'
import type { Spool } from './spool.ts'

/** Products between pauses in which the process may hear that it should stop. */
const AT_ONCE = 100

/**
 * The products that were read from a server, in its order: each right and complete, or refused with all that is wrong with
 * it. Their `line` is their number in the server's list. The native format's words are those of the API, so that there
 * is little to translate.
 */
export async function* spooledProducts(
  spool: Spool,
  store: Store,
  onWarning: (warning: Warning) => void,
): AsyncGenerator<Submission> {
  const intake = createReadContext(store, onWarning)
  for (const { number, fields } of spool.products()) {
    intake.diagnostics.begin(number)
    const read = readProduct(withFullVariants(fields, spool, intake), intake)
    const problems = intake.diagnostics.problems()
    if (problems) yield { line: number, problems: named(problems, fields.id as string) }
    else yield { line: number, ...read! }
    if (number % AT_ONCE === 0) await setImmediate()
  }
}

/** The product, with the full form of each variant in place of the one inside a product. */
function withFullVariants(
  product: Record<string, unknown>,
  spool: Spool,
  intake: ReadContext,
): Readonly<Record<string, unknown>> {
  const { variants } = product
  if (!Array.isArray(variants)) return product
  const full = variants.map((variant, index) => {
    if (!isObject(variant) || typeof variant.id !== 'string') return variant
    return inStock(joined(variant, spool.variant(variant.id) ?? {}), childPath(VARIANTS, index), intake)
  })
  return { ...product, variants: full }
}

const VARIANTS = childPath(ROOT, 'variants')

/** What the full form says, and what only the form inside a product does. A `null` says something of stock only. */
function joined(summary: Readonly<Record<string, unknown>>, full: Readonly<Record<string, unknown>>) {
  const said = Object.entries(full).filter(([name, value]) => value !== null || name === 'stock')
  return { ...summary, ...Object.fromEntries(said) }
}

/** A server that sells more than it has counts below zero: there is none left. */
function inStock(variant: Readonly<Record<string, unknown>>, place: JsonPath, { diagnostics }: ReadContext) {
  const { stock } = variant
  if (typeof stock !== 'number' || !Number.isInteger(stock) || stock >= 0) return variant
  diagnostics.warn(childPath(place, 'stock'), 'is below zero and is taken as 0')
  return { ...variant, stock: 0 }
}

/** Problems that say which product it is: a number in a list of thousands is hard to find. */
function named([first, ...others]: readonly [Problem, ...Problem[]], id: string): readonly [Problem, ...Problem[]] {
  const name = (problem: Problem) => ({ ...problem, path: `${id} ${problem.path}`.trimEnd() })
  return [name(first), ...others.map(name)]
}
