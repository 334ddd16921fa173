import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import letters from './letters-of-languages.json' with { type: 'json' }

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

/** The encoding of text that is not UTF-8, as `TextDecoder` calls it; undefined if none is likely, or several are. */
export function guessEncoding(bytes: Buffer): string | undefined {
  const [best, ...rivals] = likelyEncodings(bytes)
  return rivals.length === 0 ? best : undefined
}

/**
 * The encodings in which the text may be, the most likely first. Several only if they read the text differently, and
 * none is `SURE_ODDS` times as likely as the next one.
 */
export function likelyEncodings(bytes: Buffer): string[] {
  const sample = nonAsciiWords(bytes).subarray(0, SAMPLE_BYTES)
  const scored = [
    ...letters.alphabets.flatMap((alphabets) => scoreAlphabets(sample, alphabets)),
    ...letters.doubleByte.flatMap((encoding) => scoreDoubleByte(sample, encoding)),
  ]
    .filter(({ score, characters }) => score > characters * MIN_SCORE)
    .sort((a, b) => b.score - a.score)
  const [best] = scored
  if (!best) return []
  const text = new TextDecoder(best.encoding).decode(sample)
  const rivals = scored.filter(
    ({ encoding, score }) => best.score - score < SURE_ODDS && new TextDecoder(encoding).decode(sample) !== text,
  )
  return [best, ...rivals].map(({ encoding }) => encoding)
}

/** More bytes make no guess better. */
const SAMPLE_BYTES = 8192

/** The natural logarithm of 20 to 1. */
const SURE_ODDS = 3

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

function scoreAlphabets(sample: Buffer, { encodings, isLatin, languages }: Alphabets): ScoredEncoding[] {
  return Object.entries<number>(encodings).map(([encoding, commonness]) => {
    const text = new TextDecoder(encoding).decode(sample)
    const characters = text.match(/[^\x00-\x7f]/g) ?? []
    const oddities = countOddities(text, isLatin)
    const scores = languages.map((letters) => {
      const weights = letterScores(letters)
      return characters.reduce((sum, character) => sum + scoreOf(character, weights), 0)
    })
    const score = Math.max(...scores) + Math.log(commonness) - ODDITY * oddities
    return { encoding, score, characters: characters.length }
  })
}

/** How unlikely an oddity is, as a logarithm. */
const ODDITY = 3

/** Capitals after small letters, and letters that do not stand together as they do in words of the alphabet. */
function countOddities(text: string, isLatin: boolean): number {
  const capitals = text.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0
  return capitals + (text.match(isLatin ? ODD_IN_LATIN : ODD_ELSEWHERE)?.length ?? 0)
}

/** Three letters in a row that ASCII does not have. */
const ODD_IN_LATIN = /[^\x00-\x7f\P{L}]{3}/gu

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

const SIGN_SCORES: readonly (readonly [RegExp, number])[] = [
  [/[’“”–—…®™°\u00a0]/, -2],
  [/[‘„·•©€£×½«»²³]/, -5],
  [/[\ufffd\x80-\x9f]/, -12],
]

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
  const [word = ''] = new TextDecoder(encoding).decode(nonAsciiWords(bytes).subarray(0, 200)).split(' ')
  return [...word].slice(0, 20).join('')
}

/** ASCII words say nothing about the encoding, and a catalog has many of them. */
function nonAsciiWords(bytes: Buffer): Buffer {
  const words = bytes.toString('latin1').match(/[^\s,;"<>]*[\x80-\xff][^\s,;"<>]*/g) ?? []
  return Buffer.from(words.slice(0, 20_000).join(' '), 'latin1')
}
