import { htmlToPlainText, isHtml } from './html-text.ts'

/** The elements that begin a line or a paragraph. HTML without any of them has its lines by line breaks. */
const BLOCKS = /<(?:p|div|br|li|h[1-6]|td|tr|ul|ol|table|section|article|blockquote|pre|figure)\b/i

/** The most characters of an excerpt, in UTF-16 units, and about the most bytes: scripts such as Chinese say more. */
const EXCERPT_LENGTH = 300
const EXCERPT_BYTES = 450

/**
 * A description as HTML. Plain text is escaped. In text, and in HTML that has no blocks, a blank line begins a
 * paragraph, and another line break a line.
 */
export function descriptionHtml(description: string): string {
  if (isHtml(description) && BLOCKS.test(description)) return description
  const inline = isHtml(description) ? description : escapeHtml(description)
  const paragraphs = inline.split(/(?:[ \t]*\r?\n){2,}/).map((text) => text.trim())
  return paragraphs
    .filter((text) => text !== '')
    .map((text) => `<p>${text.replace(/\s*\r?\n\s*/g, '<br>')}</p>`)
    .join('')
}

/** A description as plain text with line breaks, without tags and character references. */
export function descriptionText(description: string): string {
  return htmlToPlainText(description).trim()
}

/**
 * The beginning of a plain text on one line: at most 300 characters, fewer in scripts of two or three bytes, cut off
 * after a word. It suits a grid of products and the meta description of a page.
 */
export function excerptOf(text: string): string {
  const line = text
    .slice(0, 4 * EXCERPT_LENGTH)
    .replace(/\s+/g, ' ')
    .trim()
  const excerpt = shortened(line, EXCERPT_LENGTH)
  const bytes = Buffer.byteLength(excerpt)
  return bytes <= EXCERPT_BYTES ? excerpt : shortened(line, Math.floor((excerpt.length * EXCERPT_BYTES) / bytes))
}

/** The text, or its beginning of at most `length` UTF-16 units, cut off after a word. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).toWellFormed()}…`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!)
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
