import { ERROR_CODES } from '@vitrine/catalog/error'
import { COMPONENTS, type ComponentName } from '@vitrine/server/openapi/schemas'
import Type from 'typebox'
import Value from 'typebox/value'
import { type Attempt, firstUnreadable, type Received, type Sent } from './attempt.ts'
import { type RawResponse, splitResponses } from './responses.ts'

/** The statuses of docs/errors.md, docs/api.md and docs/agents.md. */
const DOCUMENTED = [200, 202, 204, 303, 304, 308, 400, 403, 404, 405, 408, 410, 413, 415, 431]

/** Lines of a stack trace, and names of files of the program. */
const STACK = /\n\s+at |node:internal|node_modules|\/src\/[a-z]+\//

/** Tells what is wrong: the promise, and the details. */
export type Report = (promise: string, details: string) => void

/**
 * Checks what came back over one connection. Returns the number of answers. `checksBodies` also compares bodies of 200s
 * with the schemas of openapi.json, which takes more time than everything else.
 */
export function checkAnswers(
  { sent, abandons }: Attempt,
  { bytes, wasReset }: Received,
  checksBodies: boolean,
  report: Report,
): number {
  const checked = checkedPart(sent)
  let responses: RawResponse[]
  try {
    responses = splitResponses(
      bytes,
      checked.map(({ method }) => method),
    )
  } catch (error) {
    if (!wasReset) report('every answer is complete HTTP', (error as Error).message)
    return 0
  }
  for (const response of responses) checkAlone(response, report)
  if (abandons) return responses.length
  for (const [index, request] of checked.entries()) {
    const response = responses[index]
    if (response) checkAgainst(request, response, checksBodies, report)
    else if (!wasReset && request.kind !== 'CONNECT')
      report('every request has an answer', `${request.kind}: ${responses.length} answers to ${sent.length} requests`)
    if (!response) break
  }
  // Node also answers a broken chunk after the request that it belongs to.
  const extra = responses
    .slice(checked.at(-1)?.isRefused ? checked.length : sent.length)
    .filter(({ status }) => status !== 400)
  if (extra.length > 0) report('nothing but a request has an answer', `${extra.length} answers too many`)
  return responses.length
}

/**
 * The bytes whose answers are known: all requests up to the bytes that must be refused, and these. Nothing is known of those
 * around a damaged request. A CONNECT breaks the connection, though answers may be under way.
 */
function checkedPart(sent: Attempt['sent']): Attempt['sent'] {
  const unreadable = firstUnreadable(sent)
  if (!unreadable) return sent
  if (!unreadable.isRefused || (unreadable.kind === 'CONNECT' && sent[0] !== unreadable)) return []
  return sent.slice(0, sent.indexOf(unreadable) + 1)
}

/** Checks what holds of every answer. */
function checkAlone({ status, headers, body }: RawResponse, report: Report): void {
  if (status >= 500) report('no answer has an unexpected 5xx', `${status} ${body.toString('utf8', 0, 300)}`)
  else if (!DOCUMENTED.includes(status)) report('every status is documented', String(status))
  const isText = !headers.has('content-encoding')
  const text = isText ? body.toString('utf8') : ''
  if (status !== 200 && STACK.test(text)) report('no body contains a stack trace', text.slice(0, 300))
  if (status >= 400 && body.length > 0) checkProblem(status, headers, text, report)
  if (status >= 400 && !headers.has('content-type'))
    report('every error is a problem document', `${status} without a type`)
}

function checkProblem(status: number, headers: RawResponse['headers'], text: string, report: Report): void {
  try {
    const problem = JSON.parse(text)
    const isProblem = headers.get('content-type') === 'application/problem+json' && problem.status === status
    if (isProblem && ERROR_CODES.includes(problem.code) && problem.detail.length > 0) return
    // What agents get has the form of their protocol: an error of UCP, or of JSON-RPC.
    const sentence = problem.content ?? problem.error?.message
    if (headers.get('content-type') === 'application/json' && typeof sentence === 'string' && sentence !== '') return
  } catch {}
  report('every error is a problem document', `${status} ${headers.get('content-type')} ${text.slice(0, 300)}`)
}

function checkAgainst(
  { kind, method, id, allowed, schema }: Sent,
  response: RawResponse,
  checksBodies: boolean,
  report: Report,
): void {
  const { status, headers, body } = response
  if (!allowed!.includes(status))
    report(
      'every request gets a right status',
      `${kind}: ${status}, not ${allowed!.join(' or ')}: ${body.toString('utf8', 0, 300)}`,
    )
  if (id !== undefined && headers.get('x-request-id') !== id)
    report('answers come in the order of the requests', `${kind}: ${headers.get('x-request-id')}, not ${id}`)
  if (method === 'HEAD' && body.length > 0) report('the answer to a HEAD has no body', kind)
  if (!checksBodies || schema === undefined || status !== 200 || headers.has('content-encoding')) return
  const value = JSON.parse(body.toString('utf8'))
  if (Value.Check(COMPONENTS, Type.Ref(schema as ComponentName), value)) return
  const [error] = Value.Errors(COMPONENTS, Type.Ref(schema as ComponentName), value)
  report('every 200 has its documented schema', `${kind}: ${schema} ${error?.instancePath} ${error?.message}`)
}
