/**
 * Why the beginning of a file cannot be a JSON catalog, in two sentences; undefined if it can. Only a first look: the
 * reader checks the rest.
 */
export function jsonRefusal(head: Uint8Array): string | undefined {
  const text = latin1(head)
  if (UTF16_JSON.test(text)) return 'The file looks like UTF-16 text. Save it as UTF-8.'
  const signature = signatureOf(text)
  if (!signature && /^\s*[[{]/.test(text)) return undefined
  return `The file ${signature ?? describeText(text)}. ${JSON_CATALOG}`
}

/** Why the beginning of a file is neither a table, a feed nor JSON, in a sentence; undefined if it can be one. */
export function textRefusal(head: Uint8Array): string | undefined {
  const text = latin1(head)
  const refusal = signatureOf(text) ?? (WIDE_TEXT.test(text) ? undefined : describeNonText(text))
  return refusal && `The file ${refusal}.`
}

const JSON_CATALOG = 'A catalog is JSON, plain or gzipped: products one after the other, or in one array.'

/** Each byte as one character. */
function latin1(head: Uint8Array): string {
  return Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', 0, 4096)
}

/** A byte order mark of UTF-16 or UTF-32, or the first character of JSON in two bytes. */
const UTF16_JSON = /^(?:\xff\xfe|\xfe\xff|\x00\x00\xfe\xff|[[{]\x00|\x00[[{])/

/** A byte order mark of UTF-16 or UTF-32, or four ASCII characters in two bytes each. */
const WIDE_TEXT = /^(?:\xff\xfe|\xfe\xff|(?:[^\x00]\x00){4}|(?:\x00[^\x00]){4}|\x00\x00\xfe\xff)/

/** The first bytes of other kinds of files. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'is gzipped twice'],
  ['PK\x03\x04', 'looks like a ZIP archive or a spreadsheet'],
  ['PK\x05\x06', 'looks like an empty ZIP archive'],
  ['BZh', 'looks like a bzip2 archive'],
  ['\xfd7zXZ', 'looks like an xz archive'],
  ['\x28\xb5\x2f\xfd', 'looks like a Zstandard archive'],
  ['7z\xbc\xaf\x27\x1c', 'looks like a 7-Zip archive'],
  ['%PDF-', 'looks like a PDF document'],
  ['{\\rtf', 'looks like an RTF document of a word processor: save it as plain text'],
  ['SQLite format 3', 'looks like an SQLite database'],
  [
    '\xd0\xcf\x11\xe0',
    'looks like an old Excel file (.xls), or like one with a password: ' +
      'save it as .xlsx without a password, or as CSV in UTF-8',
  ],
  ['\x89PNG', 'looks like a PNG image'],
  ['\xff\xd8\xff', 'looks like a JPEG image'],
  ['GIF8', 'looks like a GIF image'],
  ['RIFF', 'looks like a WebP image, a sound or a film'],
]

function signatureOf(text: string): string | undefined {
  return SIGNATURES.find(([signature]) => text.startsWith(signature))?.[1]
}

/** Text has no NUL, and only a stray control character here and there. Of random bytes, one in ten is one. */
const MAX_CONTROLS = 1 / 20

/** How ISO-2022 encodings switch to East Asian characters. Otherwise their bytes are those of ASCII. */
const ISO_2022 = /\x1b\$[@-B()]/

function describeNonText(text: string): string | undefined {
  if (ISO_2022.test(text)) return 'looks like text in ISO-2022, an encoding of e-mail. Save it as UTF-8'
  const controls: readonly string[] = text.match(/[\x00-\x08\x0e-\x1f]/g) ?? []
  if (controls.includes('\0') || controls.length > text.length * MAX_CONTROLS) return 'looks like binary data'
  const isHtml = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text)
  return isHtml ? 'looks like HTML, perhaps a page that was saved instead of the catalog' : undefined
}

function describeText(text: string): string {
  const nonText = describeNonText(text)
  if (nonText) return nonText
  const [firstLine] = text.trimStart().split(/[\r\n]/, 1)
  if (firstLine!.startsWith('<')) return 'looks like XML'
  if (/[,;\t]/.test(firstLine!)) return 'looks like CSV, a table of separated values'
  const beginning = Buffer.from(firstLine!.slice(0, 30), 'latin1').toString('utf8')
  return `does not look like JSON: it begins with ${JSON.stringify(beginning)}`
}
