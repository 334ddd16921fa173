const PAIR = /(?:^|,)\s*([a-z]\w*)=("(?:[^"]|"")*"|.*?)(?=,\s*[a-z]\w*=|\s*$)/gis

/**
 * The values of a list such as `color=Red,size=M`, by their names. A comma belongs to the value if no name with an equals
 * sign follows it, or if the value is in quotation marks, of which those in the value are doubled.
 */
export function pairsOf(text: string): Map<string, string> {
  const pairs = [...text.matchAll(PAIR)].map(([, name, value]): [string, string] => [name!, unquoted(value!.trim())])
  return new Map(pairs)
}

function unquoted(value: string): string {
  return /^"[\s\S]*"$/.test(value) ? value.slice(1, -1).replaceAll('""', '"').trim() : value
}
