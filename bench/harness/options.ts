/** A whole number from the command line; ends the program with one sentence if it is none. */
export function countOf(name: string, text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= 0) return count
  console.error(`--${name} takes a whole number, not "${text}"`)
  process.exit(2)
}

/** One of a few words from the command line; ends the program with one sentence if it is none of them. */
export function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  console.error(`--${name} takes ${words.join(', ')}, not "${text}"`)
  process.exit(2)
}

/** Values separated by commas. */
export function listOf(text: string): string[] {
  return text.split(',').map((value) => value.trim())
}
