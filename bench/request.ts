/** One request for a load generator: what is asked, of which store. */
export type Request = { store: string; path: string }

export function ofStore(store: string, paths: readonly string[]): Request[] {
  return paths.map((path) => ({ store, path }))
}
