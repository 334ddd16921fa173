import { Tokenizer } from 'htmlparser2'

/** Elements that begin on a line of their own, and those that leave a blank line around themselves. */
const LINES = new Set(['br', 'div', 'tr', 'li', 'dt', 'dd', 'option', 'figcaption', 'caption', 'section', 'article'])
const PARAGRAPHS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'hr', 'figure'],
])

/** Elements whose text no reader sees. */
const HIDDEN = new Set(['script', 'style', 'template', 'head', 'noscript', 'iframe', 'svg', 'object', 'textarea'])

/**
 * A description that may be HTML as the text that a reader sees: paragraphs are set apart by a blank line, the items of
 * a list and the rows of a table stand on lines of their own. Text without tags and character references stays as it is.
 */
export function plainText(html: string): string {
  if (!/<[a-z/!?]|&[a-z#]/i.test(html)) return html
  const text = new SeenText(/<(?:p|div|br|li|h[1-6]|td|tr|ul|ol|table|span)\b/i.test(html))
  // The parser that is built on it keeps the elements that are open, at a cost that grows with the square of their depth.
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onopentagname: (start, end) => text.open(html.slice(start, end).toLowerCase()),
      onclosetag: (start, end) => text.close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => text.add(html.slice(start, end)),
      ontextentity: (point) => text.add(String.fromCodePoint(point)),
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return text.done()
}

/** What a reader does not see: attributes, comments, and where tags end. */
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
  onselfclosingtag() {},
}

class SeenText {
  #text = ''
  /** Line breaks that come before the next text, if any comes. */
  #breaks = 0
  #bullet = ''
  /** Whether line breaks are white space like any other, as they are to a browser. */
  readonly #flowing: boolean
  #hidden = 0

  constructor(flowing: boolean) {
    this.#flowing = flowing
  }

  open(name: string): void {
    if (HIDDEN.has(name)) this.#hidden++
    this.#break(name)
    if (name === 'li') this.#bullet = '• '
    if (name === 'td' || name === 'th') this.add(' ')
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.#hidden = Math.max(0, this.#hidden - 1)
    if (name !== 'br') this.#break(name)
  }

  add(part: string): void {
    if (this.#hidden > 0) return
    const flowing = this.#flowing ? part.replace(/[ \t\r\n\f]+/g, ' ') : part
    const isStart = this.#breaks > 0 || this.#text === ''
    const text = isStart ? flowing.trimStart() : flowing
    if (text === '') return
    this.#text += `${this.#text === '' ? '' : '\n'.repeat(this.#breaks)}${this.#bullet}${text}`
    this.#breaks = 0
    this.#bullet = ''
  }

  done(): string {
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
