// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, renameSync } from 'node:fs'
import { Agent, get as httpGet } from 'node:http'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { until } from '../database/until.ts'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { halfRequest } from './half-request.ts'
import { type ServedShop, serve as serveShop, shop, stoppedShop } from './served-shop.ts'
import { getJson, SHIRT, WorkingDirectory } from './vitrine.ts'

const LINUX_ONLY = process.platform !== 'linux' && 'reads /proc'

const TWO_WORKERS = ['--workers', '2']

interface Served extends ServedShop {
  /** The process ids of the workers. */
  pids(): number[]
}

async function serve(place: WorkingDirectory, args: string[] = [], env: Record<string, string> = {}): Promise<Served> {
  const served = await serveShop(place, [...TWO_WORKERS, ...args], env)
  return { ...served, pids: () => childrenOf(served.server.child.pid!) }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

function isRunning(pid: number): boolean {
  try {
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function metric(operations: string, name: string): Promise<number> {
  const lines = (await (await fetch(`${operations}/metrics`)).text()).split('\n')
  return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
}

/** Waits until a metric has a value. A worker may count a request after its client has the answer. */
async function becomes(operations: string, name: string, value: number): Promise<void> {
  await until(async () => (await metric(operations, name)) === value)
}

/** Clients that send one request after another, each on a connection of its own or on a new one for each request. */
class Clients {
  answers = 0
  readonly failures: string[] = []
  #isEnding = false
  readonly #running: Promise<unknown>

  constructor(port: number, count: number, keepAlive: boolean) {
    this.#running = Promise.all(Array.from({ length: count }, () => this.#run(port, keepAlive)))
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#running
  }

  async #run(port: number, keepAlive: boolean): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    for (let page = 1; !this.#isEnding; page++) {
      const failure = await send(port, `/store/products?page=${(page % 50) + 1}`, agent)
      if (failure === undefined) this.answers++
      else this.failures.push(failure)
    }
    agent.destroy()
  }
}

/** Returns what went wrong. */
function send(port: number, path: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = httpGet({ host: '127.0.0.1', port, path, agent, headers: { 'x-store-id': 'a' } }, (response) => {
      text(response).then(
        (body) => resolve(response.statusCode === 200 && body.endsWith('}') ? undefined : `${response.statusCode}`),
        (error) => resolve(String(error)),
      )
    })
    request.setTimeout(90_000, () => request.destroy(new Error('no answer within 90 s')))
    request.on('error', (error) => resolve(String(error)))
  })
}

async function replaceAll({ server }: Served): Promise<void> {
  server.stdout = ''
  server.child.kill('SIGUSR2')
  await server.waitFor(/all workers are replaced/)
}

describe('vitrine serve --workers', { skip: LINUX_ONLY }, () => {
  test('serves with several processes, and the log has their numbers', async () => {
    using place = await shop()
    const served = await serve(place, ['--workers', '3', '--log-level', 'debug'])
    assert.equal(served.pids().length, 3)
    const { status } = await getJson(`${served.url}/store/products`, { 'x-store-id': 'a' })
    assert.equal(status, 200)
    await served.server.waitFor(/"worker":[123],"method":"GET","url":"\/store\/products"/)
  })

  test('starts no other process by default', async () => {
    using place = await shop()
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    await server.waitFor(/serving at/)
    assert.deepEqual(childrenOf(server.child.pid!), [])
    server.child.kill('SIGUSR2')
    await server.waitFor(/"level":"warn".*SIGUSR2 replaces workers/)
  })

  test('has one page of metrics, whose counters do not fall when a worker ends', async () => {
    using place = await shop()
    const served = await serve(place)
    const requests = 'vitrine_http_requests_total{method="GET",route="/store/products",status="200"}'
    const agent = () => new Agent({ keepAlive: false })
    for (let count = 0; count < 20; count++)
      assert.equal(await send(served.port, '/store/products', agent()), undefined)
    await becomes(served.operations, requests, 20)
    assert.equal(await metric(served.operations, 'vitrine_workers'), 2)
    assert.equal(await metric(served.operations, 'vitrine_products{store="a"}'), 1)
    assert.equal(await metric(served.operations, 'vitrine_database_up'), 1)
    assert.ok((await metric(served.operations, 'process_start_time_seconds')) > 0)
    const durations = 'vitrine_http_request_duration_seconds_count{method="GET",route="/store/products",status="200"}'
    await becomes(served.operations, durations, 20)
    await replaceAll(served)
    await becomes(served.operations, requests, 20)
    process.kill(served.pids()[0]!, 'SIGKILL')
    await served.server.waitFor(/worker \d is replaced/)
    await becomes(served.operations, requests, 20)
    await becomes(served.operations, 'vitrine_workers_replaced_total', 3)
  })

  test('is ready while a worker answers, on both addresses, and live while all do', async () => {
    using place = await shop()
    const { pids, url, operations } = await serve(place)
    const statuses = () =>
      Promise.all([`${operations}/livez`, `${operations}/readyz`].map(async (target) => (await fetch(target)).status))
    const areReady = async () => (await statuses()).every((status) => status === 200)
    await until(areReady)
    await until(async () => (await fetch(`${url}/readyz`)).ok)
    process.kill(pids()[0]!, 'SIGSTOP')
    await until(async () => (await statuses()).join() === '503,200')
    // The primary process replaces it.
    await until(areReady)
  })
})

describe('the replacement of workers', { skip: LINUX_ONLY }, () => {
  for (const keepAlive of [true, false]) {
    test(`loses no request of clients ${keepAlive ? 'that keep their connections' : 'with new connections'}`, async () => {
      using place = await shop()
      const served = await serve(place)
      const before = served.pids()
      const clients = new Clients(served.port, 8, keepAlive)
      await until(() => clients.answers > 100)
      await replaceAll(served)
      const { answers } = clients
      await until(() => clients.answers > answers + 50)
      await clients.end()
      assert.deepEqual(clients.failures, [])
      assert.deepEqual(
        served.pids().filter((pid) => before.includes(pid)),
        [],
      )
    })
  }

  test('finishes a request that is under way', async () => {
    using place = await shop()
    const served = await serve(place)
    const sockets = await Promise.all(Array.from({ length: 4 }, () => halfRequest(served.port)))
    const replaced = replaceAll(served)
    await served.server.waitFor(/another worker replaces this one/)
    for (const socket of sockets) socket.write('\r\n')
    for (const socket of sockets)
      assert.match(await text(socket.once('data', () => socket.end())), /^HTTP\/1\.1 200 OK/)
    await replaced
  })

  test('keeps the old workers if a new one cannot start', async () => {
    using place = await shop()
    // fetch() keeps its connection, and the replacement at the end waits so long for it.
    const served = await serve(place, ['--grace', '1'])
    const before = served.pids()
    renameSync(place.path('data/vitrine.db'), place.path('data/hidden.db'))
    served.server.child.kill('SIGUSR2')
    await served.server.waitFor(/"level":"error".*before it could answer requests: the other workers stay/)
    assert.deepEqual(served.pids().sort(), before.sort())
    assert.equal((await getJson(`${served.url}/store/products`, { 'x-store-id': 'a' })).status, 200)
    renameSync(place.path('data/hidden.db'), place.path('data/vitrine.db'))
    await replaceAll(served)
  })
})

describe('a worker that is killed', { skip: LINUX_ONLY }, () => {
  test('costs only the requests on its own connections, and is replaced', async () => {
    using place = await shop()
    const served = await serve(place)
    const connections = 8
    const clients = new Clients(served.port, connections, false)
    await until(() => clients.answers > 100)
    const [victim] = served.pids()
    process.kill(victim!, 'SIGKILL')
    await served.server.waitFor(/"level":"error".*worker \d ended with SIGKILL: a new one starts in 0\.2 s/)
    await served.server.waitFor(/worker \d is replaced/)
    const { answers } = clients
    await until(() => clients.answers > answers + 50)
    await clients.end()
    // Each client has one request at a time, and loses it if the worker has accepted its connection.
    assert.ok(clients.failures.length <= connections, clients.failures.join('\n'))
    assert.equal(served.pids().length, 2)
    assert.ok(!served.pids().includes(victim!))
  })

  test('is replaced after an uncaught exception, and the server stays ready', async () => {
    using place = await shop()
    const exception = "process.on('SIGHUP', () => { throw new Error('out of the blue') })"
    const { server, pids, port, operations } = await serve(place, [], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(exception)}`,
    })
    const sockets = await Promise.all(Array.from({ length: 8 }, () => halfRequest(port)))
    process.kill(pids()[0]!, 'SIGHUP')
    await server.waitFor(/"level":"fatal".*out of the blue/)
    await until(async () => (await fetch(`${operations}/readyz`)).ok)
    for (const socket of sockets) socket.write('\r\n')
    for (const socket of sockets)
      assert.match(await text(socket.once('data', () => socket.end())), /^HTTP\/1\.1 200 OK/)
    await server.waitFor(/worker \d ended with exit code 1/)
    await server.waitFor(/worker \d is replaced/)
  })

  test('is replaced if it was starting beside the first', async () => {
    using place = await shop()
    const mark = place.path('killed')
    const death = `import { existsSync, writeFileSync } from 'node:fs'
      if (process.env.VITRINE_WORKER === '2' && !existsSync('${mark}')) {
        writeFileSync('${mark}', '')
        process.kill(process.pid, 'SIGKILL')
      }`
    const { server, pids, operations } = await serve(place, [], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(death)}`,
    })
    await server.waitFor(/worker 2 ended with SIGKILL: a new one starts in 0\.2 s/)
    await server.waitFor(/worker 2 is replaced/)
    await becomes(operations, 'vitrine_workers', 2)
    assert.equal(pids().length, 2)
  })

  test('is replaced on the same port if all are killed', async () => {
    using place = await shop()
    const served = await serve(place)
    for (const pid of served.pids()) process.kill(pid, 'SIGKILL')
    for (const worker of [1, 2]) await served.server.waitFor(new RegExp(`worker ${worker} is replaced`))
    assert.equal((await getJson(`${served.url}/store/products`, { 'x-store-id': 'a' })).status, 200)
  })

  test('ends the server with exit code 1 if none runs and none can start', async () => {
    using place = await shop()
    const served = await serve(place)
    renameSync(place.path('data/vitrine.db'), place.path('data/hidden.db'))
    for (const pid of served.pids()) process.kill(pid, 'SIGKILL')
    const { code, stdout, stderr } = await served.server.waitForExit()
    assert.equal(code, 1)
    assert.match(stdout, /"level":"fatal".*no other worker runs: stopping/)
    assert.match(stderr, /^vitrine: the database \S+ does not exist/)
  })
})

describe('a worker that hangs', { skip: LINUX_ONLY }, () => {
  test('is killed and replaced, while the others answer', async () => {
    using place = await shop()
    const served = await serve(place)
    const [victim] = served.pids()
    process.kill(victim!, 'SIGSTOP')
    const connections = 8
    const clients = new Clients(served.port, connections, false)
    await until(() => clients.answers > 50)
    assert.equal((await fetch(`${served.operations}/readyz`)).status, 200)
    await served.server.waitFor(/"level":"error".*worker \d has not answered for 10 s: killing it/)
    await served.server.waitFor(/worker \d ended with SIGKILL/)
    await served.server.waitFor(/worker \d is replaced/)
    await clients.end()
    assert.ok(clients.failures.length <= connections, clients.failures.join('\n'))
    assert.equal(await metric(served.operations, 'vitrine_workers_hung_total'), 1)
    assert.ok(!served.pids().includes(victim!))
  })

  test('does not keep the server from its end', async () => {
    using place = await shop()
    const { server, pids } = await serve(place, ['--grace', '3600'])
    process.kill(pids()[0]!, 'SIGSTOP')
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 1)
  })
})

describe('the start of workers', () => {
  test('prints once why none can start', async () => {
    using place = new WorkingDirectory()
    const args = ['serve', '--workers', '4', '--port', '0', '--metrics-port', '0', '--database', 'nowhere.db']
    const { code, stdout, stderr } = await place.run(args)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^vitrine: the database nowhere\.db does not exist[^\n]*\nvitrine: worker 1 ended with exit code 1 before it could answer requests\n$/,
    )
  })

  test('refuses a port that is in use', async () => {
    using place = await shop()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const port = String((taken.address() as { port: number }).port)
    const { code, stderr } = await place.run(['serve', '--workers', '2', '--port', port, '--metrics-port', '0'])
    taken.close()
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: port \d+ on 127\.0\.0\.1 is in use; choose another with `--port \d+`/)
  })

  test('refuses a wrong number of workers', async () => {
    using place = new WorkingDirectory()
    for (const wrong of ['0', 'many', '1.5', '257']) {
      const { code, stderr } = await place.run(['serve', '--workers', wrong])
      assert.equal(code, 2)
      assert.equal(stderr, `vitrine: --workers is "${wrong}"; expected auto or a whole number from 1 to 256\n`)
    }
  })

  test('shows the limits of the server and of each worker in --print-config', async () => {
    using place = new WorkingDirectory()
    const env = { VITRINE_WORKERS: '3', VITRINE_DB_CONNECTIONS: '2' }
    const json = JSON.parse((await place.run(['serve', '--print-config', '--json', '--cache-mb', '90'], env)).stdout)
    assert.deepEqual(json.workers, { value: 3, source: 'environment' })
    assert.deepEqual(json.cacheMb, { value: 90, source: 'option', perWorker: 30 })
    assert.deepEqual(json.dbConnections, { value: 2, source: 'environment', perWorker: 1 })
    assert.match((await place.run(['serve', '--print-config'], env)).stdout, /^--cache-mb +64 \(each worker 21\.3\) /m)
    assert.match((await place.run(['serve', '--print-config', '--workers', 'auto'])).stdout, /^--workers +[1-9]/m)
  })
})

describe('the end of workers', { skip: LINUX_ONLY }, () => {
  test('finishes open requests after SIGTERM to all processes, and exits with 0', async () => {
    using place = await shop()
    const { server, port, pids, operations } = await serve(place)
    const processes = pids()
    const socket = await halfRequest(port)
    for (const pid of [...processes, server.child.pid!]) process.kill(pid, 'SIGTERM')
    await server.waitFor(/finishing open requests/)
    const ready = await fetch(`${operations}/readyz`)
    assert.deepEqual([ready.status, await ready.text()], [503, '{"status":"shutting down"}'])
    socket.write('\r\n')
    assert.match(await text(socket), /^HTTP\/1\.1 200 OK/)
    assert.equal((await server.waitForExit()).code, 0)
    assert.deepEqual(processes.filter(isRunning), [])
  })

  test('answers requests during the shutdown delay, and is not ready', async () => {
    using stopped = await stoppedShop([...TWO_WORKERS, '--shutdown-delay', '3600'])
    const { server, url, port, operations } = stopped
    await server.waitFor(/SIGTERM: not ready any more/)
    for (const address of [url, operations]) assert.equal((await fetch(`${address}/readyz`)).status, 503)
    assert.equal(await send(port, '/store/products', new Agent()), undefined)
    assert.equal((await fetch(`${url}/livez`)).status, 200)
  })

  test('stops after the shutdown delay', async () => {
    using stopped = await stoppedShop([...TWO_WORKERS, '--shutdown-delay', '0.3'])
    await stopped.server.waitFor(/SIGTERM: finishing open requests/)
    assert.equal((await stopped.server.waitForExit()).code, 0)
  })

  test('closes connections after the grace period and exits with 1', async () => {
    using place = await shop()
    const { server, port } = await serve(place, ['--grace', '0.3'])
    const socket = await halfRequest(port)
    socket.on('error', () => {})
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 1)
  })

  test('ends the workers if the primary process is killed', async () => {
    using place = await shop()
    const { server, pids } = await serve(place)
    const processes = pids()
    assert.equal(processes.length, 2)
    server.child.kill('SIGKILL')
    await until(() => !processes.some(isRunning))
  })
})

test('workers read PostgreSQL, within the limit of its connections', {
  skip: noDatabases() || LINUX_ONLY,
}, async () => {
  await using database = await freshDatabase()
  {
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(storeNamed('a'))
    await load(catalogs, storeNamed('a').id, [SHIRT])
  }
  using place = new WorkingDirectory()
  const served = await serve(place, ['--db-connections', '4'], { DATABASE_URL: database.url })
  const clients = new Clients(served.port, 8, true)
  await until(() => clients.answers > 50)
  await replaceAll(served)
  await clients.end()
  assert.deepEqual(clients.failures, [])
  served.server.child.kill('SIGTERM')
  assert.equal((await served.server.waitForExit()).code, 0)
})
