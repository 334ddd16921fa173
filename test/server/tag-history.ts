import { cacheTag } from '@vitrine/catalog/cache-tag'
import type { Patch } from '@vitrine/catalog/submission'
import type { KeptEdition } from '@vitrine/engine/edition/prune'
import type { Publication } from '@vitrine/engine/edition/publication'
import { publish } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { createMetrics } from '@vitrine/server/metrics'
import { createServer } from '@vitrine/server/server'
import { SeededRandom } from '../crash/seeded-random.ts'
import type { Opened } from '../database/databases.ts'
import { load, seen, storeNamed } from '../loading.ts'
import { TagWorld } from './tag-world.ts'

/** What a history of publications has shown. */
export interface TagFigures {
  publications: number
  rollbacks: number
  /** Publications that make all answers stale. */
  everything: number
  /** Pairs of answers before and after a publication that does not make all stale, without the tag of lists. */
  pairs: number
  /** Those of the pairs that differ. */
  differing: number
  /** Requests with the ETags of all earlier answers. */
  revalidations: number
  /** Those that were answered with 304. */
  fresh: number
}

interface TaggedAnswer {
  readonly body: string
  readonly tags: readonly string[]
}

const TAGS_PROMISE = 'where an answer changed, the publication names one of its tags'
const MEMORY_PROMISE = 'a server answers as one that has just started'
const ETAGS_PROMISE =
  'a 304 is of the ETag whose bytes the answer has, and an answer by id with the same bytes has the same ETag'

/**
 * Publishes at random and compares the answers to some requests before and after each publication, and with those of a server
 * that has nothing in memory. Requests have the ETags of all earlier answers. Calls `onBroken` for each answer that changed
 * although the publication names none of its tags, for each ETag that is wrong, and for each answer from memory that is.
 */
export async function runTagHistory(
  { catalogs, editions }: Pick<Opened, 'catalogs' | 'editions'>,
  { seed, steps, requests: count }: { readonly seed: number; readonly steps: number; readonly requests: number },
  onBroken: (promise: string, sentence: string) => void,
): Promise<TagFigures> {
  const store = storeNamed(`tags-${seed}`)
  await catalogs.addStore(store)
  const random = new SeededRandom(seed)
  const world = new TagWorld(random)
  const figures: TagFigures = {
    ...{ publications: 0, rollbacks: 0, everything: 0 },
    ...{ pairs: 0, differing: 0, revalidations: 0, fresh: 0 },
  }
  const startServer = async () => {
    const server = createServer({
      editions: new IndexCache(editions, 10_000_000),
      logger: false,
      metrics: createMetrics(),
      cacheTags: 'x-tags',
    })
    return { server, address: await server.listen({ host: '127.0.0.1', port: 0 }) }
  }
  const { server: app, address } = await startServer()
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(address + path, { headers: { 'x-store-id': store.id, ...headers } })
  /** The bodies of earlier answers by their ETags, for each path. */
  const seenBodies = new Map<string, Map<string, string>>()
  const answer = async (path: string): Promise<TaggedAnswer> => {
    const earlier = seenBodies.get(path) ?? new Map<string, string>()
    seenBodies.set(path, earlier)
    const first = await get(path, earlier.size > 0 ? { 'if-none-match': [...earlier.keys()].join(', ') } : {})
    const isFresh = first.status === 304
    const response = isFresh ? await get(path) : first
    const body = `${response.status} ${await response.text()}`
    const tags = (response.headers.get('x-tags') ?? '').split(' ')
    if (response.status >= 500 || tags.length < 2)
      onBroken(TAGS_PROMISE, `${path}: status ${response.status}, tags ${tags}`)
    checkETag(path, earlier, { etag: first.headers.get('etag'), isFresh, body })
    return { body, tags }
  }
  const checkETag = (
    path: string,
    earlier: Map<string, string>,
    { etag, isFresh, body }: { readonly etag: string | null; readonly isFresh: boolean; readonly body: string },
  ) => {
    if (earlier.size > 0) figures.revalidations++
    if (isFresh) figures.fresh++
    const isWrong = isFresh ? earlier.get(etag ?? '') !== body : etag !== null && earlier.has(etag)
    const isById = /^\/store\/product(s|-variants)\/0/.test(path)
    const isForgotten = isById && !isFresh && [...earlier.values()].includes(body)
    if (isWrong || isForgotten)
      onBroken(ETAGS_PROMISE, `seed ${seed}: ${path}: ${isFresh ? 'a 304' : 'no 304'} with ${etag}`)
    if (etag !== null) earlier.set(etag, body)
  }
  const answers = async (paths: readonly string[]) => {
    const all: TaggedAnswer[] = []
    // A few at once, so that none has to wait so long that it is refused.
    for (let from = 0; from < paths.length; from += 20)
      all.push(...(await Promise.all(paths.slice(from, from + 20).map(answer))))
    return all
  }
  /** Compares answers with those of a server that has nothing in memory. */
  const checkMemory = async (what: string, paths: readonly string[]) => {
    const cold = await startServer()
    try {
      for (const path of paths) {
        const headers = { 'x-store-id': store.id }
        const [warm, expected] = await Promise.all(
          [address, cold.address].map(async (from) => {
            const response = await fetch(from + path, { headers })
            return (await response.text()).replaceAll(from, '')
          }),
        )
        if (warm !== expected) onBroken(MEMORY_PROMISE, `seed ${seed}: after ${what}: ${path}`)
      }
    } finally {
      await cold.server.close()
    }
  }
  const newest = async () => (await (await catalogs.current(store.id)).publications().next()).value

  try {
    await load(catalogs, store.id, world.products)
    await seen(editions, store.id, await catalogs.current(store.id))
    const requests = world.requests(count)
    let before = await answers(requests)
    let last = await newest()
    for (let step = 0; step < steps; step++) {
      const what = await publishAtRandom()
      await seen(editions, store.id, await catalogs.current(store.id))
      const publication: Publication | undefined = await newest()
      if (publication && publication.number > (last?.number ?? 0) + 1) throw new Error('a step has one publication')
      const after = await answers(requests)
      await checkMemory(what, [...random.shuffled(requests).slice(0, 40), ...world.searches()])
      compare(
        what,
        publication === last || publication?.number === last?.number ? undefined : publication,
        before,
        after,
      )
      ;[before, last] = [after, publication]
    }

    function compare(
      what: string,
      publication: Publication | undefined,
      before: readonly TaggedAnswer[],
      after: readonly TaggedAnswer[],
    ): void {
      const stale = new Set(publication ? (publication.tags ?? [cacheTag(store.id, '')]) : [])
      const isPartial = publication !== undefined && publication.tags !== null
      if (publication) figures.publications++
      if (publication && publication.tags === null) figures.everything++
      const lists = cacheTag(store.id, 'lists')
      for (const [index, { body, tags }] of before.entries()) {
        const differs = body !== after[index]!.body
        const isCounted = isPartial && !tags.includes(lists)
        if (isCounted) figures.pairs++
        if (isCounted && differs) figures.differing++
        if (!differs || tags.some((tag) => stale.has(tag))) continue
        onBroken(TAGS_PROMISE, `seed ${seed}: ${what} changed ${requests[index]}, whose tags are not stale`)
      }
    }
  } finally {
    await app.close()
    await catalogs.removeStore(store.id)
  }
  return figures

  /** Returns what it did. A step may publish nothing. */
  async function publishAtRandom(): Promise<string> {
    const draw = random.next()
    if (draw < 0.5) {
      await load(catalogs, store.id, world.change(), { skipInvalid: true })
      return 'an import'
    }
    if (draw < 0.54) {
      const { outcome, edition } = await load(catalogs, store.id, world.change(), {
        skipInvalid: true,
        hold: 'vitrine',
      })
      if (outcome === 'held') await catalogs.publish(store.id, () => edition.number)
      return 'a held import'
    }
    if (draw < 0.62) {
      world.change()
      await load(catalogs, store.id, world.products, { replace: true, skipInvalid: true })
      return 'an import of all products'
    }
    if (draw < 0.78) {
      await using draft = await catalogs.draft(store.id)
      const patches = (async function* () {
        yield world.patch() as Patch
      })()
      const options = { replace: false, skipInvalid: false, dryRun: false, now: new Date().toISOString() }
      await publish(draft, patches, options)
      return 'a patch'
    }
    if (draw < 0.94) {
      figures.rollbacks++
      const published = (kept: readonly KeptEdition[]) => kept.filter(({ held }) => held === null).slice(0, 4)
      await catalogs.rollback(store.id, (kept) => random.oneOf(published(kept)).number)
      return 'a rollback'
    }
    if (draw < 0.98) {
      await using draft = await catalogs.draft(store.id)
      const now = new Date().toISOString()
      const what = random.oneOf(['rules', 'synonyms', 'labels'] as const)
      if (what === 'rules') await publishDeclared(draft, what, world.rules(), now)
      else if (what === 'labels') await publishDeclared(draft, what, world.labelTexts(), now)
      else await publishDeclared(draft, what, world.synonyms(), now)
      return `new ${what}`
    }
    const settings = random.oneOf([{ order: 'popularity' }, { order: undefined }, { outOfStock: 'last' }] as const)
    await catalogs.changeStore(store.id, settings)
    return 'a setting'
  }
}
