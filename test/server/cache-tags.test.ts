import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { cacheTag, type TagName } from '@vitrine/catalog/cache-tag'
import { parseCacheTags } from '@vitrine/server/cache-tags'
import { SHARED_DATABASES } from '../database/databases.ts'
import { COMPLETE_ONLY, cases } from '../quick.ts'
import { type Body, openShop, type Shop, STORE } from './shop.ts'
import { runTagHistory } from './tag-history.ts'

let shop: Shop
before(async () => {
  shop = await openShop({ cacheTags: 'surrogate-key' })
})
after(() => shop[Symbol.asyncDispose]())

function tags(...names: TagName[]): string {
  return ['', ...names].map((name) => cacheTag(STORE, name as TagName)).join(' ')
}

async function tagsOf(path: string): Promise<string | null> {
  return (await shop.get(path)).headers.get('surrogate-key')
}

describe('the cache tags of an answer', () => {
  test('are of one product, also for its variants', async () => {
    const [{ id, variants }] = (await shop.json('/store/products?limit=1')).data
    const expected = tags(`product:${id}`)
    for (const form of ['', '?form=card', '?form=full'])
      assert.equal(await tagsOf(`/store/products/${id}${form}`), expected)
    assert.equal(await tagsOf(`/store/products/${id.toUpperCase()}`), expected)
    assert.equal(await tagsOf(`/store/product-variants/${variants[0].id}`), expected)
  })

  test('are of the labels of a list that has them', async () => {
    const LISTS = tags('lists')
    const expected: Record<string, string> = {
      '/store/products?within=shirts': tags('label:shirts'),
      '/store/products?within=shirts&within=sale&within=shirts&label=red': tags('label:shirts', 'label:sale'),
      '/store/products?label=shirts&label=sale&sortBy=price:ASC&option=red&search=%20': tags(
        'label:shirts',
        'label:sale',
      ),
      [`/store/products?${labels(8)}`]: tags(...Array.from({ length: 8 }, (_, index): TagName => `label:l${index}`)),
      [`/store/products?${labels(9)}`]: LISTS,
      '/store/product-variants?label=sale': tags('label:sale'),
      '/store/products/facets?within=sale&option=red': tags('label:sale'),
      '/store/products/facets?within=sale&label=shirts': LISTS,
      '/store/products/facets?label=shirts': LISTS,
      '/store/products?within=sale&search=shirt': LISTS,
      '/store/products?within=sale&slug=shirt-05': LISTS,
      '/store/products?within=sale&related=00000000-0000-4000-8000-000000000000': LISTS,
      '/store/products': LISTS,
      '/store/products/suggest?search=shi': LISTS,
      '/store/labels': LISTS,
      '/store/labels/sale': LISTS,
      '/store': LISTS,
    }
    for (const [path, tags] of Object.entries(expected)) {
      assert.equal(await tagsOf(path), tags, path)
      // From the cache.
      assert.equal(await tagsOf(path), tags, path)
    }
  })

  test('are those of lists in a 404, and none in other errors', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const path of [`/store/products/${nobody}`, `/store/product-variants/${nobody}`, '/store/labels/none']) {
      const response = await shop.get(path)
      assert.deepEqual([response.status, response.headers.get('surrogate-key')], [404, tags('lists')], path)
      assert.match(((await response.json()) as Body).code, /-not-found$/)
    }
    for (const path of ['/store/products/x', '/store/products?page=x', '/nowhere', '/docs', '/livez'])
      assert.equal(await tagsOf(path), null, path)
  })

  test('are in a 304 and in the answer to a HEAD too', async () => {
    for (const path of ['/store/products?within=sale', '/store/products']) {
      const { headers } = await shop.get(path)
      const etag = headers.get('etag')!
      const head = await shop.ask({ method: 'HEAD', path, headers: { 'x-store-id': STORE } })
      const fresh = await shop.get(path, { 'if-none-match': etag })
      assert.equal(fresh.status, 304)
      const expected = headers.get('surrogate-key')
      assert.deepEqual([head.headers['surrogate-key'], fresh.headers.get('surrogate-key')], [expected, expected])
    }
  })

  test('are not there unless the operator wants them, and have the separator of the header', {
    skip: COMPLETE_ONLY,
  }, async () => {
    await using plain = await openShop()
    assert.deepEqual(
      [...(await plain.get('/store/products')).headers.keys()].filter((name) => /tag|key/.test(name)),
      ['etag'],
    )
    await using commas = await openShop({ cacheTags: 'cache-tag' })
    const header = (await commas.get('/store/products')).headers.get('cache-tag')
    assert.equal(header, tags('lists').replace(' ', ','))
  })
})

function labels(count: number): string {
  return Array.from({ length: count }, (_, index) => `label=l${index}`).join('&')
}

test('the option names a header, with its separator', () => {
  const read = (text: string) => {
    const header = parseCacheTags(text)
    return header && [header.name, header.separator]
  }
  assert.deepEqual(read('surrogate-key'), ['surrogate-key', ' '])
  assert.deepEqual(read('xkey'), ['xkey', ' '])
  assert.deepEqual(read('Cache-Tag'), ['cache-tag', ','])
  assert.deepEqual(read('Edge-Cache-Tag:comma'), ['edge-cache-tag', ','])
  for (const wrong of ['', ':comma', 'x y', 'x:space', 'etag', 'Vary', 'Content-Type', 'a'.repeat(101)])
    assert.equal(read(wrong), undefined, wrong)
})

for (const { database, open, skip } of SHARED_DATABASES) {
  test(`${database}: a publication names a tag of every answer that it changes, and no 304 is stale`, {
    skip,
  }, async () => {
    await using opened = await open()
    const broken: string[] = []
    const histories = database === 'postgres' ? { quick: 1, complete: 2 } : { quick: 1, complete: 3 }
    const sums = { pairs: 0, differing: 0, rollbacks: 0, revalidations: 0, fresh: 0 }
    for (let seed = 1; seed <= cases(histories); seed++) {
      const figures = await runTagHistory(opened, { seed, steps: 15, requests: 150 }, (promise, sentence) =>
        broken.push(`${promise}: ${sentence}`),
      )
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += figures[name]
    }
    assert.deepEqual(broken, [])
    const least = cases(histories)
    assert.ok(sums.pairs >= 500 * least && sums.differing >= 30 * least && sums.rollbacks > 0, JSON.stringify(sums))
    assert.ok(sums.fresh >= 500 * least && sums.revalidations > sums.fresh, JSON.stringify(sums))
  })
}
