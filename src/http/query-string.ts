import { VitrineError } from '../catalog/error.ts'

/** The values of each parameter of a query string, in the order given. Throws `malformed-request`. */
export function readQueryString(raw: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  if (raw === '') return values
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), 'query string')
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), 'query string')
    const given = values.get(name)
    if (given) given.push(value)
    else values.set(name, [value])
  }
  return values
}

/** Throws `malformed-request` for a path that does not say what it means. */
export function checkPath(target: string): void {
  const end = target.indexOf('?')
  decode((end < 0 ? target : target.slice(0, end)).replaceAll('+', '%2B'), 'path')
}

const PLAIN = /^[\x01-\x24\x26-\x2a\x2c-\x7f]*$/
const BROKEN = /%(?![0-9A-Fa-f]{2})/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What was percent-encoded, decoded. A character that was not, and should have been, is taken for the byte it came as. */
function decode(raw: string, part: string): string {
  if (PLAIN.test(raw)) return raw
  if (BROKEN.test(raw))
    throw malformed(part, 'has a % that is not followed by two hexadecimal digits; a % itself is %25')
  const bytes = raw.replaceAll('+', ' ').replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  let text: string
  try {
    text = utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    throw malformed(part, 'is not UTF-8')
  }
  if (text.includes('\0')) throw malformed(part, 'has a NUL character in it')
  return text
}

function malformed(part: string, what: string): VitrineError {
  return new VitrineError('malformed-request', `The ${part} ${what}.`)
}
