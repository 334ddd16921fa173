import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseRetryAfter } from '@vitrine/runtime/retry-after'
import { type CatalogEvent, DeliveryFailed, FollowError, type Target, TargetGone } from './target.ts'

/** Posts events to an address, as Standard Webhooks 1.0.0 says. */
export class Webhook implements Target {
  readonly name: string
  readonly #url: string
  readonly #secretFile: string
  readonly #userAgent: string
  readonly #timeout: number

  /** `timeout` is how many milliseconds an answer may take. */
  constructor(url: string, secretFile: string, userAgent: string, timeout = TIMEOUT) {
    this.name = new URL(url).origin
    this.#url = url
    this.#secretFile = secretFile
    this.#userAgent = userAgent
    this.#timeout = timeout
  }

  async deliver({ id, body }: CatalogEvent, signal: AbortSignal): Promise<void> {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const response = await this.#post(body, signal, {
      'content-type': 'application/json',
      'user-agent': this.#userAgent,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      // Read each time, so that secrets can be replaced while the process runs.
      'webhook-signature': signatures(`${id}.${timestamp}.${body}`, webhookSecrets(this.#secretFile)),
    })
    await response.body?.cancel().catch(() => {})
    const { status, ok } = response
    if (ok) return
    if (status === 410) throw new TargetGone(`${this.name} answered 410 Gone: it wants no more events`)
    if (status >= 300 && status < 400)
      throw new DeliveryFailed(`answered ${status}; redirects are not followed, so name the address that it leads to`)
    const isBusy = status === 429 || status === 503
    const pause = isBusy ? parseRetryAfter(response.headers.get('retry-after'), Date.now()) : undefined
    throw new DeliveryFailed(`answered ${status}`, Math.min(pause ?? 0, MAX_RETRY_AFTER))
  }

  async #post(body: string, signal: AbortSignal, headers: Record<string, string>): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#timeout)
    try {
      const ends = AbortSignal.any([signal, timeout])
      return await fetch(this.#url, { method: 'POST', headers, body, redirect: 'manual', signal: ends })
    } catch (error) {
      if (timeout.aborted) throw new DeliveryFailed(`no answer within ${this.#timeout / 1000} s`)
      const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      throw new DeliveryFailed(`no connection: ${message || code}`)
    }
  }
}

/** Milliseconds. */
const TIMEOUT = 20_000

/** Milliseconds. A receiver that asks for a longer pause is asked again after this. */
const MAX_RETRY_AFTER = 3_600_000

/** The keys of a file with secrets, `whsec_` and the base64 of a key, one a line. Throws `FollowError`. */
export function webhookSecrets(path: string): Buffer[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? `file ${path} does not exist` : `cannot read ${path}: ${message}`
    throw new FollowError(`${reason}; expected a file with a secret of the webhook`)
  }
  const lines = text.split('\n').map((line) => line.trim())
  const keys = lines.flatMap((line, index) => (line === '' ? [] : keyOf(line, `line ${index + 1} of ${path}`)))
  if (keys.length > 0) return keys
  throw new FollowError(`${path} has no secret; expected ${SECRET}, one a line`)
}

const SECRET = 'whsec_ and the base64 of 24 to 64 random bytes'

/** The line itself is not shown, because it may be a secret. */
function keyOf(line: string, place: string): Buffer {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
  const key = Buffer.from(text ?? '', 'base64')
  if (key.length >= 24 && key.length <= 64) return key
  throw new FollowError(`${place} is not a secret; expected ${SECRET}`)
}

/** One signature for each key, with spaces: the receiver needs to know one of the keys. */
function signatures(signed: string, keys: readonly Buffer[]): string {
  return keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' ')
}
