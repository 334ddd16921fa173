const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/** The trace that a `traceparent` header (W3C Trace Context) makes the request part of, or undefined if it is not valid. */
export function traceId(traceparent: string | undefined): string | undefined {
  const match = traceparent === undefined ? null : FORM.exec(traceparent)
  if (!match) return undefined
  const [, version, trace, parent, more] = match
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return /^0+$/.test(trace!) || /^0+$/.test(parent!) ? undefined : trace
}
