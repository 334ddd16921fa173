/** What a file declares beside the catalog, such as rules. */
export interface DeclaredFile<Entry> {
  /** Complete only if there are no problems. */
  readonly entries: readonly Entry[]
  readonly problems: readonly DeclaredProblem[]
  /** Unknown fields. */
  readonly warnings?: readonly string[]
}

/** A fault in such a file. */
export interface DeclaredProblem {
  /** `rule 3`, `line 3` or `the file`. */
  readonly where: string
  readonly wrong: string
  readonly right: string
}

export function declaredProblem(where: string, wrong: string, right: string): DeclaredProblem {
  return { where, wrong, right }
}

/** The list in a JSON file, or what is wrong with all of it. `listIn` returns the list of the file. */
export function jsonItems(
  text: string,
  things: string,
  example: string,
  listIn: (file: unknown) => unknown = (file) => file,
): readonly unknown[] | DeclaredProblem {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    return declaredProblem('the file', `is not JSON: ${(error as Error).message}`, example)
  }
  const list = listIn(file)
  return Array.isArray(list) ? list : declaredProblem('the file', `has no list of ${things}`, example)
}
