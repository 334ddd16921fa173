import type { ProductFile, StoredFile, Submitted, VariantFile } from '../../catalog/product.ts'
import { type ObjectReader, stamped } from '../fields.ts'
import { fileNameOf, mediaTypeOf } from '../media-type.ts'
import { readFileEntries } from './file-entries.ts'
import type { ReadContext } from './read-context.ts'

/** The pictures of a product: of what a file may say, they keep only what is served of them. */
export function readProductFiles(product: ObjectReader, slug: string, intake: ReadContext): ProductFile[] {
  return readFileEntries(product, ['file', slug], intake).map((entry) => {
    const { fields, stored, id, priority, path } = entry
    if (saysMore(fields, stored)) {
      intake.findings.warn(
        product.at('files'),
        'keep only id, priority, path and mimeType on a product; the rest is left out',
      )
    }
    return { id, priority, file: { path, mimeType: stored.textIfAny('mimeType') ?? mediaTypeOf(path) } }
  })
}

export function readVariantFiles(
  variant: ObjectReader,
  slug: string,
  sku: string,
  intake: ReadContext,
): Submitted<VariantFile>[] {
  return readFileEntries(variant, ['file', slug, sku], intake).map(({ fields, stored, id, priority, path }) =>
    stamped({ id }, fields.stamps(), { priority, file: readStored(stored, path, intake) }),
  )
}

function saysMore(entry: ObjectReader, stored: ObjectReader): boolean {
  return STAMPS.some((name) => entry.has(name)) || OF_VARIANTS.some((name) => stored.has(name))
}

const STAMPS = ['createdAt', 'updatedAt']
const OF_VARIANTS = ['id', 'originalName', 'fileName', 'fileSize', ...STAMPS]

function readStored(fields: ObjectReader, path: string, { ids }: ReadContext): Submitted<StoredFile> {
  const id = fields.id() ?? ids.of('stored-file', path)
  const originalName = fields.textIfAny('originalName') ?? fileNameOf(path)
  const fileName = fields.textIfAny('fileName') ?? fileNameOf(path)
  const mimeType = fields.textIfAny('mimeType') ?? mediaTypeOf(path)
  const fileSize = fields.whole('fileSize', 'a whole number of bytes, 0 or more') ?? 0
  return stamped({ id }, fields.stamps(), { originalName, fileName, mimeType, fileSize, path })
}
