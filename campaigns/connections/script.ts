import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../bench/catalog/random.ts'
import { splitResponses } from '../fuzz/responses.ts'

/** How a connection ends. The server must answer the first three completely. */
const ENDINGS = [
  'closes',
  'garbage',
  'more after the last request',
  'half close',
  'reset',
  'leave',
  'garbage and leave',
  'more after the last request, and leave',
  'garbage and half close',
  'unread',
  'unfinished request',
  'unfinished body',
] as const

export type Ending = (typeof ENDINGS)[number]

interface ScriptRequest {
  readonly kind: string
  readonly method: string
  readonly id: string
  readonly text: string
}

/** What is sent over one connection. */
export interface Script {
  readonly requests: readonly ScriptRequest[]
  /** What follows the requests. */
  readonly tail: string
  readonly ending: Ending
  /** Whether the bytes are sent in small pieces. */
  readonly isSlow: boolean
  /** Milliseconds after which a client leaves that does not wait for answers. */
  readonly stay: number
}

const GARBAGE = ['x\r\n\r\n', '\0', 'GET / HTTP/9\r\n\r\n', ': x\r\n\r\n', 'zz'.repeat(20_000)]
const MAX_REQUESTS = 20

export function drawScript(random: Random, store: string, ending = random.pick(ENDINGS)): Script {
  const count = random.integer(1, random.chance(0.1) ? MAX_REQUESTS : 6)
  const requests = Array.from({ length: count }, (_, index) => {
    const closes = index === count - 1 && (ending === 'closes' || ending.startsWith('more'))
    return drawRequest(random, store, closes)
  })
  return {
    requests,
    tail: tailOf(random, store, ending),
    ending,
    isSlow: random.chance(0.1),
    stay: random.integer(0, 40),
  }
}

function tailOf(random: Random, store: string, ending: Ending): string {
  if (ending.startsWith('garbage')) return random.pick(GARBAGE)
  if (ending.startsWith('more')) return drawRequest(random, store, false).text
  if (ending === 'unread') return Array.from({ length: 40 }, () => written(random, store, 'large', LARGE).text).join('')
  if (ending === 'unfinished request') return drawRequest(random, store, false).text.slice(0, random.integer(1, 60))
  if (ending === 'unfinished body') return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{`
  return ''
}

const LARGE = '/store/products?limit=100&form=full&page='

function drawRequest(random: Random, store: string, closes: boolean): ScriptRequest {
  const write = (kind: string, target: string, method?: string) =>
    written(random, store, kind, target, method, closes ? 'Connection: close\r\n' : '')
  return random.pick([
    () => write('quick', '/livez'),
    () => write('list', '/store/products?limit=3'),
    () => write('large', `${LARGE}${random.integer(1, 20)}`),
    () => write('large', `${LARGE}${random.integer(1, 20)}`),
    () => write('slow', `/store/products/facets?search=a&minPrice=${random.integer(1, 500)}`),
    () => write('search', `/store/products?search=${random.pick(['lo', 'kaloka', 'x'])}&limit=2`),
    () => write('HEAD', `${LARGE}1`, 'HEAD'),
    () => write('missing', '/nothing'),
    () => write('POST', '/mcp', 'POST'),
  ])()
}

function written(
  random: Random,
  store: string,
  kind: string,
  target: string,
  method = 'GET',
  headers = '',
): ScriptRequest {
  const id = random.uuid()
  const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) : ''
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`
  const head = `Host: localhost\r\nx-store-id: ${store}\r\nx-request-id: ${id}\r\n${length}${headers}`
  return { kind, method, id, text: `${method} ${target} HTTP/1.1\r\n${head}\r\n${body}` }
}

/** What came of a script: the number of answers, and the promise that was broken. */
export interface Outcome {
  readonly answers: number
  readonly promise?: string
  readonly details?: string
}

const TIMEOUT_MILLISECONDS = 60_000
const PIECE = 40

/** Plays a script. Returns when the connection is closed. */
export async function runScript(port: number, script: Script): Promise<Outcome> {
  const { promise: closed, resolve } = Promise.withResolvers<string | undefined>()
  const received: Buffer[] = []
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const timer = setTimeout(() => {
    resolve(`still open after ${TIMEOUT_MILLISECONDS / 1000} s`)
    socket.destroy()
  }, TIMEOUT_MILLISECONDS)
  let wasReset = false
  socket.on('error', () => {
    wasReset = true
  })
  socket.on('close', () => resolve(undefined))
  socket.on('end', () => socket.end())
  if (script.ending === 'unread') socket.pause()
  else socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.on('connect', () => void play(socket, script))
  const late = await closed
  clearTimeout(timer)
  if (late) return { answers: 0, promise: 'the server closes every connection', details: late }
  return wasReset ? { answers: 0 } : outcomeOf(script, Buffer.concat(received))
}

async function play(socket: Socket, { requests, tail, ending, isSlow, stay }: Script): Promise<void> {
  const text = requests.map((request) => request.text).join('') + tail
  const end = isSlow ? Math.min(text.length, 20 * PIECE) : 0
  for (let from = 0; from < end && socket.writable; from += PIECE) {
    socket.write(text.slice(from, from + PIECE), 'latin1')
    await pause(1)
  }
  if (socket.writable) socket.write(text.slice(end), 'latin1')
  if (isAnswered(ending)) return
  await pause(stay)
  if (ending.endsWith('half close')) socket.end()
  else if (ending === 'reset') socket.resetAndDestroy()
  else socket.destroy()
}

/** Whether the client waits until it has every answer. */
function isAnswered(ending: Ending): boolean {
  return ending === 'closes' || ending === 'garbage' || ending === 'more after the last request'
}

function outcomeOf({ requests, ending }: Script, bytes: Buffer): Outcome {
  if (!isAnswered(ending)) return { answers: 0 }
  const methods = [...requests.map(({ method }) => method), ...(ending === 'garbage' ? ['GET'] : [])]
  const broken = (details: string) => ({ answers: 0, promise: 'answers are complete and in order', details })
  try {
    const responses = splitResponses(bytes, methods)
    if (responses.length !== methods.length) return broken(`${responses.length} answers to ${methods.length}`)
    const wrong = requests.findIndex(({ id }, index) => responses[index]!.headers.get('x-request-id') !== id)
    if (wrong >= 0) return broken(`answer ${wrong} is that of another request`)
    const status = responses.find((response) => ![200, 400, 404, 503].includes(response.status))?.status
    return status === undefined ? { answers: responses.length } : broken(`status ${status}`)
  } catch (error) {
    return broken((error as Error).message)
  }
}
