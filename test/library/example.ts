import { readFileSync } from 'node:fs'

/** The first example in docs/library.md. */
export function exampleOfTheDocs(): string {
  const docs = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8')
  return /```js\n(.*?)```/s.exec(docs)![1]!
}

/** Its output for a store without products. */
export const EXAMPLE_PRINTS = `published 1 1
1 is "no-such-book", which no product of the store has
upsert 0 variants[0].price is -5, which is negative
`
