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

/** Whether other signs than commas separate the items of a column, so that `Jackets, coats` is one item. */
export function haveCommasInItems(values: readonly string[]): boolean {
  const texts = values.map((text) => text.replace(/&#?\w{1,10};/g, ''))
  const withCommas = texts.filter((text) => text.includes(',')).length
  const withOthers = texts.filter((text) => listItems(text).length > 1 || /\S\s*[;|\n]\s*\S/.test(text)).length
  // One cell of many may have another sign by mistake.
  return withOthers > 0 && withOthers * 5 >= withCommas
}

/** What separates items that have commas, as names of people do: `Tokarczuk, Olga`. */
export const BESIDES_COMMAS = /[;|\n]/

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
