import { type Content, type Html, html } from './html.ts'

/** A page of the reference. */
export function layout({ title, description, files, contents, main }: PageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${files.style}">
${files.script === undefined ? undefined : html`<script type="module" src="${files.script}"></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<div class="columns">
<header class="side">${contents}</header>
<main id="main">${main}</main>
</div>
</body>
</html>
`.source
}

/** The addresses of the files of a page, relative to the page: the server may be behind a proxy, under any path. */
export interface PageFiles {
  readonly style: string
  readonly script?: string
}

interface PageContent {
  readonly title: string
  /** One sentence for search engines. */
  readonly description: string
  readonly files: PageFiles
  /** The column with the contents of the page. */
  readonly contents: Html
  readonly main: Content
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b6b63'/%3E%3Cpath d='M4 5l4 7 4-7' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"
