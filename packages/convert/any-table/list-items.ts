import { itemsIn } from '../rows/parse-cells.ts'

/**
 * The texts of a cell with a list as programs write it: `["red", "blue"]` of JSON, or `['red', 'blue']` of Python. Any
 * other text is the only item.
 */
export function listItems(text: string): readonly string[] {
  if (!/^\[.*\]$/s.test(text.trim())) return [text]
  const items = parsedList(text) ?? parsedList(withDoubleQuotes(text))
  return items ?? [text]
}

/** The options in a cell such as `S, M, L`, `S|M|L` or a list as programs write it. */
export function optionsIn(text: string, separator = /[,;|\n]/): string[] {
  return listItems(text).flatMap((item) => itemsIn(item, separator))
}

/** What separates names of people, of which a comma is a part: `Tokarczuk, Olga`. */
export const BETWEEN_PEOPLE = /[;|\n]/

function parsedList(text: string): readonly string[] | undefined {
  try {
    const items: unknown = JSON.parse(text)
    const isOfTexts =
      Array.isArray(items) && items.every((item) => typeof item === 'string' || typeof item === 'number')
    return isOfTexts ? items.map(String) : undefined
  } catch {
    return undefined
  }
}

/** A list in single quotes as JSON. */
function withDoubleQuotes(text: string): string {
  return text.replace(/'((?:[^'\\]|\\.)*)'/g, (_, item) => JSON.stringify(item.replace(/\\(.)/g, '$1')))
}
