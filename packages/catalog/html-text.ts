import { decodeHTMLStrict } from 'entities/decode'
import { Tokenizer } from 'htmlparser2'

/**
 * Plain text with its character references decoded: "Caf&eacute;" becomes "Café". Unknown references, references
 * without a semicolon and a lone "&" stay.
 */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text)
}

/** The visible text of HTML with spaces in place of tags, for the word index and for names on one line. */
export function htmlToFlatText(html: string): string {
  // Without a later ">" a "<" opens no tag: cut-off text keeps its words.
  const end = html.lastIndexOf('>') + 1
  let text = ''
  for (const part of parseHtml(html.slice(0, end))) text += typeof part === 'string' ? part : ' '
  return text + decodeEntities(html.slice(end))
}

/** Elements that begin a new line, and elements with a blank line around them. */
const LINES = new Set(['div', 'tr', 'li', 'dt', 'dd', 'option', 'figcaption', 'caption', 'section', 'article'])
const PARAGRAPHS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'hr', 'figure'],
])

/**
 * The visible text of HTML with its layout: a blank line between paragraphs, a line for each item of a list and each
 * row of a table. Text without tags and character references stays as it is.
 */
export function htmlToPlainText(html: string): string {
  if (!isHtml(html)) return html
  // As in a browser, a line break in the source is only a space.
  const joinsLines = /<(?:p|div|br|li|h[1-6]|td|tr|ul|ol|table|span)\b/i.test(html)
  let text = ''
  let breaks = 0
  let bullet = ''
  const add = (part: string) => {
    const joined = joinsLines ? part.replace(/[ \t\r\n\f]+/g, ' ') : part
    const added = breaks > 0 || text === '' ? joined.trimStart() : joined
    if (added === '') return
    text += `${text === '' ? '' : '\n'.repeat(breaks)}${bullet}${added}`
    breaks = 0
    bullet = ''
  }
  for (const part of parseHtml(html)) {
    if (typeof part === 'string') {
      add(part)
      continue
    }
    const { name, isOpening } = part
    if (PARAGRAPHS.has(name)) breaks = 2
    else if (LINES.has(name)) breaks = Math.max(1, breaks)
    else if (name === 'br' && isOpening) breaks = Math.min(2, breaks + 1)
    else if ((name === 'td' || name === 'th') && isOpening) add(' ')
    if (name === 'li' && isOpening) bullet = '• '
  }
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}

/** Whether a text has tags or character references. */
export function isHtml(text: string): boolean {
  return /<[a-z/!?]|&[a-z#]/i.test(text)
}

interface Tag {
  /** In lower case. */
  readonly name: string
  readonly isOpening: boolean
}

/** Elements with text that no reader sees. */
const HIDDEN = new Set(['script', 'style', 'template', 'head', 'noscript', 'iframe', 'svg', 'object', 'textarea'])

/**
 * The tags and the visible text between them, decoded. Uses the tokenizer alone, since the time that the parser takes
 * grows with the square of the depth of elements.
 */
function parseHtml(html: string): (Tag | string)[] {
  if (!html.includes('<')) return [decodeEntities(html)]
  const parts: (Tag | string)[] = []
  let name = ''
  let hidden = 0
  const addTag = (isOpening: boolean) => {
    if (HIDDEN.has(name)) hidden = Math.max(0, hidden + (isOpening ? 1 : -1))
    parts.push({ name, isOpening })
  }
  const addText = (text: string) => {
    if (hidden === 0) parts.push(text)
  }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        name = html.slice(start, end).toLowerCase()
        addTag(true)
      },
      onselfclosingtag: () => addTag(false),
      onclosetag: (start, end) => {
        name = html.slice(start, end).toLowerCase()
        addTag(false)
      },
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (point) => addText(String.fromCodePoint(point)),
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return parts
}
