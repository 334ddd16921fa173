import { analyse } from 'chardet'

/**
 * The encoding that text which is not UTF-8 is most likely in, by the name that `TextDecoder` has for it. undefined if
 * nothing is likely.
 */
export function guessEncoding(bytes: Buffer): string | undefined {
  // Words that are plain ASCII tell nothing, and in a catalog there are many.
  const sample = Buffer.from(wordsBeyondAscii(bytes.toString('latin1')), 'latin1')
  const found = analyse(sample)
    .filter(({ name, confidence }) => confidence >= LEAST_CONFIDENCE && Object.hasOwn(READ_AS, name))
    .map(({ name }) => READ_AS[name]!)
    .filter(([encoding]) => sample.length >= FEW || encoding!.startsWith('windows-'))
  const likely = [...new Set(found.flat())]
    .map((encoding, rank) => ({ encoding, score: oddities(sample, encoding) + rank * 0.02 }))
    .filter(({ score }) => score < MOST_ODD)
    .sort((a, b) => a.score - b.score)[0]?.encoding
  return likely ?? (isWestern(sample) ? 'windows-1252' : undefined)
}

const LEAST_CONFIDENCE = 5

/** Fewer bytes look like Chinese only by chance. */
const FEW = 12

/** Beyond this share of oddities a text is not in the encoding. */
const MOST_ODD = 0.3

/** What chardet finds → what it is read as: what Windows writes is far more common than the standard it resembles. */
const READ_AS: Readonly<Record<string, readonly string[]>> = {
  'ISO-8859-1': ['windows-1252'],
  'windows-1252': ['windows-1252'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'windows-1250': ['windows-1250'],
  'ISO-8859-5': ['iso-8859-5'],
  'ISO-8859-6': ['windows-1256'],
  'ISO-8859-7': ['windows-1253'],
  'windows-1253': ['windows-1253'],
  'ISO-8859-8': ['windows-1255'],
  'windows-1255': ['windows-1255'],
  'ISO-8859-9': ['windows-1254'],
  'windows-1254': ['windows-1254'],
  'windows-1251': ['windows-1251'],
  'windows-1256': ['windows-1256'],
  'KOI8-R': ['koi8-r'],
  Shift_JIS: ['shift_jis'],
  'EUC-JP': ['euc-jp'],
  'EUC-KR': ['euc-kr'],
  Big5: ['big5'],
  GB18030: ['gb18030'],
}

/** Whether most of what is not ASCII is UTF-8: then a few bytes of it are damaged. */
export function isDamagedUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const faults = text.split('\ufffd').length - 1
  const right = text.replace(/[\x00-\x7f\ufffd]+/g, '').length
  return right > faults
}

/** Whether a text too short to tell more has its letters beyond ASCII in words of ASCII, and all are letters to the West. */
function isWestern(sample: Buffer): boolean {
  const words = sample.toString('latin1').split(' ')
  return words.every((word) => /[a-z]/i.test(word)) && oddities(sample, 'windows-1252') === 0
}

function wordsBeyondAscii(text: string): string {
  const words = text.match(/[^\s,;"<>]*[\x80-\xff][^\s,;"<>]*/g) ?? []
  return words.slice(0, 20_000).join(' ')
}

/**
 * The share of oddities among the characters beyond ASCII: those that are no letters, capitals after small letters, and
 * the letters of Icelandic, which the same bytes are to Windows-1252 as the common ones of Turkish to Windows-1254.
 */
function oddities(sample: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(sample)
  const beyond = text.match(/[^\x00-\x7f]/g)?.length ?? 0
  const odd =
    text.match(/[\ufffd\x80-\x9f]|(?![’‘“”–—°·•™®©€…])[^\p{L}\p{M}\x00-\x7f]|\p{Ll}(?=\p{Lu})|[ðþýÐÞÝ]/gu)?.length ?? 0
  return beyond === 0 ? 1 : odd / beyond
}
