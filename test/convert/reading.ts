import assert from 'node:assert/strict'
import { readNative } from '@vitrine/catalog/native/read-native'
import type { Product, Submitted } from '@vitrine/catalog/product'
import { type Store, storeId } from '@vitrine/catalog/store'
import type { Problem, Submission, Warning } from '@vitrine/catalog/submission'

export const store: Store = {
  id: storeId('demo')!,
  name: 'Demo',
  createdAt: '2026-01-01T00:00:00.000Z',
  taxRate: {
    id: '11111111-1111-4111-8111-111111111111',
    name: 'No tax',
    rate: 0,
    isDefault: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
  },
}

/** The bytes in chunks of at most `size`, all in the same memory, as a source may provide them. */
export async function* chunked(bytes: Uint8Array | string, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes)
  const memory = Buffer.alloc(size)
  for (let from = 0; from < all.length; from += size) {
    const length = all.copy(memory, 0, from, from + size)
    yield memory.subarray(0, length)
  }
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export interface Reading {
  readonly submissions: Submission[]
  readonly warnings: Warning[]
}

export async function read(bytes: Uint8Array | string, size?: number): Promise<Reading> {
  const warnings: Warning[] = []
  const submissions = await collected(readNative(chunked(bytes, size), store, (warning) => warnings.push(warning)))
  return { submissions, warnings }
}

export function lines(...products: unknown[]): string {
  return products.map((product) => JSON.stringify(product)).join('\n')
}

/** The only product of a file, which must be valid. */
export async function accepted(product: unknown): Promise<Submitted<Product>> {
  const { submissions } = await read(lines(product))
  const submission = submissions[0]!
  assert.ok('product' in submission, JSON.stringify(submission))
  return submission.product
}

/** The problems of the last product of a file, each as a sentence. */
export async function problems(...products: unknown[]): Promise<string[]> {
  const { submissions } = await read(lines(...products))
  const submission = submissions.at(-1)!
  return 'problems' in submission ? submission.problems.map(sentence) : []
}

export function sentence({ path, wrong, right }: Problem): string {
  return `${path} ${wrong}: ${right}`.trim()
}

/** The warnings of a file, each as a sentence. */
export async function warnings(...products: unknown[]): Promise<string[]> {
  return (await read(lines(...products))).warnings.map(({ path, message }) => `${path} ${message}`.trim())
}

/** A product with one variant, and additional fields. */
export function shirt(more: object = {}, variant: object = {}): Record<string, unknown> {
  return { name: 'Shirt', variants: [{ sku: 'S1', price: '19.90', ...variant }], ...more }
}
