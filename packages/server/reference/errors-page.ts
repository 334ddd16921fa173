import type { ErrorCode } from '@vitrine/catalog/error'
import { PROBLEM_EXAMPLES } from '../openapi/document.ts'
import { CODES_OF_COMMANDS } from '../openapi/schemas.ts'
import { PROBLEMS } from '../problem.ts'
import { html, prose } from './html.ts'
import { layout, type PageFiles } from './layout.ts'

/** The page that the `type` of every error leads to. It leaves out the errors of commands, which no request causes. */
export function errorsPage(files: PageFiles): string {
  const all = Object.entries(PROBLEMS) as [ErrorCode, (typeof PROBLEMS)[ErrorCode]][]
  const problems = all.filter(([code]) => !CODES_OF_COMMANDS.includes(code))
  const examples: Partial<Record<ErrorCode, object>> = PROBLEM_EXAMPLES
  return layout({
    title: 'Errors of the Vitrine store catalog API',
    description: 'What each error code of the read API means, and what to do about it.',
    files,
    contents: html`<p class="brand">Vitrine</p>
<nav aria-label="Contents"><ul><li><a href="../docs">Reference</a></li></ul><p>Errors</p>
<ul>${problems.map(([code]) => html`<li><a href="#${code}"><code>${code}</code></a></li>`)}</ul></nav>`,
    main: [
      html`<header class="intro"><h1>Errors</h1><p>Every error is <code>application/problem+json</code> (RFC 9457).
Branch on <code>code</code>: it never changes. The words of <code>detail</code> may change.</p></header>`,
      problems.map(([code, { status, meaning, help }]) => {
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
