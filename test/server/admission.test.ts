// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'
import { yieldToEventLoop } from '@vitrine/runtime/event-loop'
import { Admission } from '@vitrine/server/admission'
import { createMetrics, type Metrics } from '@vitrine/server/metrics'
import { until } from '../database/until.ts'
import { type Body, logTo, openShop, type Shop, STORE } from './shop.ts'

/** As in `packages/server/admission.ts`. */
const MAX_RUNNING = 8
const ALWAYS_QUEUED = 64
const MAX_QUEUED = 1000
const BURST = 250
const QUEUED_IN_OVERLOAD = 4
const PERIOD = 1000
const IDLE_SHARE = 0.25

const HEAD = `HTTP/1.1\r\nHost: a\r\nx-store-id: ${STORE}\r\n`
let number = 0

/** A search that no cache has the results of. */
const expensivePath = () => `/store/products?label=shirts&minPrice=0.01&maxPrice=${++number + 100}`

/** The editions of a shop, whose posting lists nobody gets before `release`. */
class HeldPostings implements Editions {
  readonly unavailableSince = undefined
  readonly #shop: Shop
  readonly #gate = Promise.withResolvers<void>()

  constructor(shop: Shop) {
    this.#shop = shop
  }

  release(): void {
    this.#gate.resolve()
  }

  async current(): Promise<Edition> {
    const edition = await this.#shop.editions.current(STORE)
    const get = (_: object, name: keyof Edition) => {
      const value = edition[name]
      if (typeof value !== 'function') return value
      return async (...args: never[]) => {
        if (name === 'postings') await this.#gate.promise
        return await Reflect.apply(value, edition, args)
      }
    }
    return new Proxy({}, { get } as ProxyHandler<object>) as Edition
  }

  async ping(): Promise<void> {}

  list(): ReturnType<Editions['list']> {
    return this.#shop.editions.list()
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** Sends expensive requests, each on a connection of its own, without waiting for their responses. */
function sendExpensive(shop: Shop, count: number) {
  const sockets = Array.from({ length: count }, () => connect(shop.port, '127.0.0.1'))
  for (const socket of sockets) socket.write(`GET ${expensivePath()} ${HEAD}Connection: close\r\n\r\n`)
  const responses = Promise.all(sockets.map((socket) => text(socket).catch(() => ''))).then((all) => all.join(''))
  const leave = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { sockets, responses, leave }
}

async function refusedRequests(metrics: Metrics): Promise<Record<string, number>> {
  const { values } = await metrics.registry.getSingleMetric('vitrine_refused_requests_total')!.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))
}

/** Opens a shop whose expensive requests wait until `release` is called or the test ends. */
async function withHeldShop(
  options: Parameters<typeof openShop>[0],
  body: (shop: Shop, source: Shop, release: () => void) => Promise<void>,
): Promise<void> {
  await using source = await openShop()
  const editions = new HeldPostings(source)
  await using shop = await openShop({ deadline: 60_000, ...options, editions })
  try {
    await body(shop, source, () => editions.release())
  } finally {
    editions.release()
  }
}

const queuedIn = (shop: Shop) => shop.metric('vitrine_expensive_requests_queued')

describe('while many expensive requests wait', () => {
  test('cheap requests are answered: cached ones, by id, by slug, plain lists, health', async () => {
    await withHeldShop({}, async (shop, source, release) => {
      const [{ id, variants }] = (await source.json('/store/products?limit=1')).data
      const { responses } = sendExpensive(shop, 60)
      await until(async () => (await queuedIn(shop)) === 60 - MAX_RUNNING)
      assert.equal(await shop.metric('vitrine_expensive_requests_running'), MAX_RUNNING)
      for (const path of [
        `/store/products/${id}`,
        `/store/products/${id}`,
        `/store/product-variants/${variants[0].id}`,
        `/store/product-variants?product=${id}`,
        '/store/products?slug=shirt-07',
        `/store/products?id=${id}`,
        '/store/products?page=2&sortBy=price:ASC',
        '/livez',
        '/readyz',
      ]) {
        assert.equal((await shop.get(path)).status, 200, path)
      }
      assert.equal((await shop.ask({ path: '/store/products', method: 'OPTIONS' })).status, 204)
      release()
      assert.equal((await responses).match(/HTTP\/1\.1 200 OK/g)?.length, 60)
    })
  })

  test('those beyond a bound are refused with 503, counted, and logged together', async () => {
    const lines: Body[] = []
    await withHeldShop({ logger: logTo(lines) }, async (shop) => {
      const first = sendExpensive(shop, MAX_RUNNING)
      await until(async () => (await shop.metric('vitrine_expensive_requests_running')) === MAX_RUNNING)
      const others = sendExpensive(shop, ALWAYS_QUEUED)
      await until(async () => (await queuedIn(shop)) === ALWAYS_QUEUED)
      await pause(BURST)
      const answer = await shop.get(expensivePath())
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
      const { code, detail } = (await answer.json()) as Body
      assert.deepEqual([code, detail], ['overloaded', 'The server is overloaded. Retry after 5 seconds.'])
      assert.equal(await queuedIn(shop), QUEUED_IN_OVERLOAD)
      const refused = ALWAYS_QUEUED - QUEUED_IN_OVERLOAD + 1
      assert.equal((await refusedRequests(shop.metrics))['queue-full'], refused)
      const wrong = await shop.get('/store/products?label=shirts&page=none')
      assert.equal(wrong.status, 503, 'refused before its parameters are read')
      assert.equal((await shop.get('/store/products?page=2')).status, 200)
      const warnings = () => lines.filter(({ level }) => level > 30)
      const logged = () => warnings().reduce((sum, line) => sum + line.refused, 0)
      await until(() => logged() === refused + 1)
      for (const { msg, level, err } of warnings()) {
        assert.match(msg, /^overloaded: refused \d+ requests with 503$/)
        assert.deepEqual([level, err], [40, undefined])
      }
      for (const { leave } of [first, others]) leave()
    })
  })

  test('those that fail at the deadline keep their turn until their read has ended', async () => {
    await withHeldShop({ deadline: 300 }, async (shop, _, release) => {
      const { sockets, responses } = sendExpensive(shop, 20)
      let answers = ''
      for (const socket of sockets)
        socket.on('data', (bytes) => {
          answers += bytes
        })
      await until(() => answers.match(/HTTP\/1\.1 503 /g)?.length === MAX_RUNNING)
      assert.equal(await shop.metric('vitrine_expensive_requests_running'), MAX_RUNNING)
      assert.equal(await queuedIn(shop), 20 - MAX_RUNNING)
      release()
      await responses
      await until(async () => (await shop.metric('vitrine_expensive_requests_running')) === 0)
    })
  })

  test('those whose client has gone are not worked on', async () => {
    await withHeldShop({}, async (shop, _, release) => {
      const { responses } = sendExpensive(shop, MAX_RUNNING)
      await until(async () => (await shop.metric('vitrine_expensive_requests_running')) === MAX_RUNNING)
      const { leave } = sendExpensive(shop, 5)
      await until(async () => (await queuedIn(shop)) === 5)
      leave()
      await until(async () => (await shop.connections()) === MAX_RUNNING)
      release()
      await responses
      await until(async () => (await refusedRequests(shop.metrics))['client-gone'] === 5)
    })
  })
})

describe('the queue of expensive requests', () => {
  test('counts requests whose client has gone, and does not log them as overload', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const lines: Body[] = []
    const metrics = createMetrics()
    const admission = new Admission(metrics, logTo(lines))
    admission.refuse('client-gone')
    t.mock.timers.tick(1000)
    assert.deepEqual(lines, [])
    for (const reason of ['client-gone', 'queue-full', 'client-gone', 'past-deadline'] as const)
      admission.refuse(reason)
    t.mock.timers.tick(1000)
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['overloaded: refused 2 requests with 503'],
    )
    assert.equal((await refusedRequests(metrics))['client-gone'], 3)
  })

  test('answers a burst of 64 in the order of arrival, however long it takes', async (t) => {
    await using queue = await heldQueue(t)
    queue.offer(ALWAYS_QUEUED - 1)
    queue.advance(60_000)
    queue.offer(1)
    await queue.finish()
    assert.deepEqual(queue.started, numbers(0, ALWAYS_QUEUED - 1))
  })

  test('answers more, as after a stall, if they have waited for a short time', async (t) => {
    await using queue = await heldQueue(t)
    queue.offer(500)
    queue.advance(BURST - 1)
    queue.offer(400)
    await queue.finish()
    assert.deepEqual(queue.started, numbers(0, 899))
  })

  test('keeps the newest four in overload, and refuses all others at once', async (t) => {
    await using queue = await heldQueue(t)
    queue.offer(100)
    queue.advance(BURST)
    queue.offer(10)
    await nextTurn()
    assert.equal((await refusedRequests(queue.metrics))['queue-full'], 110 - QUEUED_IN_OVERLOAD)
    await queue.finish()
    assert.deepEqual(queue.started, numbers(100 - QUEUED_IN_OVERLOAD, 99))
  })

  test('refuses what comes while 1000 wait, however short the burst', async (t) => {
    await using queue = await heldQueue(t)
    queue.offer(MAX_QUEUED + 5)
    assert.equal((await refusedRequests(queue.metrics))['queue-full'], 5)
    await queue.finish()
    assert.deepEqual(queue.started, numbers(0, MAX_QUEUED - 1))
  })

  for (const [idle, allowed] of [
    [IDLE_SHARE * PERIOD, ALWAYS_QUEUED],
    [IDLE_SHARE * PERIOD - 1, QUEUED_IN_OVERLOAD],
  ] as const) {
    test(`lets ${allowed} wait after a second of overload in which nothing ran for ${idle} ms`, async (t) => {
      const queue = await heldQueue(t)
      queue.offer(100)
      queue.advance(BURST)
      queue.offer(1)
      queue.advance(PERIOD - idle)
      await queue.finish()
      queue.advance(idle)
      await queue.hold()
      queue.offer(ALWAYS_QUEUED)
      assert.equal(await queue.queued(), allowed)
      await queue.finish()
    })
  }

  test('starts none while one that runs computes', async () => {
    const admission = new Admission(createMetrics(), false)
    const gate = Promise.withResolvers<void>()
    const events: string[] = []
    const compute = async () => {
      for (let step = 0; step < 5; step++) await yieldToEventLoop()
      events.push('computed')
      await gate.promise
    }
    const start = async () => void events.push('started')
    const all = [admission.run(compute, neverAbandoned), admission.run(start, neverAbandoned)]
    await until(() => events.length === 2)
    assert.deepEqual(events, ['computed', 'started'])
    gate.resolve()
    await Promise.all(all)
  })

  test("runs a worker's share of the requests at once", async () => {
    const admission = new Admission(createMetrics(), false, 4)
    const gate = Promise.withResolvers<void>()
    let started = 0
    const work = () => {
      started++
      return gate.promise
    }
    const all = Promise.all(Array.from({ length: 10 }, () => admission.run(work, neverAbandoned)))
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    assert.equal(started, MAX_RUNNING / 4)
    gate.resolve()
    await all
  })

  test('starts requests in their order, one in each turn of the event loop', async () => {
    const admission = new Admission(createMetrics(), false)
    const started: number[] = []
    const work = async (index: number) => void started.push(index)
    const all = Promise.all(Array.from({ length: 5 }, (_, index) => admission.run(() => work(index), neverAbandoned)))
    assert.deepEqual(started, [0])
    await nextTurn()
    assert.deepEqual(started, [0, 1])
    await all
    assert.deepEqual(started, [0, 1, 2, 3, 4])
  })
})

const neverAbandoned = () => false

function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A queue behind requests that run until `finish`, with a clock that stands still. */
async function heldQueue(t: TestContext) {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const metrics = createMetrics()
  const admission = new Admission(metrics, false)
  const started: number[] = []
  const offered: Promise<void>[] = []
  let number = 0
  let gate = Promise.withResolvers<void>()
  const hold = async () => {
    gate = Promise.withResolvers<void>()
    let running = 0
    const work = () => {
      running++
      return gate.promise
    }
    // In overload only four may wait at once.
    while (running < MAX_RUNNING) {
      offered.push(admission.run(work, neverAbandoned))
      await nextTurn()
    }
  }
  const offer = (count: number) => {
    for (const index of numbers(number, number + count - 1))
      offered.push(admission.run(async () => void started.push(index), neverAbandoned).catch(() => {}))
    number += count
  }
  const finish = async () => {
    gate.resolve()
    await Promise.allSettled(offered)
  }
  const advance = (milliseconds: number) => {
    now += milliseconds
  }
  const queued = async () => {
    const { values } = await metrics.registry.getSingleMetric('vitrine_expensive_requests_queued')!.get()
    return values[0]!.value
  }
  await hold()
  return { metrics, started, hold, offer, queued, advance, finish, [Symbol.asyncDispose]: finish }
}
