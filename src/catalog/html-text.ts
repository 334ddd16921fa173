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
  const addSpace = () => {
    text += ' '
  }
  const add = (part: string) => {
    text += part
  }
  if (end > 0) readHtml(html.slice(0, end), { open: addSpace, close: addSpace, add })
  return text + decodeEntities(html.slice(end))
}

/**
 * The visible text of HTML with its layout: a blank line between paragraphs, a line for each item of a list and each
 * row of a table. Text without tags and character references stays as it is.
 */
export function htmlToPlainText(html: string): string {
  if (!/<[a-z/!?]|&[a-z#]/i.test(html)) return html
  const layout = new TextLayout(/<(?:p|div|br|li|h[1-6]|td|tr|ul|ol|table|span)\b/i.test(html))
  readHtml(html, layout)
  return layout.text()
}

interface HtmlHandler {
  open(name: string): void
  close(name: string): void
  add(text: string): void
}

/** Elements with text that no reader sees. */
const HIDDEN = new Set(['script', 'style', 'template', 'head', 'noscript', 'iframe', 'svg', 'object', 'textarea'])

/**
 * Reports the tags and the visible text, decoded. Uses the tokenizer alone, since the time that the parser takes grows
 * with the square of the depth of elements.
 */
function readHtml(html: string, handler: HtmlHandler): void {
  if (!html.includes('<')) {
    handler.add(decodeEntities(html))
    return
  }
  let hidden = 0
  let last = ''
  const open = (name: string) => {
    last = name
    if (HIDDEN.has(name)) hidden++
    handler.open(name)
  }
  const close = (name: string) => {
    if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1)
    handler.close(name)
  }
  const add = (text: string) => {
    if (hidden === 0) handler.add(text)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onopentagname: (start, end) => open(html.slice(start, end).toLowerCase()),
      onselfclosingtag: () => close(last),
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => add(html.slice(start, end)),
      ontextentity: (point) => add(String.fromCodePoint(point)),
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

const IGNORED = {
  onattribdata() {},
  onattribentity() {},
  onattribend() {},
  onattribname() {},
  oncdata() {},
  oncomment() {},
  ondeclaration() {},
  onend() {},
  onopentagend() {},
  onprocessinginstruction() {},
}

/** Elements that begin a new line, and elements with a blank line around them. */
const LINES = new Set(['br', 'div', 'tr', 'li', 'dt', 'dd', 'option', 'figcaption', 'caption', 'section', 'article'])
const PARAGRAPHS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'hr', 'figure'],
])

class TextLayout implements HtmlHandler {
  #text = ''
  /** Line breaks to write before the next text. */
  #breaks = 0
  #bullet = ''
  /** Whether a line break in the source is only a space, as in a browser. */
  readonly #joinsLines: boolean

  constructor(joinsLines: boolean) {
    this.#joinsLines = joinsLines
  }

  open(name: string): void {
    this.#break(name)
    if (name === 'li') this.#bullet = '• '
    if (name === 'td' || name === 'th') this.add(' ')
  }

  close(name: string): void {
    if (name !== 'br') this.#break(name)
  }

  add(part: string): void {
    const joined = this.#joinsLines ? part.replace(/[ \t\r\n\f]+/g, ' ') : part
    const isStart = this.#breaks > 0 || this.#text === ''
    const text = isStart ? joined.trimStart() : joined
    if (text === '') return
    this.#text += `${this.#text === '' ? '' : '\n'.repeat(this.#breaks)}${this.#bullet}${text}`
    this.#breaks = 0
    this.#bullet = ''
  }

  text(): string {
    return this.#text
      .replaceAll('\u00a0', ' ')
      .replace(/[ \t]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim()
  }

  #break(name: string): void {
    if (PARAGRAPHS.has(name)) this.#breaks = 2
    else if (name === 'br') this.#breaks = Math.min(2, this.#breaks + 1)
    else if (LINES.has(name)) this.#breaks = Math.max(1, this.#breaks)
  }
}
