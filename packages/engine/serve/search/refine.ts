import { tokenize } from '@vitrine/catalog/words'
import type { Kind } from '../../edition/term.ts'
import { type PostingList, toPostingList, toSortedPositions } from '../../index/posting-list.ts'
import { intersect, subtract, unionAll } from '../../index/set-algebra.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { productsWithOptions } from './fields.ts'
import type { Level, LevelMatch } from './level-match.ts'
import type { ScoreClass } from './score.ts'

/** Results are ranked by their names if there are at most this many. Names do not tell more results apart. */
const MAX_NAMES = 64

/**
 * Ranks results whose names have all words: names that equal the search, that begin with it, that have its words one
 * after another, and other names. The last word of several may be the beginning of one, if no name has it. Undefined if
 * there are too few or too many such results.
 */
export async function nameOrderClasses(
  edition: IndexedEdition,
  kind: Kind,
  words: readonly (readonly LevelMatch[])[],
  all: PostingList,
  tokens: readonly string[],
): Promise<ScoreClass[] | undefined> {
  const inName = words.map((matches, index) => {
    const levelsOf = (level: Level) => matches.find((match) => match.level === level && match.field === 'name')
    return levelsOf('exact') ?? (index > 0 && index === words.length - 1 ? levelsOf('prefix') : undefined)
  })
  if (inName.some((match) => match === undefined)) return undefined
  const [first, ...others] = inName.map((match) => match!.positions)
  const named = intersect(first!, ...others)
  if (named.size < 2 || named.size > MAX_NAMES) return undefined
  const positions = [...toSortedPositions(named)]
  const names = await edition.stored.names(kind, positions)
  const classes = Map.groupBy(positions, (_, index) => nameClass(tokenize(names[index]!), tokens))
  const ranked = [EQUAL, BEGINS, ADJACENT].map((score) => ({
    score,
    positions: toPostingList(classes.get(score) ?? []),
  }))
  return [...ranked, { score: APART, positions: all }]
}

const [EQUAL, BEGINS, ADJACENT, APART] = [0, 1, 2, 3]

function nameClass(name: readonly string[], tokens: readonly string[]): number {
  const isAt = (token: string, at: number, isLast: boolean) =>
    name[at] === token || (isLast && name[at]?.startsWith(token) === true)
  const at = name.findIndex((_, start) =>
    tokens.every((token, index) => isAt(token, start + index, index === tokens.length - 1)),
  )
  if (at < 0) return APART
  if (at > 0) return ADJACENT
  return name.length === tokens.length ? EQUAL : BEGINS
}

/** The cost of options that are on several variants of a product instead of on one. */
const ON_SEVERAL_VARIANTS = 2

/**
 * Ranks products with all searched options on one variant first. Undefined if the search has fewer than two options.
 */
export async function optionClasses(
  edition: IndexedEdition,
  kind: Kind,
  words: readonly (readonly LevelMatch[])[],
  all: PostingList,
): Promise<ScoreClass[] | undefined> {
  const isOption = ({ field, level }: LevelMatch) => field === 'option' && (level === 'exact' || level === 'form')
  const options = words.map((matches) => matches.filter(isOption)).filter((matches) => matches.length > 0)
  if (kind === 'variant' || options.length < 2) return undefined
  const withOptions = options.map((matches) => unionAll(matches.map(({ positions }) => positions)))
  const [first, ...others] = withOptions
  const candidates = intersect(first!, ...others, all)
  if (candidates.size === 0) return undefined
  const terms = options.map((matches) => matches.flatMap((match) => match.terms))
  const onOne = await productsWithOptions(edition, terms)
  const scattered = subtract(candidates, onOne)
  if (scattered.size === 0) return undefined
  return [
    { score: 0, positions: subtract(all, scattered) },
    { score: ON_SEVERAL_VARIANTS, positions: scattered },
  ]
}
