// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { until } from '../database/until.ts'
import { EventReader } from '../server/event-reader.ts'
import { serve } from './served-shop.ts'
import { getJson, SHIRT, WorkingDirectory } from './vitrine.ts'

describe('vitrine serve --events', () => {
  for (const workers of ['1', '2'])
    test(`tells all streams, and ends them at a signal: --workers ${workers}`, async () => {
      using place = await new WorkingDirectory().withStore('shop', [SHIRT])
      const { server, url, operations } = await serve(place, ['--events', '--workers', workers])
      const readers: EventReader[] = []
      for (let count = 0; count < 12; count++)
        readers.push(await EventReader.open(`${url}/stores/shop/store/events`, {}))
      const [first] = await Promise.all(readers.map((reader) => reader.next()))
      assert.equal(first!.data.edition, 1)
      const metrics = async () => await (await fetch(`${operations}/metrics`)).text()
      await until(async () => /^vitrine_event_streams 12$/m.test(await metrics()))
      await place.run(['store', 'set', 'shop', '--public-name', 'Shirts'])
      for (const { data } of (await Promise.all(readers.map((reader) => reader.next()))) as { data: { also: [] } }[])
        assert.deepEqual(data.also, ['settings'])
      if (workers === '2') {
        // Workers are replaced one after another, and the streams end with them.
        server.child.kill('SIGUSR2')
        assert.deepEqual(new Set(await Promise.all(readers.map((reader) => reader.next()))), new Set([undefined]))
        assert.equal((await getJson(`${url}/stores/shop/store`)).body.publicName, 'Shirts')
        readers.splice(0, readers.length, await EventReader.open(`${url}/stores/shop/store/events`, {}))
        await readers[0]!.next()
      }
      const exit = once(server.child, 'exit')
      server.child.kill('SIGTERM')
      assert.deepEqual(new Set(await Promise.all(readers.map((reader) => reader.next()))), new Set([undefined]))
      assert.deepEqual(await exit, [0, null])
    })

  test('takes a number of streams, and refuses what is none', async () => {
    using place = await new WorkingDirectory().withStore('shop', [SHIRT])
    const config = async (...args: string[]) =>
      JSON.parse((await place.run(['serve', '--print-config', '--json', ...args])).stdout).events.value
    assert.deepEqual(
      [await config(), await config('--events'), await config('--events', '5'), await config('--events', 'on')],
      [null, 1000, 5, 1000],
    )
    const { code, stderr } = await place.run(['serve', '--events', 'many', '--print-config'])
    assert.equal(code, 2)
    assert.match(stderr, /--events is "many"; expected a whole number from 0 to 100000, or on for 1000/)
    const tags = await place.run(['serve', '--cache-tags', 'etag', '--print-config'])
    assert.match(tags.stderr, /--cache-tags is "etag"; expected surrogate-key, cache-tag, xkey/)
  })
})
