import type { Pin, ProductName, Rule } from '@vitrine/catalog/rules'
import { tokenize } from '@vitrine/catalog/words'
import fc from 'fast-check'
import type { Parameters } from './parameters.ts'
import { FREQUENT_SEARCHES, LABELS, PHRASES, SEARCHES, SKUS } from './vocabulary.ts'

const SLUGS = ['one', 'two', 'three', 'four', 'five', 'own-1', 'own-5', 'own-9', 'gone']

const named: fc.Arbitrary<ProductName> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SLUGS).map((slug) => ({ slug })) },
  { weight: 2, arbitrary: fc.constantFrom(...SKUS).map((sku) => ({ sku })) },
)

const names = (maxLength: number) => fc.uniqueArray(named, { maxLength, selector: (name) => JSON.stringify(name) })

/** Places far apart and close together, some behind the end. */
const pins: fc.Arbitrary<Pin[]> = fc
  .tuple(names(6), fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 6, maxLength: 6 }))
  .map(([products, places]) => products.map((name, index) => ({ ...name, at: places[index]! })))

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FREQUENT_SEARCHES) },
  fc.constantFrom(...[...SEARCHES, ...PHRASES].filter((each) => tokenize(each).length > 0)),
)

const rule: fc.Arbitrary<Rule> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ query: text, pin: pins, hide: names(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ words: fc.array(text, { minLength: 1, maxLength: 2 }), pin: pins, hide: names(4) }),
  },
  { weight: 2, arbitrary: fc.record({ within: fc.constantFrom(...LABELS.map(({ code }) => code)), pin: pins }) },
)

/** The rules of a store, which may be none. */
export const randomRules: fc.Arbitrary<readonly Rule[]> = fc.array(rule, { maxLength: 24, size: 'max' })

/** What a rule does not apply to. */
const WITHOUT_RULES = ['sortBy', 'related', 'id', 'slug', 'sku']

/** Makes every other request one to which a rule applies, unless an earlier one does. */
export function towardsRules<Request extends { readonly path: string; readonly parameters: Parameters }>(
  request: Request,
  rules: readonly Rule[],
): Request {
  const { path, parameters } = request
  const number = JSON.stringify(parameters).length
  const rule = rules[number % rules.length]
  if (!rule || path === '/store/product-variants' || number % 2 === 0) return request
  const others = parameters.filter(([name]) => !WITHOUT_RULES.includes(name) && name !== 'search')
  const typed = parameters.find(([name]) => name === 'search')?.[1] ?? ''
  if ('within' in rule) return { ...request, parameters: [...others, ['within', rule.within]] }
  const search = 'query' in rule ? rule.query.toUpperCase() : [typed, ...rule.words].join(' ')
  return { ...request, parameters: [...others, ['search', search.slice(0, 200)]] }
}
