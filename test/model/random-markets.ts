import type { MarketContent, Product, Submitted } from '@vitrine/catalog/product'
import type { Market } from '@vitrine/catalog/store'
import fc from 'fast-check'
import { SeededRandom } from '../crash/seeded-random.ts'
import { THEN } from '../loading.ts'
import { centsOf } from './naive-filter.ts'
import type { Import, RandomLine } from './random-catalog.ts'
import { EXTERNAL_ID_TEXTS, PRICES, WORDS } from './vocabulary.ts'

const CODES = ['de', 'en-gb']

const VAT = { id: 'c0000000-0000-4000-8000-000000000001', name: 'MwSt.', rate: 19 }
const RATE = { ...VAT, isDefault: true as const, createdAt: THEN, updatedAt: THEN }

const market = (code: string): fc.Arbitrary<Market> =>
  fc
    .record({
      language: fc.constantFrom('de', 'en', 'en-GB'),
      currency: fc.constantFrom('EUR', 'EUR', 'USD'),
      taxRate: fc.option(fc.constant(RATE), { nil: undefined }),
      exactWords: fc.constantFrom(undefined, undefined, ['shirt', 'knife', 'tea']),
    })
    .map(({ language, currency, ...others }) => {
      const given = Object.entries(others).filter(([, value]) => value !== undefined)
      return { code, language, currency, ...Object.fromEntries(given) }
    })

/** The markets of a store: none to two, in any order. */
export const randomMarkets: fc.Arbitrary<readonly Market[]> = fc
  .tuple(fc.tuple(...CODES.map(market)), fc.constantFrom<number[][]>([0], [1], [0, 1], [0, 1], [0, 1], [1, 0], []))
  .map(([markets, chosen]) => chosen.map((index) => markets[index]!))

/** The imports, in which products say something of markets. The same product says the same again, or something else. */
export function withMarkets(imports: readonly Import[], seed: number): readonly Import[] {
  const numbers = new Map<string, number>()
  return imports.map((each, at) => {
    const random = new SeededRandom(seed + at)
    const lines = each.lines.map((line) => {
      const { id } = line.expected
      if (!numbers.has(id)) numbers.set(id, numbers.size)
      const number = numbers.get(id)!
      return withContent(line, number, new SeededRandom(seed + 100 * number + random.oneOf([10, 10, 10, 20, 30])))
    })
    return { ...each, lines }
  })
}

function withContent({ line, expected }: RandomLine, number: number, random: SeededRandom): RandomLine {
  if (random.chance(0.15)) return { line, expected }
  const codes = random.chance(0.1) ? [] : [...CODES, 'unknown'].filter(() => random.chance(0.85))
  const contents = codes.map((code) => [code, contentOf(expected, CODES.indexOf(code) + number, random)] as const)
  const markets = Object.fromEntries(contents.filter(([, content]) => Object.keys(content).length > 0))
  return shownAsLine({ line: { ...line, markets }, expected: { ...expected, markets } })
}

/** Makes the report of a failure show the line only. */
function shownAsLine(line: RandomLine): RandomLine {
  return Object.defineProperty(line, fc.toStringMethod, { value: () => JSON.stringify(line.line) })
}

/** `number` is another one for each product of a market. Another product may have it in another market. */
function contentOf(product: Submitted<Product>, number: number, random: SeededRandom): MarketContent {
  const { variants, labelValues, optionGroups, attributes = [], files } = product
  const owners = [product, ...variants]
  const words = () => [random.oneOf(WORDS), ...(random.chance(0.5) ? [random.oneOf(WORDS)] : [])].join(' ')
  const texts = (keys: readonly string[]) => chosen(keys, random, 0.6, words)
  const labels = owners.flatMap((owner): readonly { readonly code: string }[] => owner.labelValues)
  const allAttributes = [...attributes, ...variants.flatMap((variant) => variant.attributes ?? [])]
  const isText = (code: string) => allAttributes.some((each) => each.code === code && each.type === 'text')
  return stated({
    included: random.chance(0.08) ? false : undefined,
    name: random.chance(0.6) ? words() : undefined,
    description: random.chance(0.4) ? random.oneOf(['', words(), `${words()} <b>${words()}</b>`]) : undefined,
    slug: random.chance(0.6) ? `in-market-${number}` : undefined,
    externalId: random.chance(0.3) ? random.oneOf(EXTERNAL_ID_TEXTS) : undefined,
    labelValues: texts(labels.length > 0 ? [...new Set(labels.map(({ code }) => code))] : labelValues.map(() => '')),
    optionGroups: chosen(
      optionGroups.map(({ code }) => code),
      random,
      0.6,
      (code) => {
        const options = optionGroups.filter((group) => group.code === code).flatMap((group) => group.options)
        return stated({
          name: random.chance(0.5) ? words() : undefined,
          options: texts(options.map(({ code }) => code)),
        })
      },
    ),
    attributes: chosen([...new Set(allAttributes.map(({ code }) => code))], random, 0.6, (code) =>
      stated({
        name: random.chance(0.6) ? words() : undefined,
        value: isText(code) && random.chance(0.6) ? words() : undefined,
      }),
    ),
    files: chosen(
      [...files, ...variants.flatMap((variant) => variant.files)].map(({ file }) => file.path),
      random,
      0.5,
      () => ({
        alt: words(),
      }),
    ),
    variants: chosen(
      variants.map(({ sku }) => sku),
      random,
      0.8,
      () => {
        const [, price] = random.oneOf(PRICES)
        const [, listPrice] = random.oneOf(PRICES)
        const isPriced = random.chance(0.8)
        return stated({
          included: random.chance(0.1) ? false : undefined,
          name: random.chance(0.3) ? words() : undefined,
          externalId: random.chance(0.3) ? random.oneOf(EXTERNAL_ID_TEXTS) : undefined,
          price: isPriced ? price : undefined,
          listPrice: isPriced && centsOf(listPrice) > centsOf(price) ? listPrice : undefined,
        })
      },
    ),
  }) as MarketContent
}

/** An object with a value for some of the keys; undefined if it would be empty. */
function chosen<Value>(
  keys: readonly string[],
  random: SeededRandom,
  probability: number,
  valueAt: (key: string) => Value,
): Record<string, Value> | undefined {
  const entries = [...new Set(keys)].filter(() => random.chance(probability)).map((key) => [key, valueAt(key)] as const)
  const filled = entries.filter(([, value]) => Object.keys(Object(value)).length > 0)
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

/** The object without the fields that are undefined. */
function stated(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
