import { readFileSync } from 'node:fs'

/** The example that docs/library.md begins with. */
export function exampleOfTheDocs(): string {
  const docs = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8')
  return /```js\n(.*?)```/s.exec(docs)![1]!
}

/** What it prints in a store without products. */
export const EXAMPLE_PRINTS = `published 1 1
1 is that of no product of the store
upsert 0 variants[0].price is -5, which is negative
`
