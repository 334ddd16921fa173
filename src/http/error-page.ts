import { PROBLEMS } from './problem.ts'

/** What each error means, as a page: where the `type` of a problem leads whoever follows it. */
export function errorPage(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, meaning }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${meaning}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors of the Vitrine store catalog API</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  td, th { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid #ddd }
  tr:target { background: #fff3c4 }
</style>
<h1>Errors</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>: it never changes.</p>
<table>
<tr><th>code</th><th>status</th><th>meaning</th></tr>
${rows.join('\n')}
</table>
</html>
`
}
