import { setImmediate } from 'node:timers/promises'
import { isObject } from '@vitrine/catalog/native/fields'
import { childPath, type JsonPath, ROOT } from '@vitrine/catalog/native/json-path'
import { nameOf } from '@vitrine/catalog/native/name-of'
import { readProduct } from '@vitrine/catalog/native/product'
import { createReadContext, type ReadContext } from '@vitrine/catalog/native/read-context'
import type { Store } from '@vitrine/catalog/store'
import type { Problem, Submission, Warning } from '@vitrine/catalog/submission'
import type { RemoteItem } from './page.ts'
import type { RemoteLabels } from './remote-labels.ts'
import type { Spool } from './spool.ts'

/** Products between turns of the event loop, in which the process handles signals. */
const PRODUCTS_PER_TURN = 100

/**
 * Reads the spooled products in the server's order: each one valid, or refused with all of its problems. `line` is the
 * product's number in the server's list. The API and the native format use the same field names. `labels` are those of
 * the spool.
 */
export async function* spooledProducts(
  spool: Spool,
  store: Store,
  labels: RemoteLabels,
  onWarning: (warning: Warning) => void,
): AsyncGenerator<Submission> {
  const context = createReadContext(store, onWarning)
  // Only products in full have the parents of their labels.
  const { isInFull } = spool
  for (const { number, fields } of spool.products()) {
    const labelled = isInFull ? fields : { ...fields, labelValues: labels.withParents(fields.labelValues) }
    const submission = check(number, withFullVariants(labelled, spool, context), context)
    if ('product' in submission) labels.addNames(submission.product.labelValues)
    yield submission
    if (number % PRODUCTS_PER_TURN === 0) await setImmediate()
  }
}

/** Reads products that a server gave in full, as `spooledProducts` does. */
export async function* productsInFull(
  items: readonly RemoteItem[],
  store: Store,
  onWarning: (warning: Warning) => void,
): AsyncGenerator<Submission> {
  const context = createReadContext(store, onWarning)
  for (const [index, { fields }] of items.entries()) {
    yield check(index + 1, fields, context)
    if (index % PRODUCTS_PER_TURN === 0) await setImmediate()
  }
}

function check(line: number, fields: RemoteItem['fields'], context: ReadContext): Submission {
  const { diagnostics } = context
  diagnostics.begin({ line }, nameOf(fields))
  const product = readProduct(fields, context)
  const problems = diagnostics.problems()
  return problems ? { line, problems: withProductId(problems, String(fields.id)) } : { line, ...product! }
}

/** The product, with each variant as the variant list has it. */
function withFullVariants(
  product: Readonly<Record<string, unknown>>,
  spool: Spool,
  context: ReadContext,
): Readonly<Record<string, unknown>> {
  const { variants } = product
  if (!Array.isArray(variants)) return product
  const full = variants.map((variant, index) => {
    if (!isObject(variant) || typeof variant.id !== 'string') return variant
    return withoutNegativeStock(merge(variant, spool.variant(variant.id) ?? {}), childPath(VARIANTS, index), context)
  })
  return { ...product, variants: full }
}

const VARIANTS = childPath(ROOT, 'variants')

/** The fields of both forms; those of the full form win. Only for `stock` is null a value. */
function merge(summary: Readonly<Record<string, unknown>>, full: Readonly<Record<string, unknown>>) {
  const values = Object.entries(full).filter(([name, value]) => value !== null || name === 'stock')
  return { ...summary, ...Object.fromEntries(values) }
}

/** Servers that allow overselling report a stock below zero, which counts as 0. */
function withoutNegativeStock(
  variant: Readonly<Record<string, unknown>>,
  place: JsonPath,
  { diagnostics }: ReadContext,
) {
  const { stock } = variant
  if (typeof stock !== 'number' || !Number.isInteger(stock) || stock >= 0) return variant
  diagnostics.warn(childPath(place, 'stock'), 'is below zero and is imported as 0')
  return { ...variant, stock: 0 }
}

/** Adds the id to each path: the number in a list of thousands is hard to look up. */
function withProductId([first, ...others]: readonly [Problem, ...Problem[]], id: string): [Problem, ...Problem[]] {
  const add = (problem: Problem) => ({ ...problem, path: `${id} ${problem.path}`.trimEnd() })
  return [add(first), ...others.map(add)]
}
