/**
 * What the beginning of a file looks like, and what would be right, in a sentence; undefined if it may be a catalog.
 * Only a first look: what passes is still read with care.
 */
export function refusalOf(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', 0, 4096)
  if (UTF16.test(text)) return 'The file looks like UTF-16 text. Save it as UTF-8.'
  if (/^\s*[[{]/.test(text)) return undefined
  const what = SIGNATURES.find(([signature]) => text.startsWith(signature))?.[1] ?? kindOfText(text)
  return `The file ${what}. ${RIGHT}`
}

/** What binary data and web pages look like by their first bytes, in a sentence; undefined for other text. */
export function notText(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', 0, 4096)
  const what = SIGNATURES.find(([signature]) => text.startsWith(signature))?.[1]
  if (what) return `The file ${what}.`
  if (/^(?:\xff\xfe|\xfe\xff|(?:[^\x00]\x00){4}|(?:\x00[^\x00]){4}|\x00\x00\xfe\xff)/.test(text)) return undefined
  if (BINARY.test(text)) return 'The file looks like binary data.'
  return HTML.test(text) ? `The file ${kindOfText(text)}.` : undefined
}

const BINARY = /[\x00-\x08\x0e-\x1f]/
const HTML = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b/i

const RIGHT = 'A catalog is JSON, as it is or packed with gzip: one product a line, or one array of products.'

/** A byte order mark of UTF-16 or UTF-32, or one of JSON's first characters in two bytes. */
const UTF16 = /^(?:\xff\xfe|\xfe\xff|\x00\x00\xfe\xff|[[{]\x00|\x00[[{])/

/** How other kinds of files begin, each byte a character. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'is packed with gzip twice'],
  ['PK\x03\x04', 'looks like a ZIP archive or a spreadsheet'],
  ['PK\x05\x06', 'looks like an empty ZIP archive'],
  ['BZh', 'looks like a bzip2 archive'],
  ['\xfd7zXZ', 'looks like an xz archive'],
  ['\x28\xb5\x2f\xfd', 'looks like a Zstandard archive'],
  ['7z\xbc\xaf\x27\x1c', 'looks like a 7-Zip archive'],
  ['%PDF-', 'looks like a PDF document'],
  ['SQLite format 3', 'looks like an SQLite database'],
  ['\xd0\xcf\x11\xe0', 'looks like an old Excel or Word file'],
  ['\x89PNG', 'looks like a PNG image'],
  ['\xff\xd8\xff', 'looks like a JPEG image'],
  ['GIF8', 'looks like a GIF image'],
  ['RIFF', 'looks like a WebP image, or sound or film'],
]

function kindOfText(text: string): string {
  if (BINARY.test(text)) return 'looks like binary data'
  const start = text.trimStart()
  if (HTML.test(text)) {
    return 'looks like HTML, perhaps a page that was saved in place of the catalog'
  }
  if (start.startsWith('<')) return 'looks like XML'
  const firstLine = /^[^\r\n]*/.exec(start)![0]
  if (/[,;\t]/.test(firstLine)) return 'looks like CSV, a table of separated values'
  return `does not look like JSON: it begins with ${beginningOf(firstLine)}`
}

/** The first characters of text that was taken byte by byte, read again as UTF-8. */
function beginningOf(line: string): string {
  return JSON.stringify(Buffer.from(line.slice(0, 30), 'latin1').toString('utf8'))
}
