import type { PublicationEvent } from './api.ts'
import { RequestError } from './error.ts'
import { isTemporary, pause, reasonOf, refused, type VitrineOptions } from './transport.ts'

/** A publication, or several as one. After a `restart`, anything may have changed since the event before. */
export interface StoreEvent extends PublicationEvent {
  readonly type: 'publication' | 'restart'
}

export interface EventOptions {
  /** When it aborts, the events end with its reason. */
  readonly signal?: AbortSignal | undefined
  /** The last publication that you know. Without it, the first event is the newest publication. */
  readonly since?: string | undefined
}

/** Seconds to wait after a first failure. Each further wait is twice as long. */
const FIRST_WAIT = 1
/** Seconds between two attempts, at most. */
const LONGEST_WAIT = 60
/** Milliseconds without a byte after which a connection counts as lost. The server sends a comment every 20 seconds. */
const SILENCE = 60_000

/**
 * The publications of a store, for ever. Connects again after the server ends the stream and after temporary failures,
 * where it was. `url` is that of the stream. Throws `RequestError`, or the reason of the signal.
 */
export async function* readEvents(
  url: string,
  options: VitrineOptions,
  { signal, since }: EventOptions = {},
): AsyncGenerator<StoreEvent, void> {
  let [known, failures] = [since, 0]
  for (;;) {
    let wait = FIRST_WAIT
    try {
      for await (const event of connection(url, options, known, signal)) {
        failures = 0
        // The server may send an event twice, when its processes do not know the same yet.
        if (event.publication === known && event.type === 'publication') continue
        known = event.publication
        yield event
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof RequestError && isTemporary(error))) throw error
      wait = error.retryAfter ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures++)
    }
    signal?.throwIfAborted()
    // At random, so that not all clients come at once when a server starts again.
    await pause(wait * 1000 * (0.5 + Math.random()), AbortSignal.any(signal ? [signal] : []))
  }
}

/** The events of one connection. */
async function* connection(
  url: string,
  { store, fetch = globalThis.fetch }: VitrineOptions,
  known: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoreEvent, void> {
  const silence = new AbortController()
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  if (store !== undefined) headers['x-store-id'] = store
  if (known !== undefined) headers['last-event-id'] = known
  let timer = setTimeout(() => silence.abort(), SILENCE)
  try {
    const all = AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal])
    const response = await fetch(url, { headers, signal: all, cache: 'no-store' })
    if (!response.ok) refused(url, response, await response.text())
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE)
      const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) yield* eventIn(block)
    }
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw new RequestError('network', `GET ${url} failed: ${reasonOf(error)}`, {}, error)
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** The event of a block; none in a block without data, such as a comment. */
function* eventIn(block: string): Generator<StoreEvent> {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/) as [string, string]))
  const data = fields.get('data')
  if (data !== undefined) yield { type: fields.get('event') as StoreEvent['type'], ...JSON.parse(data) }
}
