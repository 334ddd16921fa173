import { STEP, type Steps } from '@vitrine/runtime/steps'

/** The texts, sorted in UTF-16 order: sorted runs, which are merged in pairs. */
export function* sortInSteps(texts: readonly string[]): Steps<string[]> {
  let runs: string[][] = []
  for (let at = 0; at < texts.length; at += TEXTS_PER_STEP) {
    runs.push(texts.slice(at, at + TEXTS_PER_STEP).sort())
    yield STEP
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at]!, runs[at + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge(first: readonly string[], second: readonly string[]): Steps<string[]> {
  const merged: string[] = []
  for (let [a, b] = [0, 0]; a < first.length || b < second.length; ) {
    merged.push(b === second.length || first[a]! <= second[b]! ? first[a++]! : second[b++]!)
    if (merged.length % TEXTS_PER_STEP === 0) yield STEP
  }
  return merged
}

/** Texts that are sorted, or merged, in a step: some milliseconds. */
const TEXTS_PER_STEP = 2048
