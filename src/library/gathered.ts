import type { Store } from '../catalog/store.ts'
import {
  PATCHED_FIELDS,
  type Patch,
  type RefusedProduct,
  type Removal,
  type Submission,
  type Warning,
} from '../catalog/submission.ts'
import { uuid } from '../catalog/uuid.ts'
import type { Edition } from '../edition/edition.ts'
import { Diagnostics } from '../import/diagnostics.ts'
import { readInputs } from '../import/native.ts'
import { patchOf, Repetitions } from '../import/read-patches.ts'
import type { Given } from './catalog.ts'
import type { PatchInput, ProductInput, RemovalInput } from './given.ts'

export type Upserted = ProductInput | Iterable<ProductInput> | AsyncIterable<ProductInput>

/** Removals that are looked up together. */
const AT_ONCE = 250

/**
 * What a program gave between two editions. Everything has a number, in place of a line of a file: removals first, then
 * patches, then products, whose number nobody knows beforehand.
 */
export class Gathered {
  readonly upserted: Upserted[] = []
  readonly patches: PatchInput[] = []
  readonly removals: RemovalInput[] = []

  /** What has the number. */
  placeOf(number: number): Pick<Given, 'call' | 'index'> {
    const { removals, patches } = this
    if (number < removals.length) return { call: 'remove', index: number }
    if (number < removals.length + patches.length) return { call: 'patch', index: number - removals.length }
    return { call: 'upsert', index: number - removals.length - patches.length }
  }

  /** All of it, checked, in the order in which `publish` wants it. */
  async *entries(base: Edition, onWarning: (warning: Warning) => void): AsyncGenerator<Submission | Patch | Removal> {
    yield* this.#removals(base, onWarning)
    yield* this.#patches(onWarning)
    yield* this.#products(base.store, onWarning)
  }

  async *#removals(base: Edition, onWarning: (warning: Warning) => void): AsyncGenerator<RefusedProduct | Removal> {
    for (let from = 0; from < this.removals.length; from += AT_ONCE) {
      const batch = this.removals.slice(from, from + AT_ONCE).map((given, index) => asked(given, from + index))
      const ids = batch.flatMap((removal) => ('id' in removal ? [removal.id] : []))
      const slugs = batch.flatMap((removal) => ('slug' in removal ? [removal.slug] : []))
      const [byId, bySlug] = await Promise.all([base.positionsById('product', ids), base.productsBySlug(slugs)])
      const found = { id: byId.values(), slug: bySlug.values() }
      for (const removal of batch) {
        if ('problems' in removal) yield removal
        else {
          const path = 'id' in removal ? 'id' : 'slug'
          const position = found[path].next().value
          if (position !== undefined) yield { line: removal.line, position }
          else onWarning({ line: removal.line, path, message: 'is that of no product of the store' })
        }
      }
    }
  }

  *#patches(onWarning: (warning: Warning) => void): Generator<RefusedProduct | Patch> {
    const findings = new Diagnostics(onWarning)
    const repetitions = new Repetitions(onWarning, (number) => this.#where(number))
    for (const [index, given] of this.patches.entries()) {
      const patch = patchOf(given, this.removals.length + index, PATCHED_FIELDS, findings)
      if ('sku' in patch) repetitions.note(patch)
      yield patch
    }
  }

  #products(store: Store, onWarning: (warning: Warning) => void): AsyncGenerator<Submission> {
    const first = this.removals.length + this.patches.length
    return readInputs(each(this.upserted), { store, first, where: (number) => this.#where(number), onWarning })
  }

  #where(number: number): string {
    return `at index ${this.placeOf(number).index}`
  }
}

/** One after the other, those of iterables among them. */
async function* each(upserted: readonly Upserted[]): AsyncGenerator<unknown> {
  for (const one of upserted) {
    if (isIterable(one)) yield* one
    else yield one
  }
}

function isIterable(value: Upserted): value is Iterable<ProductInput> | AsyncIterable<ProductInput> {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
}

type Asked = { readonly line: number } & ({ readonly id: string } | { readonly slug: string })

function asked(given: RemovalInput, line: number): Asked | RefusedProduct {
  const { id, slug } = (given ?? {}) as { readonly id?: unknown; readonly slug?: unknown }
  const refused = (path: string, wrong: string, right: string) => ({
    line,
    problems: [{ line, path, wrong, right }] as const,
  })
  if ((id === undefined) === (slug === undefined))
    return refused('', id === undefined ? 'has no id and no slug' : 'has an id and a slug', 'one of them')
  if (id === undefined)
    return typeof slug === 'string' ? { line, slug } : refused('slug', 'is no text', 'the slug of a product')
  const known = typeof id === 'string' ? uuid(id) : undefined
  return known ? { line, id: known } : refused('id', `is ${JSON.stringify(id)}`, 'the id of a product, a UUID')
}
