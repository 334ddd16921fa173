/**
 * The category above all others, which shoppers do not see: “Default Category”, as Magento calls it, or the one with
 * which the paths of all rows begin, if no product is directly in it. Files that Magento has not written may have none.
 */
export class RootCategory {
  #name: string | undefined
  #isShared = true

  /** Adds the paths of a row. */
  add(paths: readonly (readonly string[])[]): void {
    for (const [first, ...below] of paths) {
      this.#name ??= first
      if (first !== this.#name || below.length === 0) this.#isShared = false
    }
  }

  /** The part of a path that is below the root. The paths of all rows must be added before. */
  below([first = '', ...others]: readonly string[]): readonly string[] {
    const isRoot = first === 'Default Category' || (this.#isShared && first === this.#name)
    return isRoot ? others : [first, ...others]
  }
}
