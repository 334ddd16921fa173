import type { PictureDetails, ProductFile, StoredFile, Submitted, VariantFile } from '../product.ts'
import type { Uuid } from '../uuid.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { formatValue, isText, type ObjectReader, readObject, textFault, withTimestamps } from './fields.ts'
import { fileNameOf, mediaTypeOf } from './media-type.ts'
import type { ReadContext } from './read-context.ts'

/** The pictures of a product, with the few fields that are served. */
export function readProductFiles(product: ObjectReader, slug: string, context: ReadContext): ProductFile[] {
  return readEntries(product, ['file', slug], context).map(({ fields, stored, id, priority, path }) => {
    if (TIMESTAMPS.some((name) => fields.has(name)) || VARIANT_ONLY.some((name) => stored.has(name))) {
      const message =
        'have only id, priority, path, mimeType, alt, width and height on a product; other fields are ignored'
      context.diagnostics.warn(product.at('files'), message)
    }
    const mimeType = readMimeType(stored, path)
    return { id, priority, file: Object.assign({ path, mimeType }, readPictureDetails(stored)) }
  })
}

const TIMESTAMPS = ['createdAt', 'updatedAt']
/** Fields of a stored file that only variants keep. */
const VARIANT_ONLY = ['id', 'originalName', 'fileName', 'fileSize', ...TIMESTAMPS]
const FIELDS = new Set(['id', 'priority', 'file', ...TIMESTAMPS])
const STORED_FIELDS = new Set(['path', 'mimeType', 'alt', 'width', 'height', ...VARIANT_ONLY])

/** The longest alt text, in UTF-16 units. */
const ALT_LIMIT = 500
/** In pixels. */
const SIDE_LIMIT = 100_000

export function readVariantFiles(
  variant: ObjectReader,
  slug: string,
  sku: string,
  context: ReadContext,
): Submitted<VariantFile>[] {
  return readEntries(variant, ['file', slug, sku], context).map(({ fields, stored, id, priority, path }) =>
    withTimestamps({ id }, fields.timestamps(), { priority, file: readStored(stored, path, context) }),
  )
}

interface FileEntry {
  readonly fields: ObjectReader
  /** The object in the field `file`. */
  readonly stored: ObjectReader
  readonly id: Uuid
  readonly priority: number
  readonly path: string
}

/** The files by priority, then in the order of the list. Their natural key is `key` and the path. */
function readEntries(
  owner: ObjectReader,
  key: readonly string[],
  { ids, diagnostics }: ReadContext,
): readonly FileEntry[] {
  const fileIds = new DuplicateCheck('id', diagnostics)
  const entries: FileEntry[] = []
  const right = 'a file: its path, or an object with a file that has a path'
  for (const fields of owner.objects('files', 'a list of files', FIELDS, right, expandPath)) {
    const rightFile = 'an object with the path of the file'
    const stored = readObject(fields.value('file'), fields.at('file'), diagnostics, STORED_FIELDS, rightFile)
    if (!stored) continue
    const path = stored.requiredLine('path', 'the URL of the file')
    const index = fields.path.step as number
    const priority = fields.integer('priority', 'a whole number', Number.MIN_SAFE_INTEGER) ?? index
    const ownId = fields.id()
    let id = ownId ?? ids.of(...key, path)
    // A path may occur twice; the key of the second file has its index too.
    if (ownId === undefined && fileIds.has(id)) id = ids.of(...key, path, String(index))
    fileIds.claim(id, fields.path)
    entries.push({ fields, stored, id, priority, path })
  }
  return entries.sort((a, b) => a.priority - b.priority)
}

/** A file may be only its path. */
function expandPath(item: unknown): unknown {
  return typeof item === 'string' ? { file: { path: item } } : item
}

function readStored(stored: ObjectReader, path: string, { ids }: ReadContext): Submitted<StoredFile> {
  const id = stored.id() ?? ids.of('stored-file', path)
  const originalName = stored.optionalLine('originalName') ?? fileNameOf(path)
  const fileName = stored.optionalLine('fileName') ?? fileNameOf(path)
  const mimeType = readMimeType(stored, path)
  const fileSize = stored.integer('fileSize', 'a whole number of bytes, 0 or more') ?? 0
  const tail = Object.assign({ originalName, fileName, mimeType, fileSize, path }, readPictureDetails(stored))
  return withTimestamps({ id }, stored.timestamps(), tail)
}

function readMimeType(stored: ObjectReader, path: string): string {
  return stored.optionalLine('mimeType') ?? mediaTypeOf(path)
}

/** The details that the file has. Wrong ones are dropped. */
export function readPictureDetails(stored: ObjectReader): PictureDetails {
  const alt = readAlt(stored)
  const size = readSize(stored)
  return alt === undefined ? size : { alt, ...size }
}

/** undefined if there is none. A wrong one is dropped. */
export function readAlt(stored: ObjectReader): string | undefined {
  const value = stored.value('alt')
  if (value === undefined) return undefined
  if (isText(value, ALT_LIMIT)) return stored.optionalLine('alt', ALT_LIMIT)?.trim()
  stored.drop('alt', ...textFault(value, ALT_LIMIT))
  return undefined
}

const NO_SIZE = {}

function readSize(stored: ObjectReader): Pick<PictureDetails, 'width' | 'height'> {
  const width = stored.value('width')
  const height = stored.value('height')
  if (width === undefined && height === undefined) return NO_SIZE
  if (isSide(width) && isSide(height)) return { width, height }
  const [name, value] = isSide(width) ? ['height', height] : ['width', width]
  const wrong = value === undefined ? 'is missing' : `is ${formatValue(value)}`
  stored.drop(name, wrong, 'a width and a height in pixels: whole numbers from 1 to 100,000')
  return NO_SIZE
}

function isSide(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= SIDE_LIMIT
}
