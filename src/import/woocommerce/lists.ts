import { htmlToFlatText } from '../../catalog/html-text.ts'
import { unescaped } from '../rows/parse-cells.ts'

/** The items of a list with commas; one that has a comma in it has a backslash before it. */
export function listOf(text: string): string[] {
  const items: string[] = []
  let item = ''
  for (const part of unescaped(text).split(/(\\,|,)/)) {
    if (part === '\\,') item += ','
    else if (part !== ',') item += part
    else {
      items.push(item)
      item = ''
    }
  }
  return [...items, item].map(nameText).filter((name) => name !== '')
}

/** A name as people see it: WordPress keeps `&` as `&amp;`. */
export function nameText(text: string): string {
  return htmlToFlatText(unescaped(text.trim())).replace(/\s+/g, ' ').trim()
}
