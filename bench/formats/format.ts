import type { NativeProduct } from '../product.ts'

/** A way to write a catalog, as a shop's export would have it. */
export type Format = {
  /** What the name of a file ends with: no two formats have the same. */
  ending: string
  /** The text of a file, piece by piece. */
  text: (products: Iterable<NativeProduct>) => Iterable<string>
}
