import type { Page } from '../serve/query.ts'
import type { Parts } from './answer.ts'
import type { LinkTo } from './links.ts'

/** Which page was asked for, and what the list says of it beside its items. */
export interface PageAsked {
  readonly page: number
  readonly limit: number
  readonly linkTo: LinkTo
  /** The order, where the list echoes it. */
  readonly sortBy?: string | undefined
  /** Whether the list links its last page. */
  readonly linksLast: boolean
}

/** A page as bytes, in parts. The documents are put in as they are; nobody parses them. */
export function envelope({ total, documents }: Page, asked: PageAsked): Parts {
  const pages = Math.ceil(total / asked.limit)
  const meta = {
    itemsPerPage: asked.limit,
    totalItems: total,
    currentPage: asked.page,
    totalPages: pages,
    sortBy: asked.sortBy === undefined ? undefined : [asked.sortBy.split(':')],
  }
  const rest = `],"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links(pages, asked))}}`
  return [HEAD, documents, Buffer.from(rest)]
}

const HEAD = Buffer.from('{"data":[')

/** A page beyond the last links back to the last that has items. */
function links(pages: number, { page, linkTo, linksLast }: PageAsked) {
  return {
    previous: page > 1 ? linkTo(Math.max(1, Math.min(page - 1, pages))) : undefined,
    current: linkTo(page),
    next: page < pages ? linkTo(page + 1) : undefined,
    last: linksLast && pages > 0 ? linkTo(pages) : undefined,
  }
}
