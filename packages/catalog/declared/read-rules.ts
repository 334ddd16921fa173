import { isObject } from '../native/fields.ts'
import { namesIn, type Pin, type ProductName, type Rule } from '../rules.ts'
import { tokenize } from '../words.ts'
import { type DeclaredFile, type DeclaredProblem, jsonItems, declaredProblem as problem } from './declared-file.ts'

/**
 * Reads a file of rules: `{"rules": [...]}`, or the list alone. A rule has one of `query`, `words` and `within`, and
 * what it pins and hides.
 */
export function readRules(text: string): DeclaredFile<Rule> {
  const items = jsonItems(text, 'rules', EXAMPLE, (file) => (isObject(file) ? file.rules : file))
  if ('wrong' in items) return { entries: [], problems: [items] }
  const problems: DeclaredProblem[] = []
  if (items.length > MAX_RULES) problems.push(problem('the file', `has ${items.length} rules`, `at most ${MAX_RULES}`))
  const entries = items
    .slice(0, MAX_RULES)
    .map((item, index) => new RuleReader(`rule ${index + 1}`, problems).read(item))
    .filter((rule) => rule !== undefined)
  const names = entries.reduce((sum, rule) => sum + namesIn(rule).length, 0)
  if (names > MAX_NAMES) problems.push(problem('the file', `names ${names} products`, `at most ${MAX_NAMES}`))
  return { entries, problems }
}

const MAX_RULES = 1000

/** Of all rules: some 10 MB in memory. */
const MAX_NAMES = 100_000

/** Of one rule. The first two are what a page looks at and what a search subtracts. */
const MAX_PINS = 50
const MAX_HIDDEN = 1000
const MAX_WORDS = 10

/** The last place of a pin. */
const MAX_PLACE = 100

/** In UTF-16 units: the longest search, slug, sku or code. */
const MAX_LENGTH = 200

const EXAMPLE = '{"rules": [{"words": ["gift"], "pin": [{"slug": "gift-card", "at": 1}], "hide": ["gas-bottle"]}]}'
const CONDITIONS = ['query', 'words', 'within'] as const
const RIGHT_CONDITION = 'one of "query": "gift card", "words": ["gift"] and "within": "clothing"'
const RIGHT_NAME = '{"slug": "gift-card"} or {"sku": "GC-1"}'
const RIGHT_PIN = '{"slug": "gift-card", "at": 1} or {"sku": "GC-1", "at": 1}'

/** Reads one rule, and adds what is wrong with it to the problems. */
class RuleReader {
  readonly #where: string
  readonly #problems: DeclaredProblem[]

  constructor(where: string, problems: DeclaredProblem[]) {
    this.#where = where
    this.#problems = problems
  }

  /** Undefined after a problem. */
  read(value: unknown): Rule | undefined {
    const before = this.#problems.length
    if (!isObject(value)) this.#refuse(`is ${shown(value)}`, `an object with ${RIGHT_CONDITION}`)
    const rule = isObject(value) ? this.#rule(value) : undefined
    if (rule && this.#problems.length === before) this.#checkRepetitions(rule)
    return this.#problems.length === before ? rule : undefined
  }

  #rule(value: Readonly<Record<string, unknown>>): Rule {
    this.#checkNames(value, [...CONDITIONS, 'pin', 'hide'])
    const conditions = CONDITIONS.filter((name) => value[name] !== undefined)
    const [condition] = conditions
    if (conditions.length !== 1) this.#refuse(`has ${conditions.join(' and ') || 'no condition'}`, RIGHT_CONDITION)
    const pin = this.#list(value.pin, 'pin', MAX_PINS, (item, where) => this.#pin(item, where))
    const hide = this.#list(value.hide, 'hide', MAX_HIDDEN, (item, where) => this.#name(item, where))
    if (pin.length + hide.length === 0) this.#refuse('pins and hides nothing', `"pin": [${RIGHT_PIN}]`)
    if (condition === 'within' && hide.length > 0)
      this.#refuse('hides products within a category', 'a hide for a search; a category shows all that it counts')
    const products = { ...(pin.length > 0 && { pin }), ...(hide.length > 0 && { hide }) }
    if (condition === 'within') return { within: this.#code(value.within), pin }
    if (condition === 'words') return { words: this.#words(value.words), ...products }
    return { query: this.#text(value.query, 'query', '"query": "gift card"'), ...products }
  }

  #words(value: unknown): string[] {
    const right = `"words": ["gift"], with 1 to ${MAX_WORDS} words`
    if (Array.isArray(value) && value.length > 0 && value.length <= MAX_WORDS)
      return value.map((word) => this.#text(word, 'words', right))
    this.#refuse(`has words ${shown(value)}`, right)
    return []
  }

  /** Text with letters or digits. */
  #text(value: unknown, name: string, right: string): string {
    if (typeof value === 'string' && value.length <= MAX_LENGTH && tokenize(value).length > 0) return value
    this.#refuse(`has ${name} ${shown(value)}`, `${right}: letters or digits, ${MAX_LENGTH} characters at most`)
    return ''
  }

  #code(value: unknown): string {
    if (isName(value)) return value.trim().toLowerCase()
    this.#refuse(`has within ${shown(value)}`, 'the code of a label, such as "clothing"')
    return ''
  }

  #list<Item>(value: unknown, name: string, most: number, read: (item: unknown, where: string) => Item): Item[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      this.#refuse(`has ${name} ${shown(value)}`, 'a list of products')
      return []
    }
    if (value.length > most) this.#refuse(`has ${value.length} products to ${name}`, `at most ${most}`)
    return value.slice(0, most).map((item, index) => read(item, `${this.#where}, ${name} ${index + 1}`))
  }

  #pin(value: unknown, where: string): Pin {
    const name = this.#nameIn(value, where, ['at'], RIGHT_PIN)
    const at = isObject(value) ? value.at : undefined
    if (name && !(Number.isInteger(at) && (at as number) >= 1 && (at as number) <= MAX_PLACE))
      this.#problems.push(problem(where, `is at ${shown(at)}`, `a place from 1 to ${MAX_PLACE}, such as "at": 1`))
    return { ...(name ?? { slug: '' }), at: at as number }
  }

  /** Text is a slug. */
  #name(value: unknown, where: string): ProductName {
    const named = typeof value === 'string' ? { slug: value } : value
    return this.#nameIn(named, where, [], `"gift-card", ${RIGHT_NAME}`) ?? { slug: '' }
  }

  #nameIn(value: unknown, where: string, others: readonly string[], right: string): ProductName | undefined {
    if (isObject(value)) {
      this.#checkNames(value, ['slug', 'sku', ...others], where)
      const { slug, sku } = value
      if (isName(slug) && sku === undefined) return { slug }
      if (isName(sku) && slug === undefined) return { sku }
    }
    this.#problems.push(problem(where, `is ${shown(value)}`, right))
    return undefined
  }

  #checkNames(value: Readonly<Record<string, unknown>>, names: readonly string[], where = this.#where): void {
    const unknown = Object.keys(value).find((name) => !names.includes(name))
    if (unknown !== undefined) this.#problems.push(problem(where, `has ${shown(unknown)}`, `only ${names.join(', ')}`))
  }

  #checkRepetitions(rule: Rule): void {
    const pins = rule.pin ?? []
    const place = repeated(pins.map(({ at }) => at))
    if (place !== undefined) this.#refuse(`has two pins at ${place}`, 'each place once')
    for (const [does, names] of [
      ['pins', pins],
      ['hides', namesIn(rule).slice(pins.length)],
    ] as const) {
      const name = repeated(names.map((each) => ('slug' in each ? `slug ${each.slug}` : `sku ${each.sku}`)))
      if (name !== undefined) this.#refuse(`${does} the ${name} twice`, 'each product once')
    }
  }

  #refuse(wrong: string, right: string): void {
    this.#problems.push(problem(this.#where, wrong, right))
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100)
}

function repeated<Value>(values: readonly Value[]): Value | undefined {
  const seen = new Set<Value>()
  return values.find((value) => seen.size === seen.add(value).size)
}
