import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import letters from './letters-of-languages.json' with { type: 'json' }
import { textDecoder } from './text-decoder.ts'

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

/** The length of a byte order mark, 0 if there is none, and its encoding; undefined for UTF-8. */
export interface ByteOrderMark {
  readonly encoding: string | undefined
  readonly length: number
}

/** The encoding of text that is not UTF-8, as `textDecoder` calls it; undefined if none is likely, or several are. */
export function guessEncoding(bytes: Buffer): string | undefined {
  const [best, ...rivals] = likelyEncodings(bytes)
  return rivals.length === 0 ? best : undefined
}

/**
 * The encodings in which the text may be, the most likely first. Several only if they read the text differently, and
 * none is `SURE_ODDS` times as likely as the next one. One of old systems has to be so by each character, unless the
 * text has the line ends of such a system too.
 */
export function likelyEncodings(bytes: Buffer): string[] {
  const sample = nonAsciiWords(bytes).subarray(0, SAMPLE_BYTES)
  const hasMacLineEnds = endsLinesAsMacs(bytes)
  const scored = [
    ...letters.alphabets.flatMap((alphabets) => scoreAlphabets(sample, alphabets, hasMacLineEnds)),
    ...letters.doubleByte.flatMap((encoding) => scoreDoubleByte(sample, encoding)),
  ]
    .filter(({ score, characters }) => score > characters * MIN_SCORE)
    .sort((a, b) => b.score - a.score)
  const [best] = scored
  if (!best) return []
  const text = textDecoder(best.encoding).decode(sample)
  const odds = isDoubtful(best.encoding, hasMacLineEnds)
    ? Math.max(SURE_ODDS, best.characters * SURE_ODDS_OF_CHARACTER)
    : SURE_ODDS
  const rivals = scored.filter(
    ({ encoding, score }) => best.score - score < odds && textDecoder(encoding).decode(sample) !== text,
  )
  return [best, ...rivals].map(({ encoding }) => encoding)
}

/** More bytes make no guess better. */
const SAMPLE_BYTES = 8192

/** The natural logarithm of 20 to 1. */
const SURE_ODDS = 3

/** The same for each character of an encoding that hardly any program writes now: by chance it fits a few letters. */
const SURE_ODDS_OF_CHARACTER = 1.4

/** Whether an encoding is one that old systems wrote, and the lines do not end as those of such a system. */
function isDoubtful(encoding: string, hasMacLineEnds: boolean): boolean {
  return encoding === 'cp850' || (encoding === 'macintosh' && !hasMacLineEnds)
}

function isOfMac(encoding: string): boolean {
  return encoding.includes('mac')
}

/** How much likelier such an encoding is with the line ends of old Macs, as a logarithm. */
const MAC_LINE_ENDS = 7

/** Whether most lines end with a carriage return alone. */
function endsLinesAsMacs(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return (text.match(/\r(?!\n)/g)?.length ?? 0) > (text.match(/\n/g)?.length ?? 0)
}

/** The mean logarithm of the probability of a character. Text in no language that we know is below it. */
const MIN_SCORE = -5

type Alphabets = (typeof letters.alphabets)[number]
type DoubleByte = (typeof letters.doubleByte)[number]

interface ScoredEncoding {
  readonly encoding: string
  /** The logarithm of the probability of the characters beyond ASCII. */
  readonly score: number
  readonly characters: number
}

function scoreAlphabets(
  sample: Buffer,
  { encodings, isLatin, languages }: Alphabets,
  hasMacLineEnds: boolean,
): ScoredEncoding[] {
  return Object.entries<number>(encodings).map(([encoding, commonness]) => {
    const text = textDecoder(encoding).decode(sample)
    const oddities = countOddities(text, isLatin) + (isOfMac(encoding) ? count(text, DASH_IN_WORD) : 0)
    const highest = isDoubtful(encoding, hasMacLineEnds) ? scoresOfSigns(sample) : undefined
    const scores = languages.map((letters) => {
      const weights = letterScores(letters)
      return scoresOf(text, (character, at) => Math.min(scoreOf(character, weights), highest?.[at] ?? 0))
    })
    const likelihood = Math.log(commonness) + (hasMacLineEnds && isOfMac(encoding) ? MAC_LINE_ENDS : 0)
    const score = Math.max(...scores) + likelihood - ODDITY * oddities
    return { encoding, score, characters: count(text, /[^\x00-\x7f]/g) }
  })
}

/** The sum of the scores of the characters beyond ASCII. */
function scoresOf(text: string, score: (character: string, at: number) => number): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) if (text[at]! > '\x7f') sum += score(text[at]!, at)
  return sum
}

/**
 * The score of each byte that is a sign in windows-1252, such as a no-break space or an ellipsis: it is never better
 * evidence for an encoding of old systems, in which it is a letter.
 */
function scoresOfSigns(sample: Buffer): readonly (number | undefined)[] {
  const signs = textDecoder('windows-1252').decode(sample)
  return Array.from(signs, (sign) => COMMON_SIGNS.find(([pattern]) => pattern.test(sign))?.[1])
}

/** How unlikely an oddity is, as a logarithm. */
const ODDITY = 3

/** Capitals after small letters, and letters that do not stand together as they do in words of the alphabet. */
function countOddities(text: string, isLatin: boolean): number {
  const capitals = count(text, CAPITAL_AFTER_SMALL)
  if (!isLatin) return capitals + count(text, ODD_ELSEWHERE)
  return capitals - count(text, SMALL_IN_CAPITALS) * (1 - ODDITY_IN_CAPITALS) + count(text, ODD_IN_LATIN)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

const CAPITAL_AFTER_SMALL = /\p{Ll}(?=\p{Lu})/gu

/** Old programs write words in capitals but for letters that ASCII does not have, as in `AñOS`: that is less odd. */
const SMALL_IN_CAPITALS = /[^\x00-\x7f\P{Ll}](?=[A-Z])(?<![a-z]\p{L}*)/gu
const ODDITY_IN_CAPITALS = 0.2

/** Dashes without spaces, which in an encoding of Macs are perhaps Ñ of another one: `CASTA—AS`. */
const DASH_IN_WORD = /(?<=\p{L})[–—](?=\p{L})/gu

/** Three letters in a row that ASCII does not have, and a sign within a word, as in `Sm”r`. */
const ODD_IN_LATIN = /[^\x00-\x7f\P{L}]{3}|(?<=\p{L})[^\x00-\x7f\p{L}\p{M}\p{N}\p{Z}–—‘’·](?=\p{L})/gu

/** A letter beside one of ASCII, or by itself. */
const ODD_ELSEWHERE = new RegExp(
  [
    '[a-z](?=[^\\x00-\\x7f\\P{L}])|[^\\x00-\\x7f\\P{L}](?=[a-z])',
    '(?<![^\\x00-\\x7f\\P{L}])[^\\x00-\\x7f\\P{L}](?![^\\x00-\\x7f\\P{L}])',
  ].join('|'),
  'giu',
)

/** By Zipf's law: a letter is as frequent as its rank is low. */
function letterScores(letters: string): ReadonlyMap<string, number> {
  const all = [...letters]
  const total = all.reduce((sum, _, rank) => sum + 1 / (rank + 2), 0)
  return new Map(all.map((letter, rank) => [letter, Math.log(1 / (rank + 2) / total)]))
}

function scoreOf(character: string, weights: ReadonlyMap<string, number>): number {
  const weight = weights.get(character.toLowerCase())
  if (weight !== undefined) return weight
  return SIGN_SCORES.find(([signs]) => signs.test(character))?.[1] ?? -9
}

const COMMON_SIGNS: readonly (readonly [RegExp, number])[] = [
  [/[’“”–—…®™°\u00a0]/, -2],
  [/[‘„·•©€£×½«»²³]/, -5],
]
const SIGN_SCORES: typeof COMMON_SIGNS = [...COMMON_SIGNS, [/[\ufffd\x80-\x9f]/, -12]]

/** Scores bytes, as if each character of ASCII in a second byte were one of 40. */
function scoreDoubleByte(
  sample: Buffer,
  { encoding, commonness, leads, trails, lowestTrail }: DoubleByte,
): ScoredEncoding[] {
  const ranges = Object.entries<number>(leads).map(([range, share]) => {
    const [first, last] = range.split('-').map((byte) => Number.parseInt(byte, 16))
    return [first!, last!, share] as const
  })
  let score = Math.log(commonness)
  let characters = 0
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at]!
    if (lead < 0x80) continue
    const trail = sample[++at] ?? 0
    const [from, to, share] = ranges.find(([first, last]) => lead >= first && lead <= last) ?? UNLIKELY
    const isPair = trail >= lowestTrail && (trail >= 0x80 || lowestTrail < 0x80)
    score += isPair ? Math.log(share / (to - from + 1) / trails) : INVALID_PAIR
    if (trail < 0x80) score += Math.log(40)
    // Two bytes are two characters of other encodings.
    characters += 2
  }
  return characters === 0 ? [] : [{ encoding, score, characters }]
}

const UNLIKELY = [0, 99, 0.001] as const
const INVALID_PAIR = -24

/** Whether most characters beyond ASCII are valid UTF-8, so that a few of them are damaged. */
export function isDamagedUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const invalid = text.split('\ufffd').length - 1
  const valid = text.replace(/[\x00-\x7f\ufffd]+/g, '').length
  return valid > invalid
}

/** The first word with characters beyond ASCII, in an encoding. It shows a person whether the encoding is right. */
export function exampleWord(bytes: Buffer, encoding: string): string {
  const [word = ''] = textDecoder(encoding).decode(nonAsciiWords(bytes).subarray(0, 200)).split(' ')
  return [...word].slice(0, 20).join('')
}

/** ASCII words say nothing about the encoding, and a catalog has many of them. */
function nonAsciiWords(bytes: Buffer): Buffer {
  const words = bytes.toString('latin1').match(/[^\s,;"<>]*[\x80-\xff][^\s,;"<>]*/g) ?? []
  return Buffer.from(words.slice(0, 20_000).join(' '), 'latin1')
}
