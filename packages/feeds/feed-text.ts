import { htmlToPlainText } from '@vitrine/catalog/html-text'

/** Control characters other than tabs and line breaks, and the code points that XML forbids. */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g

/** The text of HTML for a feed, with its line breaks. */
export function plainText(html: string): string {
  return cleanText(htmlToPlainText(html))
}

/** Plain text without characters that feeds forbid. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(FORBIDDEN, '').trim()
}

/**
 * The text, or its beginning and an ellipsis: at most `limit` UTF-16 units. It ends with a word, if words are short.
 */
export function shortenText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')
  const words = start.replace(/\s+\S*$/, '')
  return `${words.length < limit / 2 ? start : words}…`
}
