import { fold } from '../../catalog/words.ts'

/** Things with a code and a name, in order, found by what people write for them. */
export class ByName<T extends { readonly name: string; readonly code: string }> {
  readonly items: T[] = []
  /** Made when first asked for, as the next is, since most files name things by their ids. */
  #codes: Map<string, T> | undefined
  /** By name and by folded name. */
  #names: { readonly exact: Map<string, T>; readonly folded: Map<string, T> } | undefined

  add(item: T): void {
    this.items.push(item)
    this.#codes?.set(item.code, item)
    if (this.#names) enter(item, this.#names)
  }

  withCode(code: string): T | undefined {
    this.#codes ??= new Map(this.items.map((known) => [known.code, known]))
    return this.#codes.get(code)
  }

  /** The thing of this code, else of this name, else of this code or name but for case and accents. */
  find(key: string): T | undefined {
    const exact = this.withCode(key) ?? this.#byName.exact.get(key)
    if (exact) return exact
    const folded = fold(key)
    return this.withCode(folded) ?? this.#byName.folded.get(folded)
  }

  get #byName() {
    if (this.#names) return this.#names
    const names = { exact: new Map<string, T>(), folded: new Map<string, T>() }
    for (const item of this.items) enter(item, names)
    this.#names = names
    return names
  }
}

function enter<T extends { readonly name: string }>(
  item: T,
  { exact, folded }: { readonly exact: Map<string, T>; readonly folded: Map<string, T> },
): void {
  const foldedName = fold(item.name)
  if (!exact.has(item.name)) exact.set(item.name, item)
  if (!folded.has(foldedName)) folded.set(foldedName, item)
}
