import { slugify } from '../../catalog/slug.ts'
import { fold } from '../../catalog/words.ts'
import type { NativeGroup, NativeName, NativeVariant } from './native-product.ts'

/** Labels in the order in which they come up. Those that differ in case and accents alone are one. */
export class LabelNames {
  readonly #names = new Map<string, NativeName>()

  add(name: string): void {
    const key = fold(name)
    if (name !== '' && !this.#names.has(key)) this.#names.set(key, named(name))
  }

  /** Each step of a path such as `Clothing > Shirts`: what is in a category is in those above it. */
  addPath(path: string): void {
    for (const step of path.split('>')) this.add(step.trim())
  }

  all(): NativeName[] {
    return [...this.#names.values()]
  }
}

/** One option of one group. */
export interface OptionChoice {
  readonly group: string
  readonly option: string
}

/** The option groups of a product in the order in which they come up, each with its options. */
export class GroupNames {
  readonly #groups = new Map<string, { readonly name: NativeName; readonly options: Map<string, NativeName> }>()

  has(group: string): boolean {
    return this.#groups.has(fold(group))
  }

  add({ group, option }: OptionChoice): void {
    const known = this.#groups.get(fold(group)) ?? { name: named(group), options: new Map<string, NativeName>() }
    this.#groups.set(fold(group), known)
    if (!known.options.has(fold(option))) known.options.set(fold(option), named(option))
  }

  /** What a variant says of its options. */
  chosen(choices: readonly OptionChoice[]): NativeVariant['productOptions'] {
    return choices.map(({ group, option }) => {
      const known = this.#groups.get(fold(group))!
      return { group: known.name.name, ...known.options.get(fold(option))! }
    })
  }

  all(): NativeGroup[] {
    return [...this.#groups.values()].map(({ name, options }) => ({ ...name, options: [...options.values()] }))
  }
}

/** What tells variants of a product apart; the same for those that nobody could choose between. */
export function optionKey(choices: readonly OptionChoice[]): string {
  return JSON.stringify(choices.map(({ group, option }) => [fold(group), fold(option)]).sort())
}

/** The name, with a code where it has neither letters nor digits to make one from: “+” is `u2b`. */
function named(name: string): NativeName {
  if (slugify(name) !== '') return { name }
  const points = [...name.trim().toLowerCase()].slice(0, 20).map((character) => character.codePointAt(0)!.toString(16))
  return { name, code: `u${points.join('-')}` }
}
