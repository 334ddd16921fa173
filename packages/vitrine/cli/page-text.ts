import { truncate } from '@vitrine/catalog/native/json-path'
import { type Html, html } from '@vitrine/server/reference/html'
import { escapeControls } from './terminal-text.ts'

/** A text of the file on a page. Its direction does not change that of the page. */
export function textOfFile(text: string, limit?: number): Html {
  return html`<bdi>${briefText(text, limit)}</bdi>`
}

/** At most so many UTF-16 units of a text, on one line. */
export function briefText(text: string, limit = 200): string {
  const line = escapeControls(text.replace(/\s+/g, ' '))
  return line.length > limit ? `${truncate(line, limit - 1)}…` : line
}
