/**
 * How many edits make one word of another, at the least: a code point inserted, deleted or replaced, or two neighbours
 * swapped. No part is edited twice (optimal string alignment): what stood between two that were swapped stays as it was.
 */
export function editDistance(one: string, other: string): number {
  const a = [...one]
  const b = [...other]
  // least[i][j] is the distance of the first i code points of one from the first j of the other.
  const least: number[][] = []
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = []
    least.push(row)
    for (let j = 0; j <= b.length; j++) {
      const edits: number[] = []
      if (i === 0 && j === 0) edits.push(0)
      if (i > 0) edits.push(least[i - 1]![j]! + 1)
      if (j > 0) edits.push(row[j - 1]! + 1)
      if (i > 0 && j > 0) edits.push(least[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits.push(least[i - 2]![j - 2]! + 1)
      row.push(Math.min(...edits))
    }
  }
  return least[a.length]![b.length]!
}
