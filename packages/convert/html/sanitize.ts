import { htmlToPlainText } from '@vitrine/catalog/html-text'
import sanitizeHtml from 'sanitize-html'
import { ADDRESS_ATTRIBUTES, ATTRIBUTE_PREFIXES, ATTRIBUTES, allowedStyle, ELEMENTS, SCHEMES } from './policy.ts'

/**
 * The HTML without what could run in a shop or cover it: scripts, styles, event handlers, forms, frames, addresses such
 * as `javascript:`. A frame becomes a link to its page, so that a video can still be found. HTML with more than
 * `MAX_TAGS` tags becomes text.
 */
export function sanitize(html: string): string {
  if (html.split('<').length > MAX_TAGS) return htmlToPlainText(html)
  return sanitizeHtml(html, OPTIONS)
}

/** The library takes time that grows with the square of the depth of elements: 50 ms for this many. */
const MAX_TAGS = 10_000

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ELEMENTS],
  allowedAttributes: {
    '*': ['style', ...ATTRIBUTES, ...ADDRESS_ATTRIBUTES, ...ATTRIBUTE_PREFIXES.map((prefix) => `${prefix}*`)],
  },
  allowedSchemes: [...SCHEMES],
  // A picture in the address itself, which cannot run anything in an <img>.
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster', 'cite'],
  nonTextTags: [
    ...['script', 'style', 'template', 'noscript', 'title', 'textarea', 'select', 'option', 'object', 'svg', 'math'],
    ...['xmp', 'plaintext', 'noembed', 'noframes'],
  ],
  // `allowedStyle` decides about styles.
  parseStyleAttributes: false,
  transformTags: {
    iframe: (_, { src = '' }) => linkTo(src),
    embed: (_, { src = '' }) => linkTo(src),
    '*': (tagName, attribs) => ({ tagName, attribs: withAllowedStyle(attribs) }),
  },
}

function linkTo(address: string): sanitizeHtml.Tag {
  const url = address.startsWith('//') ? `https:${address}` : address
  return /^https?:/i.test(url) ? { tagName: 'a', attribs: { href: url }, text: url } : { tagName: 'span', attribs: {} }
}

function withAllowedStyle(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  if (attribs.style === undefined) return attribs
  const { style, ...others } = attribs
  const allowed = allowedStyle(style)
  return allowed === '' ? others : { ...others, style: allowed }
}
