import { ADDRESS_ATTRIBUTES, ATTRIBUTE_PREFIXES, ATTRIBUTES, allowedStyle, ELEMENTS, SCHEMES } from './policy.ts'

/**
 * Whether all markup of a description is allowed and written so that every browser reads it alike. A description for
 * which this is false may still be harmless. Takes 4 µs for 700 characters, where `sanitize` takes 144 µs.
 */
export function isClean(html: string): boolean {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', MARKUP.lastIndex)) {
    MARKUP.lastIndex = at
    const match = MARKUP.exec(html)
    if (!match || !hasAllowedStyles(match[0])) return false
  }
  return true
}

const NAMES = [...ATTRIBUTES, ...ATTRIBUTE_PREFIXES.map((prefix) => `${prefix}[\\w.:-]+`)].join('|')
const VALUE = `"[^"]*"|'[^']*'|[^\\s"'=<>\`]+`

/** An absolute URL, or a path: before the first slash, a path has neither a colon nor a reference that could be one. */
const PATH_START = `[/#?.]|[\\w%~-][\\w%.~-]*(?=[/?#"'\\s>])`
const ADDRESS_START = `(?:${SCHEMES.join('|')}):|data:image/(?:png|gif|jpe?g|webp);|${PATH_START}`
const ADDRESS = `"(?:${ADDRESS_START})[^"]*"|'(?:${ADDRESS_START})[^']*'|(?:${ADDRESS_START})[^\\s"'<>\`]*|""|''`
const WITH_VALUE = `(?:${NAMES}|style)(?:\\s*=\\s*(?:${VALUE}))?`
const WITH_ADDRESS = `(?:${ADDRESS_ATTRIBUTES.join('|')})\\s*=\\s*(?:${ADDRESS})`
const ATTRIBUTE = `\\s+(?:${WITH_VALUE}|${WITH_ADDRESS})(?=[\\s/>])`

/** From a “<”: a sign in text, a comment, the end of an element, or its beginning. */
const MARKUP = new RegExp(
  [
    '<(?![a-z/!?])',
    // Copied text brings it along. It says nothing within a page.
    '<meta\\s+charset\\s*=\\s*(?:"[\\w-]+"|[\\w-]+)\\s*/?>',
    '<!--(?!-?>)(?:[^<>-]|-(?!-))*-->',
    `</(?:${ELEMENTS.join('|')})\\s*>`,
    `<(?:${ELEMENTS.join('|')})(?:${ATTRIBUTE})*\\s*/?>`,
  ].join('|'),
  'iy',
)

function hasAllowedStyles(tag: string): boolean {
  if (!/style/i.test(tag)) return true
  for (const [, name, value = ''] of tag.matchAll(ANY_ATTRIBUTE)) {
    if (name!.toLowerCase() !== 'style') continue
    const style = /^["']/.test(value) ? value.slice(1, -1) : value
    if (style.includes('&') || allowedStyle(style) !== style) return false
  }
  return true
}

const ANY_ATTRIBUTE = new RegExp(`\\s+([\\w.:-]+)(?:\\s*=\\s*(${VALUE}))?`, 'g')
