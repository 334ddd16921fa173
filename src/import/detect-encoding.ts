import { analyse } from 'chardet'
import { CatalogFileError } from './file-error.ts'

/** The length of a byte order mark, 0 if there is none, and its encoding; undefined for UTF-8. */
export interface ByteOrderMark {
  readonly encoding: string | undefined
  readonly length: number
}

/** The encoding by a byte order mark, by the zero bytes of UTF-16 in ASCII text, or by an XML declaration. */
export function detectByteOrderMark(head: Uint8Array): ByteOrderMark | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1', 0, 1024)
  if (/^(?:\xff\xfe\x00\x00|\x00\x00\xfe\xff)/.test(text))
    throw new CatalogFileError('The file is UTF-32 text, which is not supported. Save it as UTF-8.')
  if (text.startsWith('\xef\xbb\xbf')) return { encoding: undefined, length: 3 }
  if (text.startsWith('\xff\xfe')) return { encoding: 'utf-16le', length: 2 }
  if (text.startsWith('\xfe\xff')) return { encoding: 'utf-16be', length: 2 }
  // A header line and the beginning of XML are ASCII, so that every other byte of UTF-16 is zero.
  if (/^(?:[^\x00]\x00){4}/.test(text)) return { encoding: 'utf-16le', length: 0 }
  if (/^(?:\x00[^\x00]){4}/.test(text)) return { encoding: 'utf-16be', length: 0 }
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1]
  if (declared === undefined || /^(?:utf-?8|us-ascii)$/i.test(declared)) return undefined
  return { encoding: declared.toLowerCase(), length: 0 }
}

/** The most likely encoding of text that is not UTF-8, as `TextDecoder` calls it; undefined if none is likely. */
export function guessEncoding(bytes: Buffer): string | undefined {
  const sample = nonAsciiWords(bytes)
  const candidates = analyse(sample)
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map(({ name }) => candidatesFor(name))
    .filter(([first]) => sample.length >= MIN_MULTIBYTE_SAMPLE || first?.startsWith('windows-'))
  const likely = [...new Set(candidates.flat())]
    .map((encoding, rank) => ({ encoding, score: oddShare(sample, encoding) + rank * 0.02 }))
    .filter(({ score }) => score < MAX_ODD_SHARE)
    .sort((a, b) => a.score - b.score)[0]?.encoding
  return likely ?? (isWestern(sample) ? 'windows-1252' : undefined)
}

const MIN_CONFIDENCE = 5

/** Fewer bytes look like Chinese only by chance. */
const MIN_MULTIBYTE_SAMPLE = 12

const MAX_ODD_SHARE = 0.3

/** Encodings by the names that both chardet and `TextDecoder` know, the latter in lower case. */
const SUPPORTED = new Set([
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['ISO-8859-5', 'KOI8-R', 'Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030'],
])

/** The encodings of Windows are far more common than the standards that they extend. */
const READ_AS: Readonly<Record<string, readonly string[]>> = {
  'ISO-8859-1': ['windows-1252'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'ISO-8859-6': ['windows-1256'],
  'ISO-8859-7': ['windows-1253'],
  'ISO-8859-8': ['windows-1255'],
  'ISO-8859-9': ['windows-1254'],
}

function candidatesFor(name: string): readonly string[] {
  return READ_AS[name] ?? (SUPPORTED.has(name) ? [name.toLowerCase()] : [])
}

/** Whether most characters beyond ASCII are valid UTF-8, so that a few of them are damaged. */
export function isDamagedUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const invalid = text.split('\ufffd').length - 1
  const valid = text.replace(/[\x00-\x7f\ufffd]+/g, '').length
  return valid > invalid
}

/** Whether a short text has a few Western letters beyond ASCII, each in a word with ASCII letters. */
function isWestern(sample: Buffer): boolean {
  const words = sample.toString('latin1').split(' ')
  return words.every((word) => /[a-z]/i.test(word)) && oddShare(sample, 'windows-1252') === 0
}

/** The first word with characters beyond ASCII, in an encoding. It shows a person whether the encoding is right. */
export function exampleWord(bytes: Buffer, encoding: string): string {
  const [word = ''] = new TextDecoder(encoding).decode(nonAsciiWords(bytes).subarray(0, 200)).split(' ')
  return [...word].slice(0, 20).join('')
}

/** ASCII words say nothing about the encoding, and a catalog has many of them. */
function nonAsciiWords(bytes: Buffer): Buffer {
  const words = bytes.toString('latin1').match(/[^\s,;"<>]*[\x80-\xff][^\s,;"<>]*/g) ?? []
  return Buffer.from(words.slice(0, 20_000).join(' '), 'latin1')
}

/**
 * The share of odd characters among those beyond ASCII: no letters, capitals after small letters, and the letters of
 * Icelandic, whose bytes in Windows-1252 are common Turkish letters in Windows-1254.
 */
function oddShare(sample: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(sample)
  const total = text.match(/[^\x00-\x7f]/g)?.length ?? 0
  const odd =
    text.match(
      /[\ufffd\x80-\x9f]|(?![’‘“”–—°·•™®©€…\u3000-\u303f\uff01-\uff65])[^\p{L}\p{M}\x00-\x7f]|\p{Ll}(?=\p{Lu})|[ðþýÐÞÝ]/gu,
    )?.length ?? 0
  return total === 0 ? 1 : odd / total
}
