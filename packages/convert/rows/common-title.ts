import { NAME_LIMIT } from '@vitrine/catalog/native/fields'
import { fold } from '@vitrine/catalog/words'

/** A product's title from those of its variants: the part that they share, without options such as color and size. */
export function commonTitle(variants: readonly VariantTitle[]): string {
  // A title that is too long stays as it is, so that the problem quotes it.
  if (variants.some(({ title }) => title.length > NAME_LIMIT)) return variants[0]!.title
  const trimmed = variants.map(withoutOptionsAtEnd)
  const title = equalTitle(trimmed)
  if (title !== undefined) return title
  const bare = variants.map(withoutOptions)
  return equalTitle(bare) ?? commonBeginning(trimmed) ?? commonBeginning(bare) ?? variants[0]!.title
}

/** A variant's title and the names of its options, which the title may contain. */
export interface VariantTitle {
  readonly title: string
  readonly options: readonly string[]
}

/** Separates the parts of a title. */
const SEPARATOR = /\s+[-–—|/·•]+\s+|\s*[,;(]\s*/g

/** Removes the last parts that are options: “Mug - Color Red - Size 11oz” becomes “Mug”. */
function withoutOptionsAtEnd({ title, options }: VariantTitle): string {
  let end = title.length
  for (const { index, 0: separator } of [...title.matchAll(SEPARATOR)].reverse()) {
    if (index === 0 || !namesOption(title.slice(index + separator.length, end), options)) break
    end = index
  }
  return title.slice(0, end).trim()
}

/** Whether a part is an option, after at most two words such as “Size”. */
function namesOption(part: string, options: readonly string[]): boolean {
  const folded = fold(part)
    .replace(/[)\s.:]+$/, '')
    .trim()
  return options.some((option) => {
    const end = fold(option).trim()
    if (end === '' || !folded.endsWith(end)) return false
    const before = folded.slice(0, folded.length - end.length)
    return before === '' || (/[\s:]$/.test(before) && before.trim().split(/\s+/).length <= 2)
  })
}

/** Removes the options, wherever they are separate words. */
function withoutOptions({ title, options }: VariantTitle): string {
  let bare = title
  for (const option of options.toSorted((a, b) => b.length - a.length)) {
    const pattern = option.trim().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    if (pattern !== '' && pattern.length < 200)
      bare = bare.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'), ' ')
  }
  return withoutLooseSeparators(bare)
}

/** The first title, if it is not empty and the others are equal to it. */
function equalTitle(titles: readonly string[]): string | undefined {
  const [first] = titles
  return first && titles.every((title) => title === first) ? first : undefined
}

/** The words with which all titles begin. */
function commonBeginning(titles: readonly string[]): string | undefined {
  const [first, ...others] = titles.map((title) => title.split(/\s+/))
  const length = first!.findIndex((word, index) => others.some((words) => words[index] !== word))
  const common = withoutLooseSeparators(first!.slice(0, length === -1 ? undefined : length).join(' '))
  return common === '' ? undefined : common
}

function withoutLooseSeparators(title: string): string {
  return title
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[-–—|/·•,;:(\s]+$/, '')
    .replace(/^[-–—|/·•,;:)\s]+/, '')
}
