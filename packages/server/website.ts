import type { RequestListener } from 'node:http'
import { routeNotFound } from './problem.ts'
import type { Resource } from './resource.ts'

/** The paths of the API. An unknown path that begins like one gets an error of the API. */
const API_PATH = /^\/stores?(?:[/?]|$)/

/** The pages of a website, at all paths that the server does not have. */
export function websitePages(website: RequestListener): Resource {
  return {
    path: 'none',
    answer: ({ raw }, response) => {
      if (API_PATH.test(raw.url!)) throw routeNotFound(raw.url!)
      website(raw, response)
      return undefined
    },
  }
}
