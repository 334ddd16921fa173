import { posix } from 'node:path'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { attribute, isTrue, parseWholePart } from './xml-part.ts'
import { SAVE_AGAIN, type ZipArchive } from './zip-archive.ts'

/** What a workbook of Office Open XML (ECMA-376) contains, and where. */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  /** Whether day 0 of its dates is 1 January 1904, and not 30 December 1899. */
  readonly countsFrom1904: boolean
  /** The paths of the parts with texts and number formats; undefined if it has none. */
  readonly sharedStrings: string | undefined
  readonly styles: string | undefined
}

/** The most bytes of a part that says how the workbook is organised. */
const PART_LIMIT = 64 * 1024 * 1024

export interface Sheet {
  readonly name: string
  /** The path of its part in the archive. */
  readonly part: string
  readonly isHidden: boolean
}

/** Throws `CatalogFileError` if the archive is not a workbook. */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const root = await readRelations(archive, '')
  const part = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = await readRelations(archive, part)
  const sheets: Sheet[] = []
  let countsFrom1904 = false
  await parseWholePart(archive.read(part, PART_LIMIT), {
    open(name, attributes) {
      if (name === 'workbookPr') countsFrom1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const relation = relations.get(attribute(attributes, 'id') ?? '')
      // Charts and macros are sheets too.
      if (relation?.type === 'worksheet')
        sheets.push({
          name: attributes.name ?? '',
          part: relation.target,
          isHidden: (attributes.state ?? 'visible') !== 'visible',
        })
    },
  })
  if (sheets.length === 0) throw new CatalogFileError(`The workbook has no sheet with cells. ${SAVE_AGAIN}`)
  const targetOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target
  return { sheets, countsFrom1904, sharedStrings: targetOf('sharedStrings'), styles: targetOf('styles') }
}

interface Relation {
  /** The last segment of its type, which is a URI. */
  readonly type: string
  /** A path in the archive. */
  readonly target: string
}

/** The relations of a part, or of the complete archive if `part` is empty, by their ids. */
async function readRelations(archive: ZipArchive, part: string): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>()
  const path = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(path)) return relations
  await parseWholePart(archive.read(path, PART_LIMIT), {
    open(name, attributes) {
      const { Id, Type = '', Target = '', TargetMode } = attributes
      if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return
      const target = posix.join('/', Target.startsWith('/') ? '' : posix.dirname(part), Target).slice(1)
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}
