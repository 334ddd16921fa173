import type { LabelEntry, LabelTexts } from '../label-entry.ts'
import { Diagnostics } from '../native/diagnostics.ts'
import { NAME_LIMIT, type ObjectReader, readObject } from '../native/fields.ts'
import { readPictureDetails } from '../native/files.ts'
import { ROOT } from '../native/json-path.ts'
import { readCode } from '../native/named-items.ts'
import type { Problem, Warning } from '../submission.ts'
import { type DeclaredFile, type DeclaredProblem, declaredProblem, jsonItems } from './declared-file.ts'

/**
 * Reads a file of labels: a JSON array of objects, each with the code of a label and what is said of it. `exportIn`
 * gives the same for an export of another platform, and undefined for other JSON.
 */
export function readLabelEntries(
  text: string,
  exportIn: (file: unknown) => readonly object[] | undefined = () => undefined,
): DeclaredFile<LabelEntry> {
  const items = jsonItems(text, 'labels', EXAMPLE, (file) => exportIn(file) ?? file)
  return 'wrong' in items ? { entries: [], problems: [items] } : labelEntriesIn(items)
}

/** Reads the items of a list of labels. */
export function labelEntriesIn(items: readonly unknown[]): DeclaredFile<LabelEntry> {
  if (items.length > MAX_ENTRIES)
    return {
      entries: [],
      problems: [declaredProblem('the file', `has ${items.length} labels`, `at most ${MAX_ENTRIES}`)],
    }
  const warnings: Warning[] = []
  const diagnostics = new Diagnostics((warning) => warnings.push(warning))
  const lines = new Map<string, number>()
  const read = items.map((item, index) => {
    diagnostics.begin({ line: index + 1 })
    const entry = readEntry(item, diagnostics, lines)
    return { entry, problems: [...(diagnostics.problems() ?? []), ...diagnostics.dropped()].map(located) }
  })
  return {
    entries: read.flatMap(({ entry }) => (entry ? [entry] : [])),
    problems: read.flatMap(({ problems }) => problems),
    warnings: warnings.map(({ path, message }) => `${path} ${message}`),
  }
}

const EXAMPLE = '[{"code": "clothing", "description": "Made to last.", "rank": 1}]'

const MAX_ENTRIES = 10_000
/** In UTF-16 units. All entries of a store are in memory where its labels are served. */
const DESCRIPTION_LIMIT = 10_000
const SEO_LIMIT = 1000

/** The fields of a label. */
export const LABEL_FIELDS: ReadonlySet<string> = new Set([
  'code',
  'name',
  'description',
  'picture',
  'seo',
  'rank',
  'hidden',
])
const PICTURE_FIELDS = new Set(['path', 'alt', 'width', 'height'])
const SEO_FIELDS = new Set(['title', 'description'])

function located({ line, path, wrong, right }: Problem): DeclaredProblem {
  return declaredProblem(path === '' ? `label ${line}` : `label ${line}: ${path}`, wrong, right)
}

function readEntry(value: unknown, diagnostics: Diagnostics, lines: Map<string, number>): LabelEntry | undefined {
  const fields = readObject(value, ROOT, diagnostics, LABEL_FIELDS, 'an object with the code of a label')
  if (!fields) return undefined
  const code = readCode(fields)
  if (code === undefined) fields.problem('code', 'is missing', 'the code of a label, such as "clothing"')
  else if (lines.has(code))
    fields.problem('code', `is "${code}", which label ${lines.get(code)} also has`, 'a unique code')
  else if (code !== '') lines.set(code, diagnostics.number)
  const name = fields.optionalLine('name', NAME_LIMIT)
  return { code: code ?? '', ...(name !== undefined && { name }), ...readTexts(fields) }
}

function readTexts(fields: ObjectReader): LabelTexts {
  const description = fields.lines('description', DESCRIPTION_LIMIT)?.trim()
  const [picture, seo] = [readPicture(fields), readSeo(fields)]
  const rank = fields.integer('rank', 'a whole number of 0 or more')
  return {
    ...(description && { description }),
    ...(picture && { picture }),
    ...(seo && Object.keys(seo).length > 0 && { seo }),
    ...(rank !== undefined && { rank }),
    ...(fields.boolean('hidden') && { hidden: true }),
  }
}

function readPicture(fields: ObjectReader): LabelTexts['picture'] {
  const value =
    typeof fields.value('picture') === 'string' ? { path: fields.value('picture') } : fields.value('picture')
  if (value === undefined) return undefined
  const right = 'a picture: its path, or an object with a path'
  const picture = readObject(value, fields.at('picture'), fields.diagnostics, PICTURE_FIELDS, right)
  return picture && { path: picture.requiredLine('path', 'the URL of the picture'), ...readPictureDetails(picture) }
}

function readSeo(fields: ObjectReader): LabelTexts['seo'] {
  const value = fields.value('seo')
  if (value === undefined) return undefined
  const right = 'an object with a title and a description'
  const seo = readObject(value, fields.at('seo'), fields.diagnostics, SEO_FIELDS, right)
  const [title, description] = [seo?.optionalLine('title', SEO_LIMIT), seo?.optionalLine('description', SEO_LIMIT)]
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}
