import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { storeId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import { databaseFile } from './harness/dataset.ts'
import { HttpConnection } from './harness/http-connection.ts'
import { integer, readOptions, SHARED } from './harness/options.ts'
import { describeRun, formatInteger, median, table, writeJson } from './harness/report.ts'
import type { ServerProcess } from './harness/server-process.ts'
import { STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `What open event streams cost: memory, the time until all are told of a publication, and the processor time and the latency of
list requests beside them, in turns with those without them. Each round has a server of its own.`

const options = readOptions(DESCRIPTION, {
  products: integer('catalog size', 10_000),
  streams: integer('open streams', 1000),
  rounds: integer('rounds that count; one more comes first as warm-up. The figures are medians', 5),
  turns: integer('turns of a round: lists without streams and lists beside them, which come first in turns', 4),
  requests: integer('list requests in each measurement', 2000),
  seed: SHARED.seed,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})

/** Publications in each round. */
const PUBLICATIONS = 5

const IDLE_SECONDS = 5

/** What the lists cost: microseconds of processor time each, and milliseconds until the answer. */
type Lists = { cpu: number; p50: number; p99: number }
/**
 * Milliseconds from the commit to the first and to the last stream, and between these; kB of memory for each stream; and
 * milliseconds of processor time a second while nothing happens.
 */
type Round = {
  without: Lists[]
  beside: Lists[]
  memory: number
  idle: number
  first: number[]
  last: number[]
  between: number[]
  cpuOfEvent: number[]
}

const database = await databaseFile(options.dir, options, options.fresh)
await using catalogs = await openCatalogs(database, 'require')
const rounds: Round[] = []
for (let round = 0; round <= options.rounds; round++) {
  console.error(`round ${round}`)
  // Without a cache, each list is computed. A process that has had streams has the memory for them already.
  await using server = await serve(database, { cacheMegabytes: 0, events: options.streams })
  await measureLists(server)
  rounds.push(await measure(server, round))
}
rounds.shift()

const figure = (of: (round: Round) => number | number[], digits = 1) => median(rounds.flatMap(of)).toFixed(digits)
const most = (of: (round: Round) => number[]) => Math.max(...rounds.flatMap(of)).toFixed(1)
console.log(
  `${describeRun()}; ${formatInteger(options.products)} products, ${formatInteger(options.streams)} streams, ${options.rounds} rounds.\n`,
)
console.log(
  table(
    ['', 'median', 'most'],
    [
      ['memory of a stream, kB', figure(({ memory }) => memory), most(({ memory }) => [memory])],
      ['first stream told after, ms', figure(({ first }) => first), most(({ first }) => first)],
      ['from the first to the last, ms', figure(({ between }) => between), most(({ between }) => between)],
      ['last stream told after, ms', figure(({ last }) => last), most(({ last }) => last)],
      ['processor time of idle streams, ms a second', figure(({ idle }) => idle), most(({ idle }) => [idle])],
      ['processor time to tell all, ms', figure(({ cpuOfEvent }) => cpuOfEvent), most(({ cpuOfEvent }) => cpuOfEvent)],
    ],
  ),
)
console.log(
  `\n${table(
    ['list', 'without streams', 'beside them', 'ratio'],
    (['cpu', 'p50', 'p99'] as const).map((name) => [
      { cpu: 'processor time, µs', p50: 'p50, ms', p99: 'p99, ms' }[name],
      figure(({ without }) => without.map((lists) => lists[name]), 2),
      figure(({ beside }) => beside.map((lists) => lists[name]), 2),
      figure(({ without, beside }) => beside.map((lists, turn) => lists[name] / without[turn]![name]), 2),
    ]),
  )}`,
)
await writeJson(options.json, { options, rounds })

async function measure(server: ServerProcess, round: number): Promise<Round> {
  const [without, beside]: [Lists[], Lists[]] = [[], []]
  const memories: number[] = []
  let streams: Stream[] = []
  const measureBeside = async () => {
    const before = await server.memory()
    if (streams.length === 0) streams = await openStreams(server.address)
    memories.push(((await server.memory()).resident - before.resident) * (1024 / options.streams))
    beside.push(await measureLists(server))
  }
  for (let turn = 0; turn < options.turns; turn++) {
    // Lists right after a thousand connections were opened or closed would bear their garbage.
    if (turn % 2 === 1) await measureBeside()
    await Promise.all(streams.splice(0).map(({ close }) => close()))
    without.push(await measureLists(server))
    if (turn % 2 === 0) await measureBeside()
  }
  if (streams.length === 0) streams = await openStreams(server.address)
  const [start] = await server.processorTimes()
  await pause(IDLE_SECONDS * 1000)
  const idle = ((await server.processorTimes())[0]! - start!) / 1000 / IDLE_SECONDS
  const times: Pick<Round, 'first' | 'last' | 'between' | 'cpuOfEvent'> = {
    first: [],
    last: [],
    between: [],
    cpuOfEvent: [],
  }
  for (let count = 0; count < PUBLICATIONS; count++) {
    const told = streams.map((stream) => stream.told())
    const [cpu] = await server.processorTimes()
    await catalogs.changeStore(storeId(STORE)!, { publicName: `Round ${round}, publication ${count}` })
    const committed = performance.now()
    const after = (await Promise.all(told)).map((at) => at - committed)
    times.first.push(Math.min(...after))
    times.last.push(Math.max(...after))
    times.between.push(Math.max(...after) - Math.min(...after))
    times.cpuOfEvent.push(((await server.processorTimes())[0]! - cpu!) / 1000)
  }
  await Promise.all(streams.map(({ close }) => close()))
  // Later streams take the memory of those before.
  return { without, beside, memory: memories[0]!, idle, ...times }
}

interface Stream {
  /** The time of the next event, as `performance.now()` counts. */
  told(): Promise<number>
  close(): Promise<unknown>
}

async function openStreams(address: string): Promise<Stream[]> {
  const { hostname, port } = new URL(address)
  return await Promise.all(
    Array.from({ length: options.streams }, async () => {
      const socket = connect(Number(port), hostname)
      const told = () =>
        new Promise<number>((resolve) => {
          const listen = (part: Buffer) => {
            if (!part.includes('data: ')) return
            socket.off('data', listen)
            resolve(performance.now())
          }
          socket.on('data', listen)
        })
      const first = told()
      socket.write(`GET /stores/${STORE}/store/events HTTP/1.1\r\nHost: bench\r\n\r\n`)
      await first
      const close = () => once(socket.destroy(), 'close')
      return { told, close }
    }),
  )
}

async function measureLists(server: ServerProcess): Promise<Lists> {
  using connection = new HttpConnection(server.address)
  const [before] = await server.processorTimes()
  const times: number[] = []
  for (let count = 0; count < options.requests; count++) {
    times.push(
      (await connection.send({ store: STORE, path: `/store/products?page=${1 + (count % 400)}` })).milliseconds,
    )
  }
  const cpu = ((await server.processorTimes())[0]! - before!) / options.requests
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * times.length)]!
  return { cpu, p50: at(0.5), p99: at(0.99) }
}
