import type { ProductFile, StoredFile, Submitted, VariantFile } from '../../catalog/product.ts'
import { type Fields, stamped } from '../fields.ts'
import { fileNameOf, mediaTypeOf } from '../media-type.ts'
import { readFileEntries } from './file-entries.ts'
import type { Intake } from './intake.ts'

/** The pictures of a product: of what a file may say, they keep only what is served of them. */
export function readProductFiles(product: Fields, slug: string, intake: Intake): ProductFile[] {
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

export function readVariantFiles(variant: Fields, slug: string, sku: string, intake: Intake): Submitted<VariantFile>[] {
  return readFileEntries(variant, ['file', slug, sku], intake).map(({ fields, stored, id, priority, path }) =>
    stamped({ id }, fields.stamps(), { priority, file: readStored(stored, path, intake) }),
  )
}

function saysMore(entry: Fields, stored: Fields): boolean {
  return STAMPS.some((name) => entry.has(name)) || OF_VARIANTS.some((name) => stored.has(name))
}

const STAMPS = ['createdAt', 'updatedAt']
const OF_VARIANTS = ['id', 'originalName', 'fileName', 'fileSize', ...STAMPS]

function readStored(fields: Fields, path: string, { ids }: Intake): Submitted<StoredFile> {
  const id = fields.id() ?? ids.of('stored-file', path)
  const originalName = fields.textIfAny('originalName') ?? fileNameOf(path)
  const fileName = fields.textIfAny('fileName') ?? fileNameOf(path)
  const mimeType = fields.textIfAny('mimeType') ?? mediaTypeOf(path)
  const fileSize = fields.whole('fileSize', 'a whole number of bytes, 0 or more') ?? 0
  return stamped({ id }, fields.stamps(), { originalName, fileName, mimeType, fileSize, path })
}
