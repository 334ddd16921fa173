import { pageAddress } from './address.ts'
import { type Html, html } from './html.ts'
import type { Say } from './words.ts'

/** Links to the pages of a list: the first, the last, and those around the current one. */
export function pagination(parameters: URLSearchParams, current: number, last: number, say: Say): Html | false {
  if (last < 2) return false
  const link = (page: number, name: string, rel: string) =>
    html`<a class="step" href="${pageAddress(parameters, page)}" rel="${rel}">${name}</a>`
  return html`<nav class="pages" aria-label="${say('Pages')}">
${current > 1 && link(current - 1, say('Previous'), 'prev')}
<ol>${numbers(current, last).map((page) => number(parameters, page, current, say))}</ol>
${current < last && link(current + 1, say('Next'), 'next')}
</nav>`
}

function number(parameters: URLSearchParams, page: number | 'gap', current: number, say: Say): Html {
  if (page === 'gap') return html`<li aria-hidden="true">…</li>`
  if (page === current) return html`<li><a href="${pageAddress(parameters, page)}" aria-current="page">${page}</a></li>`
  return html`<li><a href="${pageAddress(parameters, page)}" aria-label="${say('Page {}', page)}">${page}</a></li>`
}

/** `[1, 'gap', 4, 5, 6, 'gap', 12]` for page 5 of 12. */
export function numbers(current: number, last: number): (number | 'gap')[] {
  const pages = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const sorted = [...new Set(pages)].sort((one, other) => one - other)
  return sorted.flatMap((page, index) => {
    const distance = page - (sorted[index - 1] ?? 0)
    if (distance === 2) return [page - 1, page]
    return distance > 2 ? ['gap' as const, page] : [page]
  })
}
