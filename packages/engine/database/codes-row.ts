import type { CodeScope, GivenCode } from '@vitrine/catalog/code-book'

/** A row of `Statements.codes`: codes that were given together, a line of JSON each. */
export interface CodesRow {
  readonly given: string
}

export function codesText(codes: readonly GivenCode[]): string {
  return codes.map(({ scope, path, code }) => JSON.stringify([scope, path, code])).join('\n')
}

export function codesOfRow({ given }: CodesRow): GivenCode[] {
  return given.split('\n').map((line) => {
    const [scope, path, code] = JSON.parse(line) as [CodeScope, string, string]
    return { scope, path, code }
  })
}
