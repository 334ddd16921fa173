import { crc32, deflateRawSync } from 'node:zlib'

/** A cell: its text, a number, or its XML attributes and content. */
export type TestCell = string | number | { readonly attributes: string; readonly xml: string } | undefined

export interface TestSheet {
  readonly name: string
  readonly rows: readonly (readonly TestCell[])[]
  /** The number of the first row. */
  readonly firstRow?: number
  readonly state?: string
  /** Ranges such as `A2:A4`. */
  readonly merged?: readonly string[]
}

export interface TestWorkbook {
  readonly sheets: readonly TestSheet[]
  /** The number formats of the cell styles 1, 2, …. */
  readonly formats?: readonly string[]
  readonly countsFrom1904?: boolean
  /** Whether texts are in a part of their own, as Excel writes them, or in their cells. */
  readonly sharesStrings?: boolean
  /** Whether the parts are not compressed. */
  readonly isStored?: boolean
}

/** An .xlsx workbook with one sheet of texts and numbers. */
export function workbookOf(rows: TestSheet['rows']): Buffer {
  return workbook({ sheets: [{ name: 'Sheet1', rows }] })
}

/** An .xlsx workbook as a spreadsheet program writes it: the texts stand after the sheets. */
export function workbook({
  sheets,
  formats = [],
  countsFrom1904,
  sharesStrings = true,
  isStored,
}: TestWorkbook): Buffer {
  const strings: string[] = []
  const parts = sheets.map(
    (sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet, strings, sharesStrings)] as const,
  )
  return zip(
    {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
      'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr${countsFrom1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ({ name, state }, index) =>
            `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"${state ? ` state="${state}"` : ''}/>`,
        )
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations([
        ...sheets.map((_, index) => [`s${index}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
        ['st', 'styles', '/xl/styles.xml'],
        ['ss', 'sharedStrings', 'sharedStrings.xml'],
      ]),
      'xl/styles.xml': stylesXml(formats),
      ...Object.fromEntries(parts),
      'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    },
    {},
    isStored,
  )
}

function relations(rows: readonly (readonly [string, string, string])[]): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
  return `<Relationships>${rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="${base}${type}" Target="${target}"/>`).join('')}</Relationships>`
}

function stylesXml(formats: readonly string[]): string {
  const custom = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`)
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`)]
  return `<styleSheet><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`
}

function sheetXml({ rows, firstRow = 1, merged = [] }: TestSheet, strings: string[], sharesStrings: boolean): string {
  const xml = rows.map((cells, index) => {
    const number = firstRow + index
    const inRow = cells.map((cell, column) =>
      cellXml(cell, `${columnLetters(column)}${number}`, strings, sharesStrings),
    )
    return cells.length === 0 ? '' : `<row r="${number}">${inRow.join('')}</row>`
  })
  const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('')
  return `<?xml version="1.0"?><worksheet><sheetData>${xml.join('')}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`
}

function cellXml(cell: TestCell, reference: string, strings: string[], sharesStrings: boolean): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${reference}" ${cell.attributes}>${cell.xml}</c>`
  if (!sharesStrings) return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  return `<c r="${reference}" t="s"><v>${strings.push(cell) - 1}</v></c>`
}

function columnLetters(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnLetters(Math.floor(column / 26) - 1) + columnLetters(column % 26)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** A ZIP archive of texts by their paths. `sizes` are the sizes that it pretends. */
export function zip(
  files: Readonly<Record<string, string | Buffer>>,
  sizes: Readonly<Record<string, number>> = {},
  isStored = false,
): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content as string)
    const compressed = isStored ? bytes : deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(compressed.length, 14)
    fields.writeUInt32LE(sizes[path] ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, compressed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}
