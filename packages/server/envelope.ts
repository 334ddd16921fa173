import type { Page } from '@vitrine/engine/serve/query'

/** The body of a page of a list. The documents are JSON already and are not parsed. */
export function envelope({ total, documents, search, matches, explain }: Page, paging: Paging): readonly Uint8Array[] {
  const { sortBy } = paging
  const meta = {
    ...pageMeta(total, paging),
    sortBy: sortBy === undefined ? undefined : [sortBy.split(':')],
    search,
    matches,
    explain,
  }
  const tail = JSON.stringify({ meta, links: pageLinks(total, paging) })
  return [HEAD, documents, Buffer.from(`],${tail.slice(1)}`)]
}

/** What a page says of its place among all pages. */
export function pageMeta(total: number, { page, limit }: Paging) {
  return { itemsPerPage: limit, totalItems: total, currentPage: page, totalPages: Math.ceil(total / limit) }
}

/** Which page of a list a response is, and how the list links to other pages. */
export interface Paging {
  readonly page: number
  readonly limit: number
  readonly linkTo: LinkTo
  /** The sort order, if the list tells it. */
  readonly sortBy?: string | undefined
  /** Whether the list links to its last page. */
  readonly linksLast: boolean
}

/** The number of results before a page; the first page is 1. */
export function offsetOf(page: number, limit: number): number {
  return (page - 1) * limit
}

const HEAD = Buffer.from('{"data":[')

/** The links of a page to others. A page beyond the last has the last page as its previous page. */
export function pageLinks(total: number, { page, limit, linkTo, linksLast }: Paging) {
  const pages = Math.ceil(total / limit)
  return {
    previous: page > 1 ? linkTo(Math.max(1, Math.min(page - 1, pages))) : undefined,
    current: linkTo(page),
    next: page < pages ? linkTo(page + 1) : undefined,
    last: linksLast && pages > 0 ? linkTo(pages) : undefined,
  }
}

/** The URL of a page. */
type LinkTo = (page: number) => string

/** The parameters of a list that its links repeat. */
interface LinkParameters {
  readonly limit: number
  readonly sortBy?: string | undefined
  readonly form?: string | undefined
  /** All parameters, in the order of the filters, with their values as the client wrote them. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** The parameters that are no filters. */
const PAGE_PARAMETERS = ['page', 'limit', 'sortBy', 'form']

/** Links that begin with `base` and repeat the parameters. */
export function linksFrom(base: string, { limit, sortBy, form, texts }: LinkParameters): LinkTo {
  const sort = sortBy === undefined ? '' : `&sortBy=${sortBy}`
  const full = form === undefined ? '' : `&form=${form}`
  let parameters = `&limit=${limit}${sort}${full}`
  for (const name in texts) {
    if (PAGE_PARAMETERS.includes(name)) continue
    for (const value of texts[name]!) parameters += `&${name}=${encodeURIComponent(value)}`
  }
  return (page) => `${base}?page=${page}${parameters}`
}
