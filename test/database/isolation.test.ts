import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readNative } from '@vitrine/catalog/native/read-native'
import type { Draft } from '@vitrine/engine/edition/draft'
import { publish } from '@vitrine/engine/publish/publish'
import { remnants } from '../crash/remnants.ts'
import { load, loadAndSee, seen, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { DATABASES, type Opened } from './databases.ts'
import { everything } from './everything.ts'

const A = storeNamed('a')
const DAYS = [1, 2, 3].map((day) => `2026-03-0${day}T09:00:00.000Z`)

/** Products that change all kinds of rows from one version to the next. */
function catalog(version: number): object[] {
  return Array.from({ length: 8 }, (_, index) => ({
    slug: `product-${index + version}`,
    name: `Thing ${index} of ${version}`,
    labelValues: [`Label ${(index + version) % 3}`],
    variants: [{ sku: `sku-${index}`, price: index + version, productOptions: { size: ['s', 'm'][version % 2] } }],
  }))
}

const TERMS = ['label:label-0', 'label:label-1', 'name:thing', 'name:1', 'name:2', 'option:size:s', 'option:size:m']

const contentOf = async ({ catalogs }: Opened) => await everything(await catalogs.current(A.id), TERMS)

/** The draft, which calls `around` with each call of a method that writes. */
function watched(draft: Draft, around: (call: () => Promise<unknown>) => Promise<unknown>): Draft {
  return new Proxy(draft, {
    get(target, name: keyof Draft) {
      const member = target[name]
      if (typeof member !== 'function') return member
      const call = (...args: unknown[]) => (member as (...args: unknown[]) => Promise<unknown>).apply(target, args)
      return typeof name === 'symbol' ? call : (...args: unknown[]) => around(() => call(...args))
    },
  })
}

/** Imports the second version over the first, as `load` does. */
async function importSecond({ catalogs }: Opened, around: (call: () => Promise<unknown>) => Promise<unknown>) {
  await using draft = await catalogs.draft(A.id)
  const bytes = async function* () {
    yield Buffer.from(JSON.stringify(catalog(2)))
  }
  const products = readNative(bytes(), draft.base.store, () => {})
  const options = { replace: true, skipInvalid: false, dryRun: false, now: DAYS[1]! }
  return await publish(watched(draft, around), products, options)
}

async function withFirst(open: () => Promise<Opened>): Promise<Opened> {
  const opened = await open()
  await opened.catalogs.addStore(A)
  await loadAndSee(opened, A.id, catalog(1), { now: DAYS[0]! })
  return opened
}

for (const { database, open, skip } of DATABASES) {
  describe(`an import into ${database}`, { skip }, () => {
    test('shows readers no step before it is published, and then all of it', async () => {
      await using opened = await withFirst(open)
      const before = await contentOf(opened)
      const held = await opened.editions.current(A.id)
      let calls = 0
      const { edition } = await importSecond(opened, async (call) => {
        for (const reader of [opened.editions, opened.catalogs]) {
          const current = await reader.current(A.id)
          assert.equal(current.number, 1)
          assert.deepEqual(await everything(current, TERMS), before)
        }
        calls++
        return await call()
      })
      assert.ok(calls >= 15, `${calls} calls`)
      await seen(opened.editions, A.id, edition)
      const after = await everything(await opened.editions.current(A.id), TERMS)
      assert.notDeepEqual(after, before)
      assert.deepEqual(await everything(held, TERMS), before)
    })

    for (const when of ['before', 'after'] as const)
      test(`that fails ${when} any call leaves the old edition or the new one, and the next import is as if it had not been`, async () => {
        const calls = await callsOfImport(open)
        const [first, second, third] = await expectedContents(open)
        for (const failing of spread(calls, cases({ quick: 6, complete: database === 'postgres' ? 6 : 1000 }))) {
          await using opened = await withFirst(open)
          let number = 0
          const interrupted = importSecond(opened, async (call) => {
            const fails = number++ === failing
            if (fails && when === 'before') throw new Error('interrupted')
            const result = await call()
            if (fails) throw new Error('interrupted')
            return result
          })
          await assert.rejects(interrupted, /^Error: interrupted$/)
          const isPublished = when === 'after' && failing === calls - 1
          assert.deepEqual(await contentOf(opened), isPublished ? second : first, `call ${failing} of ${calls}`)
          assert.deepEqual(await remnants(opened.address), [])
          await load(opened.catalogs, A.id, catalog(2), { replace: true, now: DAYS[1]! })
          assert.deepEqual(await contentOf(opened), second)
          await load(opened.catalogs, A.id, catalog(3), { replace: true, now: DAYS[2]! })
          assert.deepEqual(await contentOf(opened), third)
          assert.deepEqual(await remnants(opened.address), [])
        }
      })
  })
}

async function callsOfImport(open: () => Promise<Opened>): Promise<number> {
  await using opened = await withFirst(open)
  let calls = 0
  await importSecond(opened, (call) => {
    calls++
    return call()
  })
  return calls
}

/** The contents of the editions of imports that nothing interrupts. */
async function expectedContents(open: () => Promise<Opened>): Promise<object[]> {
  await using opened = await withFirst(open)
  const contents = [await contentOf(opened)]
  for (const version of [2, 3]) {
    await load(opened.catalogs, A.id, catalog(version), { replace: true, now: DAYS[version - 1]! })
    contents.push(await contentOf(opened))
  }
  return contents
}

/** At most `most` of the numbers before `end`, evenly, with the first and the last. */
function spread(end: number, most: number): number[] {
  const count = Math.min(end, most)
  return Array.from({ length: count }, (_, index) => Math.round((index * (end - 1)) / (count - 1)))
}
