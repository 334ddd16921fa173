import type { Stats } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { megabytes, temporaryFolder } from '@vitrine/runtime/disk-room'
import { parseRetryAfter } from '@vitrine/runtime/retry-after'
import { diskFull } from '@vitrine/runtime/sqlite-file'
import type { HttpEnvironment } from './client.ts'
import { RemoteError } from './remote-error.ts'
import { IdleTimeout, isTransient, networkError, TransientError } from './request-failure.ts'
import { delayAfter, RETRY_POLICY, type RetryPolicy } from './retry-policy.ts'

/**
 * Fetches the file at an address into a temporary file, whole or not at all: all bytes of its `Content-Length` came, or
 * the last chunk of a chunked body. Follows redirects, and repeats what failed for the moment. Throws `RemoteError`, or
 * `database-unusable` on a full disk.
 */
export async function fetchFile(address: URL, options: FetchOptions): Promise<FetchedFile> {
  const { signal, environment, limits = FETCH_LIMITS, onRetry } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(address, { ...options, limits })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TransientError)) throw error
      const name = shownAddress(address)
      const delay = delayAfter(error, name, attempt, limits, environment.random())
      onRetry?.(`${name} ${error.message}`, delay)
      await environment.wait(delay, signal)
    }
  }
}

/** A file that arrived whole. It has no name in the file system: it is gone when its stream ends or is destroyed. */
export interface FetchedFile {
  /** Where it came from, after redirects. */
  readonly address: URL
  readonly status: Stats
  readonly stream: Readable
}

export interface FetchOptions {
  /** Sent to the host of the address, and to no other. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly limits?: FetchLimits | undefined
  readonly signal: AbortSignal
  readonly environment: Pick<HttpEnvironment, 'now' | 'random' | 'wait'>
  /** Called before a failed request is repeated. `delay` is in milliseconds. */
  readonly onRetry?: (reason: string, delay: number) => void
}

export interface FetchLimits extends RetryPolicy {
  /** The largest file, also after it is decompressed. */
  readonly maxBytes: number
}

/** A file may be made while the request waits, and repeating a large one is expensive. */
export const FETCH_LIMITS: FetchLimits = { ...RETRY_POLICY, maxAttempts: 3, idleTimeout: 120_000, maxBytes: 4e9 }

/** An address as people may see it: the query of an address may be a key to it. */
export function shownAddress({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}

type Attempt = FetchOptions & { readonly limits: FetchLimits }

async function fetchOnce(address: URL, options: Attempt): Promise<FetchedFile> {
  using timeout = new IdleTimeout(options.limits.idleTimeout, options.signal)
  let headers = options.headers
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    timeout.restart()
    const response = await send(url, headers, timeout)
    const target = redirectOf(response, url)
    if (!target) return { address: url, ...(await receive(response, url, timeout, options)) }
    response.destroy()
    if (target.host !== address.host) headers = []
    url = target
  }
  throw new RemoteError(`${shownAddress(address)} redirects more than ${MAX_REDIRECTS} times.`)
}

const MAX_REDIRECTS = 5

async function send(url: URL, headers: FetchOptions['headers'], timeout: IdleTimeout): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const all = new Headers({ accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': 'vitrine' })
  for (const [name, value] of headers) all.set(name, value)
  const get = url.protocol === 'https:' ? getHttps : getHttp
  get(url, { headers: Object.fromEntries(all), signal: timeout.signal }, resolve).on('error', reject)
  try {
    return await promise
  } catch (error) {
    const failure = timeout.isExpired ? timeout.error : networkError(error)
    throw failure instanceof RemoteError ? new RemoteError(`${shownAddress(url)}: ${failure.message}`) : failure
  }
}

/** Where a response leads; undefined if it is no redirect. Throws `RemoteError` if that is no address to follow. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  const target = URL.parse(location, from.href)
  if (!target || !/^https?:$/.test(target.protocol))
    throw new RemoteError(`${shownAddress(from)} redirects to something that is no http(s) address.`)
  if (from.protocol === 'https:' && target.protocol === 'http:')
    throw new RemoteError(`${shownAddress(from)} redirects from https to http, which is not followed.`)
  target.username = ''
  target.password = ''
  return target
}

/** The body of a response as a file. Throws `TransientError` if it breaks off. */
async function receive(
  response: IncomingMessage,
  url: URL,
  timeout: IdleTimeout,
  { environment, limits: { maxBytes } }: Attempt,
): Promise<Pick<FetchedFile, 'status' | 'stream'>> {
  const name = shownAddress(url)
  let received = 0
  let file: FileHandle | undefined
  const onBytes = (bytes: number) => {
    timeout.restart()
    received = bytes
  }
  try {
    requireFile(response, name, environment.now())
    if (Number(response.headers['content-length']) > maxBytes) throw tooLarge(name, maxBytes)
    const decoder = isGzip(response, name) ? createGunzip() : new PassThrough()
    const output = await openTemporary()
    file = output
    await pipeline(
      response,
      (chunks: AsyncIterable<Uint8Array>) => upTo(maxBytes, chunks, name, onBytes),
      decoder,
      (chunks: AsyncIterable<Uint8Array>) => output.writeFile(upTo(maxBytes, chunks, name)),
    )
    if (!response.complete) throw new Error('the connection was closed')
    return { status: await output.stat(), stream: output.createReadStream({ start: 0, highWaterMark: 256 * 1024 }) }
  } catch (error) {
    response.destroy()
    await file?.close()
    throw timeout.isExpired ? timeout.error : receiveError(error as NodeJS.ErrnoException, name, received, response)
  }
}

/** Throws unless the response is a file whose end can be told from a break. */
function requireFile({ statusCode = 0, headers }: IncomingMessage, name: string, now: number): void {
  if (isTransient(statusCode))
    throw new TransientError(`answered ${statusCode}`, parseRetryAfter(headers['retry-after'] ?? null, now))
  if (statusCode !== 200) {
    const hint = statusCode === 401 || statusCode === 403 ? ' Use --header-file to send credentials.' : ''
    throw new RemoteError(`${name} answered ${statusCode}, and no file.${hint}`)
  }
  if (headers['content-length'] === undefined && !/\bchunked\b/i.test(headers['transfer-encoding'] ?? ''))
    throw new RemoteError(
      `${name} says neither how long the file is nor where it ends, so a file that is cut off would not be noticed.`,
    )
}

/** Whether the body is compressed for the way. Throws `RemoteError` for what was not asked for. */
function isGzip({ headers: { 'content-encoding': coding = 'identity' } }: IncomingMessage, name: string): boolean {
  if (/^(?:x-)?gzip$/i.test(coding)) return true
  if (/^(?:identity)?$/i.test(coding)) return false
  throw new RemoteError(`${name} sends the file as ${coding}; only gzip is read.`)
}

async function* upTo(
  limit: number,
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limit) throw tooLarge(name, limit)
    onBytes(bytes)
    yield chunk
  }
}

function tooLarge(name: string, limit: number): RemoteError {
  return new RemoteError(`${name} has more than ${megabytes(limit)}, which is the most that is read.`)
}

/** A file without a name, which only this process has. */
async function openTemporary(): Promise<FileHandle> {
  const folder = await mkdtemp(join(temporaryFolder(), 'vitrine-file-'))
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function receiveError(
  error: NodeJS.ErrnoException,
  name: string,
  received: number,
  { headers: { 'content-length': length } }: IncomingMessage,
): Error {
  const { code = '', syscall } = error
  if (error instanceof RemoteError || error instanceof TransientError) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull('', undefined, error)
  if (code.startsWith('Z_')) return new RemoteError(`${name} sends gzip that is damaged or cut off.`)
  if (syscall === 'write' || syscall === 'open' || syscall === 'mkdtemp') return error
  const of = length === undefined ? '' : ` of ${length}`
  return new TransientError(`broke off after ${received}${of} bytes`)
}
