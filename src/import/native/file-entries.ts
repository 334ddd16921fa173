import type { Uuid } from '../../catalog/uuid.ts'
import { type ObjectReader, readObject } from '../fields.ts'
import { childPath, type JsonPath } from '../json-path.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import type { ReadContext } from './read-context.ts'

const KNOWN = new Set(['id', 'priority', 'file', 'createdAt', 'updatedAt'])
const KNOWN_STORED = new Set([
  'id',
  'path',
  'mimeType',
  'originalName',
  'fileName',
  'fileSize',
  'createdAt',
  'updatedAt',
])

/** What the files of a product and those of a variant have in common. */
export interface FileEntry {
  readonly fields: ObjectReader
  /** The fields of the `file` inside. */
  readonly stored: ObjectReader
  readonly id: Uuid
  readonly priority: number
  readonly path: string
}

/** The files of a product or a variant by priority, then in the order given. Their natural key is `key` and the path. */
export function readFileEntries(owner: ObjectReader, key: readonly string[], intake: ReadContext): FileEntry[] {
  const place = owner.at('files')
  const known = new DuplicateCheck('id')
  const entries: FileEntry[] = []
  for (const [index, value] of owner.list('files', 'a list of files').entries()) {
    const read = readEntry(value, childPath(place, index), index, intake)
    if (read) entries.push({ ...read, id: readId(read, index, known, key, intake) })
  }
  return entries.sort((a, b) => a.priority - b.priority)
}

function readEntry(
  value: unknown,
  place: JsonPath,
  index: number,
  intake: ReadContext,
): Omit<FileEntry, 'id'> | undefined {
  const fields = readObject(value, place, intake.findings, KNOWN, 'a file: an object with a file that has a path')
  if (!fields) return undefined
  const right = 'an object with the path of the file'
  const stored = readObject(fields.value('file'), fields.at('file'), intake.findings, KNOWN_STORED, right)
  if (!stored) return undefined
  const path = stored.requiredText('path', 'the URL of the file')
  const priority = fields.whole('priority', 'a whole number', Number.MIN_SAFE_INTEGER) ?? index
  return { fields, stored, priority, path }
}

/** A path that occurs twice is two files all the same: the second takes its index into its key. */
function readId(
  { fields, path }: Omit<FileEntry, 'id'>,
  index: number,
  known: DuplicateCheck,
  key: readonly string[],
  { ids }: ReadContext,
): Uuid {
  const given = fields.id()
  let id = given ?? ids.of(...key, path)
  if (given === undefined && known.has(id)) id = ids.of(...key, path, String(index))
  known.claim(id, fields.place, fields.findings)
  return id
}
