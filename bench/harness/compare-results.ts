import type { Result } from './result-file.ts'
import type { Spread } from './spread.ts'

/** A regression is a cost that is higher by more than a tenth. */
const TOLERANCE = 1.1

/** A range as wide as this, beside its median, cannot show a tenth. */
const WIDEST = 0.2

export type Verdict = 'slower' | 'larger' | 'cannot tell' | 'less' | 'as before'

/** One figure of two results. More is worse; `change` is after / before. */
export type Change = { name: string; before: Spread; after: Spread; change: number; verdict: Verdict }

/** What both results have. Throws an error if that is nothing, or if they measured different catalogs. */
export function compareResults(before: Result, after: Result): Change[] {
  for (const name of ['products', 'seed'] as const) {
    const [old, current] = [before.settings[name], after.settings[name]]
    if (old !== current)
      throw new Error(`the results cannot be compared: ${name} is ${old} in one and ${current} in the other`)
  }
  const costs = (result: Result) => [...result.requests, ...result.imports]
  const changes = [
    ...changesOf(costs(before), costs(after), 'slower', ({ share }) => times(share)),
    ...changesOf(before.sizes, after.sizes, 'larger', ({ megabytes }) => megabytes),
  ]
  if (changes.length === 0) throw new Error('the results cannot be compared: they have nothing in common')
  return changes
}

function changesOf<Each extends { name: string }>(
  before: readonly Each[],
  after: readonly Each[],
  worse: Verdict,
  spread: (each: Each) => Spread,
): Change[] {
  return before.flatMap((old) => {
    const current = after.find(({ name }) => name === old.name)
    return current === undefined ? [] : [changeOf(old.name, spread(old), spread(current), worse)]
  })
}

function changeOf(name: string, before: Spread, after: Spread, worse: Verdict): Change {
  const change = after.median / before.median
  return { name, before, after, change, verdict: verdictOf(before, after, change, worse) }
}

function verdictOf(before: Spread, after: Spread, change: number, worse: Verdict): Verdict {
  if (change > TOLERANCE && after.low > before.high) return worse
  const isWide = [before, after].some(({ low, high, median }) => (high - low) / median > WIDEST)
  if (change > TOLERANCE || isWide) return 'cannot tell'
  return change < 1 / TOLERANCE && after.high < before.low ? 'less' : 'as before'
}

/** How many times the least, of a share of it. */
function times({ median, low, high }: Spread): Spread {
  return { median: 1 / median, low: 1 / high, high: 1 / low }
}
