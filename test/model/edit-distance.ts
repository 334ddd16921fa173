/**
 * The optimal string alignment distance: the least number of edits that turn one word into the other. An edit inserts,
 * deletes or replaces a code point, or swaps two neighbours. No part of the word is edited twice.
 */
export function editDistance(one: string, other: string): number {
  const a = [...one]
  const b = [...other]
  // distances[i][j] is the distance between the first i code points of one and the first j of the other.
  const distances: number[][] = []
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = []
    distances.push(row)
    for (let j = 0; j <= b.length; j++) {
      const edits: number[] = []
      if (i === 0 && j === 0) edits.push(0)
      if (i > 0) edits.push(distances[i - 1]![j]! + 1)
      if (j > 0) edits.push(row[j - 1]! + 1)
      if (i > 0 && j > 0) edits.push(distances[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits.push(distances[i - 2]![j - 2]! + 1)
      row.push(Math.min(...edits))
    }
  }
  return distances[a.length]![b.length]!
}
