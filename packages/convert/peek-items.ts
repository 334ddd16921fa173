/**
 * The first items of a stream, and the complete stream: at most `count` items, and none after those whose texts have
 * `MAX_CHARACTERS`, which `textsOf` gives.
 */
export async function peekItems<Item>(
  source: AsyncIterable<Item>,
  count: number,
  textsOf: (item: Item) => Iterable<string>,
): Promise<{ readonly first: readonly Item[]; readonly all: AsyncGenerator<Item> }> {
  const items = source[Symbol.asyncIterator]()
  const first: Item[] = []
  let characters = 0
  while (first.length < count && characters < MAX_CHARACTERS) {
    const { value, done } = await items.next()
    if (done) break
    first.push(value)
    for (const text of textsOf(value)) characters += text.length
  }
  return { first, all: followedBy(first, items) }
}

const MAX_CHARACTERS = 4 * 1024 * 1024

async function* followedBy<Item>(first: readonly Item[], others: AsyncIterator<Item>): AsyncGenerator<Item> {
  try {
    yield* first
    for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
  } finally {
    await others.return?.()
  }
}
