/**
 * Letters to insert, delete, replace or swap with a neighbour, in any case (optimal string alignment distance, after
 * Damerau 1964).
 */
export function editDistance(first: string, second: string): number {
  const [a, b] = [first.toLowerCase(), second.toLowerCase()]
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j))
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? table[i - 2]![j - 2]! + 1 : replaced
      table[i]![j] = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, replaced, swapped)
    }
  }
  return table[a.length]![b.length]!
}
