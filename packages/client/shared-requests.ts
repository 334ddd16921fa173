/**
 * Reads each path once for all callers that ask for it at the same time. A caller that aborts gets its own reason. The
 * request goes on until all callers have aborted.
 */
export function shareRequests(read: PathReader): (path: string, signal?: AbortSignal) => Promise<string> {
  const inFlight = new Map<string, SharedRequest>()

  return async (path, signal) => {
    signal?.throwIfAborted()
    const request = inFlight.get(path) ?? start(path)
    request.callers++
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal!.reason)
        if (--request.callers > 0) return
        inFlight.delete(path)
        request.controller.abort()
      }
      signal?.addEventListener('abort', leave)
      request.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  function start(path: string): SharedRequest {
    const controller = new AbortController()
    const result = read(path, controller.signal).finally(() => {
      if (inFlight.get(path) === request) inFlight.delete(path)
    })
    const request = { result, controller, callers: 0 }
    inFlight.set(path, request)
    return request
  }
}

/** Reads a path. Ends with the reason of the signal if that aborts. */
export type PathReader = (path: string, signal: AbortSignal) => Promise<string>

/** A request in flight, which equal requests share. */
interface SharedRequest {
  readonly result: Promise<string>
  readonly controller: AbortController
  callers: number
}
