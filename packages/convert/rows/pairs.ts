/**
 * The values of a list such as `color=Red,size=M`, by their names. A comma belongs to the value if no name with an
 * equals sign follows it, or if the value is in quotation marks, of which those in the value are doubled.
 */
export function pairsOf(text: string): Map<string, string> {
  const pairs: { name: string; parts: string[]; quotes: number }[] = []
  for (const part of text.split(',')) {
    const last = pairs.at(-1)
    const [beginning, name] = /^\s*([a-z]\w*)=/i.exec(part) ?? []
    const isOpen = last !== undefined && last.quotes % 2 === 1 && last.parts[0]!.startsWith('"')
    if (name !== undefined && !isOpen) {
      const value = part.slice(beginning!.length).trimStart()
      pairs.push({ name, parts: [value], quotes: quotesIn(value) })
    } else if (last) {
      last.parts.push(part)
      last.quotes += quotesIn(part)
    }
  }
  return new Map(pairs.map(({ name, parts }) => [name, unquoted(parts.join(',').trim())]))
}

function quotesIn(text: string): number {
  return text.split('"').length - 1
}

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"')
  return isQuoted ? value.slice(1, -1).replaceAll('""', '"').trim() : value
}
