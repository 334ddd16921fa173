import { firstOf, given, productConditions } from './asked.ts'
import type { NaiveStore } from './naive.ts'
import { naiveFacets } from './naive-facets.ts'
import type { FacetsRequest } from './random-request.ts'

/** The body that a request for facets should have, to the byte. */
export function expectedFacets(store: NaiveStore, request: FacetsRequest): string {
  const parameters = given(request.parameters)
  const facetLimit = Math.min(Number(firstOf(parameters, 'facetLimit') ?? 100), 1000)
  return JSON.stringify(naiveFacets(store, productConditions(parameters), facetLimit))
}
