/** Elements that descriptions may have. Others are removed, and their text stays. */
export const ELEMENTS: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'wbr', 'div', 'span', 'pre', 'blockquote'],
  ...['address', 'center', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'hgroup'],
  ...['details', 'summary', 'font', 'big'],
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 's'],
  ...['samp', 'small', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'ruby', 'rb', 'rp', 'rt', 'rtc'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption'],
  ...['img', 'picture', 'source', 'video', 'audio', 'track'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

/**
 * Attributes that cannot run anything, whatever their value is. There is no `id` and no `name`, because elements with
 * these hide variables of the page's scripts.
 */
export const ATTRIBUTES: readonly string[] = [
  ...['class', 'title', 'alt', 'lang', 'dir', 'role', 'width', 'height', 'align', 'valign', 'border', 'color', 'face'],
  ...['size', 'bgcolor', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'scope', 'headers', 'span', 'summary'],
  ...['start', 'type', 'value', 'reversed', 'datetime', 'target', 'rel', 'hreflang', 'download', 'loading', 'decoding'],
  ...['sizes', 'media', 'controls', 'loop', 'muted', 'playsinline', 'preload', 'kind', 'srclang', 'label', 'open'],
  ...['nowrap', 'noshade', 'clear', 'translate', 'itemprop', 'itemscope', 'itemtype'],
]

/** Attributes whose names begin so are of no meaning to browsers. */
export const ATTRIBUTE_PREFIXES: readonly string[] = ['data-', 'aria-']

/** Attributes with the address of a page, a picture or a video. */
export const ADDRESS_ATTRIBUTES: readonly string[] = ['href', 'src', 'poster', 'cite', 'srcset']

export const SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel']

/** Properties that change how text looks, and not where it is: no element can cover the rest of the page. */
const PROPERTIES = [
  'color',
  'background(?:-color)?',
  'direction',
  '(?:(?:max|min)-)?(?:height|width)',
  'letter-spacing',
  'line-height',
  'text-(?:align|decoration|indent|transform)',
  'vertical-align',
  'white-space',
  'word-spacing',
  'float',
  'clear',
  'list-style(?:-type)?',
  'mso-[a-z-]+',
  '(?:font|border|padding|margin)(?:-[a-z]+){0,2}',
]
const PROPERTY = new RegExp(`^(?:${PROPERTIES.join('|')})$`, 'i')

/** Numbers, words, colors and names of fonts. A value that loads a file, or computes, has none of these forms. */
const PROPERTY_VALUE = /^(?:[\w\s.,%#!'+-]|rgba?\([\d\s.,%]*\))*$/i

/** The style without the declarations that are not allowed; the same text if all are. */
export function allowedStyle(style: string): string {
  const declarations = style.split(';')
  const allowed = declarations.filter((declaration) => declaration.trim() === '' || isAllowed(declaration))
  return allowed.length === declarations.length ? style : allowed.join(';').trim()
}

function isAllowed(declaration: string): boolean {
  const colon = declaration.indexOf(':')
  const [property, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1)]
  return colon !== -1 && PROPERTY.test(property) && PROPERTY_VALUE.test(value)
}
