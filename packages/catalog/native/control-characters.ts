/** The text on one line: tabs and line breaks become a space, and other control characters are removed. */
export function onOneLine(text: string): string {
  if (!UNWANTED.test(text)) return text
  const visible = text.replace(INVISIBLE, '')
  return visible.replace(WHITE_SPACE, (space) => (UNWANTED.test(space) ? ' ' : space)).trim()
}

/** Control characters of C0 that are no white space. */
export const CONTROLS = /[\x00-\x08\x0e-\x1f]/g

/**
 * Control characters (C0 and C1 of ISO 6429), separators of lines, and characters of Unicode that change the direction
 * of the text after them. Marks of direction, which act on one place, are none of them.
 */
const UNWANTED = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** Those that are no white space. */
const INVISIBLE = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]/g

const WHITE_SPACE = /[\s\x85]+/g

/** Control characters that text of several lines may not have. */
const UNWANTED_IN_LINES = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/g

/** The text with its tabs and line breaks, and without other control characters. */
export function withoutControls(text: string): string {
  return text.replace(UNWANTED_IN_LINES, (control) => (/\s/.test(control) ? '\n' : ''))
}
