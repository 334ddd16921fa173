import type { OptionGroup, Product, Stamps, Variant } from '@vitrine/catalog/product'
import type { Uuid } from '@vitrine/catalog/uuid'
import type { Term } from '@vitrine/engine/edition/term'
import { SeededRandom } from './seeded-random.ts'

/** The number of different products in all files of a test. */
const PRODUCTS = 2_000

const WORDS = Array.from({ length: 900 }, (_, index) => spelled(index))
const DAYS = 40
const LABELS = Array.from({ length: 12 }, (_, index) => coded('a', index, `label-${index}`))

/** No variant has an option of the third group. */
const GROUPS: readonly OptionGroup[] = ['color', 'size', 'brand'].map((code, group) => ({
  ...coded('b', group, code),
  options: Array.from({ length: 6 }, (_, index) => coded('c', group * 100 + index, `${code}-${index}`)),
}))

export const LABEL_CODES = LABELS.map(({ code }) => code)
export const GROUP_CODES = GROUPS.map(({ code }) => code)
export const OPTION_CODES = GROUPS.flatMap((group) => group.options.map(({ code }) => `${group.code}:${code}`))

/** Every term that a product of any version may carry. */
export const TERMS: readonly Term[] = [
  ...[...WORDS, ...Array.from({ length: 60 }, (_, version) => String(version))].flatMap(
    (word) => [`name:${word}`, `text:${word}`] as const,
  ),
  ...LABEL_CODES.map((code) => `label:${code}` as const),
  ...GROUP_CODES.map((code) => `group:${code}` as const),
]

export const SEARCHES = [WORDS[0]!, WORDS[40]!.slice(0, 3), `${WORDS[3]!.slice(0, 2)} ${WORDS[7]!}`, 'nowhere']

/**
 * `count` of `different` products in random order. Some are equal in every version, the others differ in each version. Every property is
 * present, so that the export of a product equals its line in the file.
 */
export function seededProducts(random: SeededRandom, count: number, version: number, different = PRODUCTS): Product[] {
  const keys = random.shuffled(Array.from({ length: different }, (_, key) => key)).slice(0, count)
  return keys.map((key) => productOf(key, random.chance(0.4) ? 0 : version))
}

function productOf(key: number, version: number): Product {
  const random = new SeededRandom(key * 31 + version * 7919)
  const pick = (below: number) => Math.floor(random.next() * below)
  const words = (count: number) => Array.from({ length: count }, () => WORDS[skewed(pick, WORDS.length)]).join(' ')
  const name = `${words(2)} ${version}`
  const created = day(pick(DAYS))
  const stamps = { createdAt: created, updatedAt: day(DAYS + version) }
  const optionGroups = GROUPS.slice(0, 1 + pick(3))
  return {
    id: id('d', key),
    name,
    description: `<p>${words(50)}</p>`,
    slug: `product-${key}`,
    ...stamps,
    variants: Array.from({ length: 1 + pick(5) }, (_, index) =>
      variantOf(key, index, name, optionGroups, stamps, pick),
    ),
    files: [{ id: id('e', key), priority: 0, file: { path: `/${key}.jpg`, mimeType: 'image/jpeg' } }],
    optionGroups,
    labelValues: LABELS.filter(() => pick(6) === 0),
  }
}

function variantOf(
  key: number,
  index: number,
  name: string,
  groups: readonly OptionGroup[],
  stamps: Stamps,
  pick: (below: number) => number,
): Variant {
  const number = key * 10 + index
  return {
    id: id('f', number),
    name,
    sku: `SKU-${number % 977}-${index}`,
    price: `${pick(90)}.${String(pick(100)).padStart(2, '0')}`,
    stock: pick(4) === 0 ? null : pick(20),
    productOptions: groups.slice(0, 2).map(({ options }) => ({ ...options[pick(6)]!, ...stamps })),
    files: [],
    taxRate: { id: id('9', 0), name: 'VAT', rate: 20, isDefault: false, ...stamps },
    labelValues: [],
    ...stamps,
  }
}

/** A random number, low ones more often than high ones, like the frequency of words in text. */
function skewed(pick: (below: number) => number, below: number): number {
  return Math.floor((pick(below) * pick(below)) / below)
}

function spelled(index: number): string {
  const syllables = ['ka', 'lo', 'mi', 'nu', 'pe', 'ra', 'so', 'ti', 'vu', 'we']
  return [...String(index + 100)].map((digit) => syllables[Number(digit)]).join('')
}

function day(number: number): string {
  return new Date(Date.UTC(2026, 0, 1 + number)).toISOString()
}

function coded(kind: string, number: number, code: string) {
  return { id: id(kind, number), name: code, code }
}

function id(kind: string, number: number): Uuid {
  return `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}` as Uuid
}
