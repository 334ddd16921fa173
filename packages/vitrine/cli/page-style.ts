import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The style of the pages that commands write. Without `&`, `<`, `>` and double quotation marks, so that it is the same
 * in a page.
 */
export const PAGE_STYLE = readFileSync(new URL('./page-style.css', import.meta.url), 'utf8')

/** What a Content-Security-Policy says so that a page may have this style, and neither scripts nor forms. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
]
