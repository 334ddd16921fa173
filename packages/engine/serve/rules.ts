import type { Language } from '@vitrine/catalog/language'
import { namesIn, type Pin, type Rule } from '@vitrine/catalog/rules'
import { tokenize } from '@vitrine/catalog/words'
import { yieldByCost } from '@vitrine/runtime/event-loop'
import { type PostingList, toPostingList } from '../index/posting-list.ts'
import { subtract, unionAll } from '../index/set-algebra.ts'
import type { Memory } from './bounded-cache.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { ProductConditions } from './query.ts'

/** What a rule does to the results of a request. */
export interface AppliedRule extends Memory {
  /** The places of products, the first place first. No product and no place is there twice. */
  readonly pins: readonly PinnedPosition[]
  readonly pinned: PostingList
  /** Without those that are pinned. */
  readonly hidden: PostingList
}

export interface PinnedPosition {
  readonly position: number
  /** From 1. */
  readonly at: number
}

/**
 * The rule that applies to a search, or to the products in categories, without `sortBy`; undefined if none does. Rules
 * see the words as they were typed.
 */
export async function ruleFor(
  edition: IndexedEdition,
  conditions: ProductConditions,
): Promise<AppliedRule | undefined> {
  const { search, typed, within, ids, slugs, skus, related } = conditions
  if (related !== undefined || ids.length + slugs.length + skus.length > 0) return undefined
  const rules = await storeRules(edition)
  if (rules.bytes === 0) return undefined
  const found = search === undefined ? rules.ofCategory(within) : rules.ofSearch(tokenize(typed?.text ?? search))
  return found && (await edition.cachedHere(`rule ${found.number}`, () => readRule(edition, found.rule)))
}

/** The results of a search with those that a rule pins, and without those that it hides. */
export function withRule(matches: PostingList, rule: AppliedRule | undefined): PostingList {
  return rule ? subtract(unionAll([matches, rule.pinned]), rule.hidden) : matches
}

interface NumberedRule {
  readonly number: number
  readonly rule: Rule
  /** What a search must have: all of these in this order and no others, or all of these. */
  readonly stems: readonly string[]
}

/** Approximate memory of a rule, and of a product that it names, in bytes. */
const RULE_BYTES = 400
const NAME_BYTES = 120

/** The time of stemming a rule, in positions visited. */
const RULE_COST = 200

/** The rules of a store. A request looks up those of its words and labels, so their number does not matter. */
class RuleIndex implements Memory {
  bytes = 0
  readonly #stem: Language['stem']
  readonly #byFirstStem = new Map<string, NumberedRule[]>()
  readonly #byLabel = new Map<string, NumberedRule>()

  private constructor(stem: Language['stem']) {
    this.#stem = stem
  }

  /** Lets other work run between its steps. */
  static async build(rules: readonly Rule[], { stem }: Pick<Language, 'stem'>): Promise<RuleIndex> {
    const all = new RuleIndex(stem)
    for (const [number, rule] of rules.entries()) {
      all.#add(number, rule)
      await yieldByCost(RULE_COST)
    }
    return all
  }

  #add(number: number, rule: Rule): void {
    this.bytes += RULE_BYTES + namesIn(rule).length * NAME_BYTES
    if ('within' in rule) {
      if (!this.#byLabel.has(rule.within)) this.#byLabel.set(rule.within, { number, rule, stems: [] })
      return
    }
    const words = 'query' in rule ? tokenize(rule.query) : rule.words.flatMap(tokenize)
    const stems = words.map(this.#stem)
    const sameStem = this.#byFirstStem.get(stems[0]!)
    if (sameStem) sameStem.push({ number, rule, stems })
    else this.#byFirstStem.set(stems[0]!, [{ number, rule, stems }])
  }

  /** The first rule for any of the labels. */
  ofCategory(labels: readonly string[]): NumberedRule | undefined {
    return first(labels.flatMap((code) => this.#byLabel.get(code) ?? []))
  }

  /** The first rule for a search of these words. */
  ofSearch(words: readonly string[]): NumberedRule | undefined {
    const stems = words.map(this.#stem)
    const has = new Set(stems)
    const candidates = [...has].flatMap((stem) => this.#byFirstStem.get(stem) ?? [])
    return first(
      candidates.filter((each) =>
        'query' in each.rule
          ? each.stems.length === stems.length && each.stems.every((stem, index) => stem === stems[index])
          : each.stems.every((stem) => has.has(stem)),
      ),
    )
  }
}

function first(rules: readonly NumberedRule[]): NumberedRule | undefined {
  return rules.reduce<NumberedRule | undefined>((a, b) => (a && a.number < b.number ? a : b), undefined)
}

/** For a store without rules, which needs no language. */
const NO_STEMS = { stem: (word: string) => word }

/** The rules of the store, ready for its requests. */
function storeRules(edition: IndexedEdition): Promise<RuleIndex> {
  const build = async () => {
    const rules = await edition.stored.rules()
    return await RuleIndex.build(rules, rules.length > 0 ? await edition.language() : NO_STEMS)
  }
  return edition.cached('rules', build)
}

/** Finds the products of the rule in the edition. Of a product that is pinned twice, the first pin counts. */
async function readRule(edition: IndexedEdition, rule: Rule): Promise<AppliedRule> {
  const pins: readonly Pin[] = rule.pin ?? []
  const positions = await edition.stored.productsByName(namesIn(rule))
  const atOf = new Map<number, number>()
  for (const [index, { at }] of pins.entries()) {
    const position = positions[index]
    if (position !== undefined && !atOf.has(position)) atOf.set(position, at)
  }
  const pinned = toPostingList(atOf.keys())
  const named = positions.slice(pins.length).filter((position) => position !== undefined)
  const hidden = subtract(toPostingList(named), pinned)
  return {
    pins: [...atOf].map(([position, at]) => ({ position, at })).sort((a, b) => a.at - b.at),
    pinned,
    hidden,
    bytes: atOf.size * NAME_BYTES,
    lists: [pinned, hidden],
  }
}
