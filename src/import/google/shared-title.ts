import { fold } from '../../catalog/words.ts'
import { NAME_LIMIT } from '../fields.ts'

/** The title of an item, and the values that tell it from the others of its group. */
export interface Titled {
  readonly title: string
  readonly values: readonly string[]
}

/** What the titles of a group share: without the colour and the size that each has in it. */
export function sharedTitle(items: readonly Titled[]): string {
  // Longer than any name may be: it will be told as a problem as it is.
  if (items.some(({ title }) => title.length > NAME_LIMIT)) return items[0]!.title
  const ended = items.map(({ title, values }) => withoutEnd(title, values))
  const shared = same(ended)
  if (shared !== undefined) return shared
  const bare = items.map(({ title, values }) => withoutValues(title, values))
  return same(bare) ?? commonBeginning(ended) ?? commonBeginning(bare) ?? items[0]!.title
}

/** What stands between the parts of a title. */
const SEPARATOR = /\s+[-–—|/·•]+\s+|\s*[,;(]\s*/g

/** Without the last parts that say no more than a value: “Mug - Color Red - Size 11oz” is “Mug”. */
function withoutEnd(title: string, values: readonly string[]): string {
  const cuts = [...title.matchAll(SEPARATOR)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
  let end = title.length
  for (const { from, to } of cuts.reverse()) {
    if (from === 0 || !says(title.slice(to, end), values)) break
    end = from
  }
  return title.slice(0, end).trim()
}

/** Whether a part is one of the values, with two words before it at most, such as “Size”. */
function says(part: string, values: readonly string[]): boolean {
  const folded = fold(part)
    .replace(/[)\s.:]+$/, '')
    .trim()
  return values.some((value) => {
    const end = fold(value).trim()
    if (end === '' || !folded.endsWith(end)) return false
    const before = folded.slice(0, folded.length - end.length)
    return before === '' || (/[\s:]$/.test(before) && before.trim().split(/\s+/).length <= 2)
  })
}

/** Without the values, wherever they stand as words of their own. */
function withoutValues(title: string, values: readonly string[]): string {
  let bare = title
  for (const value of values.toSorted((a, b) => b.length - a.length)) {
    const pattern = value.trim().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    if (pattern !== '' && pattern.length < 200)
      bare = bare.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'), ' ')
  }
  return tidy(bare)
}

function same(titles: readonly string[]): string | undefined {
  const [first] = titles
  return first && titles.every((title) => title === first) ? first : undefined
}

/** The words that all titles begin with. */
function commonBeginning(titles: readonly string[]): string | undefined {
  const words = titles.map((title) => title.split(/\s+/))
  const [first] = words
  const differs = first!.findIndex((word, index) => words.some((other) => other[index] !== word))
  const common = tidy(first!.slice(0, differs === -1 ? undefined : differs).join(' '))
  return common === '' ? undefined : common
}

/** Without what is left of separators. */
function tidy(title: string): string {
  return title
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[-–—|/·•,;:(\s]+$/, '')
    .replace(/^[-–—|/·•,;:)\s]+/, '')
}
