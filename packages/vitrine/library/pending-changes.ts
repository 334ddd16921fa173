import { formatValue, isText, textFault } from '@vitrine/catalog/native/fields'
import { PatchReader } from '@vitrine/catalog/native/patches'
import { readInputs } from '@vitrine/catalog/native/read-native'
import type { Store } from '@vitrine/catalog/store'
import {
  PATCHED_FIELDS,
  type Patch,
  type Problem,
  type RefusedProduct,
  type Removal,
  type Submission,
  type Warning,
} from '@vitrine/catalog/submission'
import { uuid } from '@vitrine/catalog/uuid'
import type { Edition } from '@vitrine/engine/edition/edition'
import { batchesOf } from '@vitrine/engine/publish/read-products'
import type { InputLocation, UpsertInput } from './catalog.ts'
import type { PatchInput, RemovalInput } from './catalog-input.ts'

/**
 * The changes of a catalog since the last `publish`. Each has a number, in place of the line in a file: removals come
 * first, then patches, then products, whose count is unknown until they are read.
 */
export class PendingChanges {
  readonly upserts: UpsertInput[] = []
  readonly patches: PatchInput[] = []
  readonly removals: RemovalInput[] = []

  /** Where the change with this number was passed in. */
  locationOf(number: number): Pick<InputLocation, 'call' | 'index'> {
    const { removals, patches } = this
    if (number < removals.length) return { call: 'remove', index: number }
    if (number < removals.length + patches.length) return { call: 'patch', index: number - removals.length }
    return { call: 'upsert', index: number - removals.length - patches.length }
  }

  /** All changes, checked, in the order that the import needs. */
  async *submissions(base: Edition, onWarning: OnWarning): AsyncGenerator<Submission | Patch | Removal> {
    yield* this.#checkedRemovals(base, onWarning)
    yield* this.#checkedPatches(base.store, onWarning)
    yield* this.#checkedProducts(base.store, onWarning)
  }

  async *#checkedRemovals(base: Edition, onWarning: OnWarning): AsyncGenerator<RefusedProduct | Removal> {
    for (const batch of batchesOf(this.removals.map(checkRemoval))) {
      const ids = batch.flatMap((removal) => ('id' in removal ? [removal.id] : []))
      const slugs = batch.flatMap((removal) => ('slug' in removal ? [removal.slug] : []))
      const [byId, bySlug] = await Promise.all([base.positionsById('product', ids), base.productsBySlug(slugs)])
      const positions = { id: byId.values(), slug: bySlug.values() }
      for (const removal of batch) {
        if ('problems' in removal) yield removal
        else {
          const { line } = removal
          const [path, key] = 'id' in removal ? (['id', removal.id] as const) : (['slug', removal.slug] as const)
          const position = positions[path].next().value
          if (position !== undefined) yield { line, position }
          else onWarning({ line, path, message: `is ${formatValue(key)}, which no product of the store has` })
        }
      }
    }
  }

  *#checkedPatches({ currency }: Store, onWarning: OnWarning): Generator<RefusedProduct | Patch> {
    const patches = new PatchReader(PATCHED_FIELDS, onWarning, currency, ({ line }) => this.#where(line))
    for (const [index, input] of this.patches.entries())
      yield patches.read(input, { line: this.removals.length + index })
  }

  async *#checkedProducts(store: Store, onWarning: OnWarning): AsyncGenerator<Submission> {
    const first = this.removals.length + this.patches.length
    const where = (number: number) => this.#where(number)
    const submissions = readInputs(flatten(this.upserts), { store, first, where, onWarning })
    for await (const submission of submissions) {
      if ('product' in submission) for (const fault of submission.dropped) onWarning(droppedWarning(fault))
      yield submission
    }
  }

  #where(number: number): string {
    return `at index ${this.locationOf(number).index}`
  }
}

type OnWarning = (warning: Warning) => void

export function droppedWarning({ line, path, wrong, right }: Problem): Warning {
  return { line, path, message: `${wrong}, and is dropped; expected ${right}` }
}

async function* flatten(upserts: readonly UpsertInput[]): AsyncGenerator<unknown> {
  for (const input of upserts) {
    const isObject = typeof input === 'object' && input !== null
    if (isObject && (Symbol.iterator in input || Symbol.asyncIterator in input)) yield* input
    else yield input
  }
}

type CheckedRemoval = { readonly line: number } & ({ readonly id: string } | { readonly slug: string })

function checkRemoval(input: RemovalInput, line: number): CheckedRemoval | RefusedProduct {
  const { id, slug } = (input ?? {}) as { readonly id?: unknown; readonly slug?: unknown }
  const refuse = (path: string, wrong: string, right: string) => ({
    line,
    problems: [{ line, path, wrong, right }] as const,
  })
  if ((id === undefined) === (slug === undefined))
    return refuse('', id === undefined ? 'has neither an id nor a slug' : 'has both an id and a slug', 'one of them')
  if (id === undefined) return isText(slug, Infinity) ? { line, slug } : refuse('slug', ...textFault(slug, Infinity))
  const parsed = typeof id === 'string' ? uuid(id) : undefined
  return parsed ? { line, id: parsed } : refuse('id', `is ${JSON.stringify(id)}`, 'the id of a product, a UUID')
}
