/** What one product of a file should be: its text, not yet parsed, or what keeps it from being read at all. */
export type CatalogRecord =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: { readonly wrong: string; readonly right: string } }

/** Cuts chunks of bytes into records. */
export interface Splitter {
  push(chunk: Buffer): Iterable<CatalogRecord>
  /** After the last chunk. */
  end(): Iterable<CatalogRecord>
}
