/** The first items of a stream, at most `count`, and the complete stream. */
export async function peekItems<Item>(
  source: AsyncIterable<Item>,
  count: number,
): Promise<{ readonly first: readonly Item[]; readonly all: AsyncGenerator<Item> }> {
  const items = source[Symbol.asyncIterator]()
  const first: Item[] = []
  while (first.length < count) {
    const { value, done } = await items.next()
    if (done) break
    first.push(value)
  }
  return { first, all: followedBy(first, items) }
}

async function* followedBy<Item>(first: readonly Item[], others: AsyncIterator<Item>): AsyncGenerator<Item> {
  try {
    yield* first
    for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
  } finally {
    await others.return?.()
  }
}
