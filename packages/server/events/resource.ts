import { mapMaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { Headers } from '../common-headers.ts'
import { checkedMarketEdition } from '../market-selection.ts'
import { HttpError } from '../problem.ts'
import type { Resource } from '../resource.ts'
import type { EffectiveOptions } from '../server-options.ts'
import { currentEdition } from '../store-selection.ts'
import type { EventStreams } from './event-streams.ts'

export const EVENTS_PATH = '/store/events'

/** `GET /store/events`: the publications of a store, as Server-sent events (HTML Standard, 9.2). */
export function eventResource(
  streams: EventStreams,
  { editions, defaultStore, metrics: { watch } }: Pick<EffectiveOptions, 'editions' | 'defaultStore' | 'metrics'>,
): Resource {
  watch('gauge', 'vitrine_event_streams', 'Open event streams.', () => streams.open)
  return {
    path: EVENTS_PATH,
    isOfStore: true,
    answer: (request) => {
      const { method, headers } = request.raw
      if (!acceptsEvents(headers.accept)) throw notAcceptable()
      return mapMaybePromise(currentEdition(request, editions, defaultStore), async (ofStore) => {
        const { stored } = await checkedMarketEdition(request, ofStore, editions)
        if (method === 'HEAD') return { status: 200, headers: HEADERS }
        const known = headers['last-event-id'] as string | undefined
        return { status: 200, headers: HEADERS, stream: await streams.prepare(stored, known || undefined) }
      })
    },
  }
}

const TYPE = 'text/event-stream'

/** A proxy must not collect the answer, and the connection is of no use after it. */
const HEADERS: Headers = [
  ...['content-type', TYPE, 'cache-control', 'no-store'],
  ...['x-accel-buffering', 'no', 'connection', 'close'],
]

function acceptsEvents(accept: string | undefined): boolean {
  if (!accept) return true
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return [TYPE, 'text/*', '*/*'].includes(type!) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** The error for a client that does not accept events. */
export function notAcceptable(): HttpError {
  return new HttpError('not-acceptable', `Events are sent as ${TYPE} only. Send "Accept: ${TYPE}".`, [])
}
