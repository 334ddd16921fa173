import type { ErrorCode } from '../../catalog/error.ts'
import { PROBLEM_EXAMPLES } from '../openapi.ts'
import { PROBLEMS } from '../problem.ts'
import { html, prose } from './html.ts'
import { layout, type PageFiles } from './layout.ts'

/** What to do about each error. docs/errors.md says more. */
const HELP: Readonly<Record<ErrorCode, string>> = {
  'store-required':
    'Send `x-store-id` with every request. The operator of a server for a single store can set a default with `--default-store`.',
  'store-not-found':
    'Ask the operator for the id: `vitrine store list` shows all stores. Ids have 1 to 64 letters, digits, `_` and `-`, and are case-sensitive.',
  'store-exists':
    'Only the command line gives this error. Choose another id, or remove the existing store with `vitrine store remove`.',
  'product-not-found': 'The product was removed, or belongs to another store. Send the shopper to the list.',
  'variant-not-found':
    'The variant was removed, or belongs to another store. Its product may still exist, with other variants.',
  'route-not-found': 'Check the path. Paths are case-sensitive. A proxy may serve the API under a prefix.',
  'method-not-allowed': 'Use GET, HEAD or OPTIONS. The header `Allow` lists them.',
  'invalid-id':
    'Send a UUID such as `7d444840-9dc0-11d1-b245-5ffdce74fad2`. To find a product by its slug, use `GET /store/products?slug=…`.',
  'invalid-parameter': 'Read `errors`: it names every wrong parameter and what it must be.',
  'malformed-request':
    'Percent-encode the path and the query string as UTF-8, and write a `%` itself as `%25`. The path, the query string and the headers together may have 16 KiB.',
  'database-unusable':
    'Retry after `Retry-After` seconds. For the operator: the log has the cause under the `requestId`.',
  overloaded: 'Retry after `Retry-After` seconds, and wait longer after each further refusal.',
  'internal-error': 'Report it to the operator with the `requestId`. The log has the cause under it.',
}

/** The page that the `type` of every error leads to. */
export function errorsPage(files: PageFiles): string {
  const problems = Object.entries(PROBLEMS) as [ErrorCode, { status: number; meaning: string; help?: string }][]
  const examples: Partial<Record<ErrorCode, object>> = PROBLEM_EXAMPLES
  return layout({
    title: 'Errors of the Vitrine store catalog API',
    files,
    contents: html`<p class="brand">Vitrine</p>
<nav aria-label="Contents"><ul><li><a href="../docs">Reference</a></li></ul><p>Errors</p>
<ul>${problems.map(([code]) => html`<li><a href="#${code}"><code>${code}</code></a></li>`)}</ul></nav>`,
    main: [
      html`<header class="intro"><h1>Errors</h1><p>Every error is <code>application/problem+json</code> (RFC 9457).
Branch on <code>code</code>: it never changes. The words of <code>detail</code> may change.</p></header>`,
      problems.map(([code, { status, meaning, help = HELP[code] }]) => {
        const example = examples[code]
        return html`<section class="error" id="${code}"><h2><code>${code}</code> <span class="code-${String(
          status,
        )[0]!}">${status}</span></h2><p><strong>${meaning}</strong></p><p>${prose(help)}</p>${
          example &&
          html`<details><summary>Example</summary><pre tabindex="0" role="group" aria-label="Example of ${code}">${JSON.stringify(example, null, 2)}</pre></details>`
        }</section>`
      }),
    ],
  })
}
