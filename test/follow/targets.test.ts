import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Command, wordsOfCommand } from '@vitrine/follow/command'
import { DeliveryFailed, TargetGone } from '@vitrine/follow/target'
import { Webhook, webhookSecrets } from '@vitrine/follow/webhook'
import { until } from '../database/until.ts'
import { temporaryFolder } from '../temporary.ts'
import { Receiver } from './receiver.ts'

const NEVER = new AbortController().signal
const EVENT = { id: 'a:1-x', publication: '1-x', tags: ['0a', '1b'], body: '{"type":"catalog.published"}' }

const secret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`

/** Waits for the failure, and returns its message and how long the target asks to wait. */
async function failureOf(delivery: Promise<void>): Promise<readonly [string, number]> {
  const error = await delivery.then(
    () => undefined,
    (error) => error,
  )
  assert.ok(error instanceof DeliveryFailed, String(error))
  return [error.message, error.retryAfter]
}

describe('a webhook', () => {
  test('is signed with each secret of the file, as it is at the time of the attempt', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'secrets')
    const [old, next, other] = [secret(24), secret(64), secret()]
    await using receiver = await Receiver.start(next)
    const webhook = new Webhook(receiver.url, file, 'vitrine/1')
    writeFileSync(file, `${old}\n\n${next}\n`)
    await webhook.deliver(EVENT, NEVER)
    const [{ headers, event }] = receiver.received as [(typeof receiver.received)[0]]
    assert.deepEqual(event, { type: 'catalog.published' })
    assert.equal(headers['webhook-id'], EVENT.id)
    assert.match(String(headers['webhook-signature']), /^v1,\S{44} v1,\S{44}$/)
    assert.equal(headers['content-type'], 'application/json')
    writeFileSync(file, other)
    assert.deepEqual(await failureOf(webhook.deliver(EVENT, NEVER)), ['answered 401', 0])
    assert.deepEqual(receiver.refused, ['No matching signature found'])
  })

  test('fails with another status than 2xx, and heeds Retry-After of 429 and 503', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'secrets')
    const key = secret()
    writeFileSync(file, key)
    await using receiver = await Receiver.start(key)
    await using elsewhere = await Receiver.start(key)
    const webhook = new Webhook(receiver.url, file, 'vitrine/1')
    const tried = async (...answer: [number, Record<string, string>?]) => {
      receiver.answer = () => answer
      return await failureOf(webhook.deliver(EVENT, NEVER))
    }
    assert.deepEqual(await tried(429, { 'retry-after': '90' }), ['answered 429', 90_000])
    const [, wait] = await tried(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })
    assert.ok(wait > 3_500_000 && wait <= 3_600_000, String(wait))
    assert.deepEqual(await tried(503, { 'retry-after': '9999999' }), ['answered 503', 3_600_000])
    assert.deepEqual(await tried(429, { 'retry-after': 'soon' }), ['answered 429', 0])
    assert.deepEqual(await tried(500, { 'retry-after': '90' }), ['answered 500', 0])
    for (const status of [301, 302, 303, 307, 308])
      assert.match((await tried(status, { location: elsewhere.url }))[0], /^answered 30\d; redirects are not followed/)
    assert.deepEqual(elsewhere.received, [])
    receiver.answer = () => [410]
    await assert.rejects(webhook.deliver(EVENT, NEVER), TargetGone)
    receiver.answer = () => [200]
    await webhook.deliver(EVENT, NEVER)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  })

  test('fails if the receiver is down or silent, and tells nothing of the address but its origin', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'secrets')
    const key = secret()
    writeFileSync(file, key)
    await using receiver = await Receiver.start(key)
    receiver.answer = () => 'none'
    const webhook = new Webhook(`${receiver.url}?token=x`, file, 'vitrine/1', 300)
    assert.deepEqual(await failureOf(webhook.deliver(EVENT, NEVER)), ['no answer within 0.3 s', 0])
    assert.equal(webhook.name, `http://127.0.0.1:${receiver.port}`)
    await receiver[Symbol.asyncDispose]()
    const [reason] = await failureOf(webhook.deliver(EVENT, NEVER))
    assert.match(reason, /^no connection: connect ECONNREFUSED 127/)
  })

  test('is verified by the example of the docs', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'secrets')
    const key = secret()
    writeFileSync(file, key)
    await using receiver = await Receiver.start(key)
    await new Webhook(receiver.url, file, 'vitrine/1').deliver({ ...EVENT, body: '{"data":{"tags":["0a"]}}' }, NEVER)
    const { headers, event } = receiver.received[0]!
    const docs = readFileSync(resolve(import.meta.dirname, '../../docs/following.md'), 'utf8')
    const example = /```js\n([\s\S]*?)```/.exec(docs)![1]!
    const code = example
      .replace("'standardwebhooks'", JSON.stringify(import.meta.resolve('standardwebhooks')))
      .replace('process.env.WEBHOOK_SECRET', JSON.stringify(key))
      .replace('refresh(', 'globalThis.refreshed(')
    writeFileSync(join(folder.path, 'route.mjs'), code)
    const { POST } = await import(pathToFileURL(join(folder.path, 'route.mjs')).href)
    const refreshed: unknown[] = []
    Object.assign(globalThis, { refreshed: (tags: unknown) => refreshed.push(tags) })
    const request = (body: string) =>
      new Request(receiver.url, { method: 'POST', headers: headers as Record<string, string>, body })
    assert.equal((await POST(request(JSON.stringify(event)))).status, 204)
    await assert.rejects(POST(request('{}')))
    assert.deepEqual(refreshed, [['0a']])
  })

  test('needs secrets of 24 to 64 bytes, and shows none that is wrong', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'secrets')
    const message = (text: string) => {
      writeFileSync(file, text)
      try {
        return webhookSecrets(file).length
      } catch (error) {
        return (error as Error).message.replace(file, 'FILE')
      }
    }
    assert.equal(message(`${secret(24)}\r\n${secret(64)}`), 2)
    const expected = 'expected whsec_ and the base64 of 24 to 64 random bytes'
    for (const wrong of [secret(23), secret(65), 'hunter2', 'whsec_'])
      assert.equal(message(`\n${wrong}`), `line 2 of FILE is not a secret; ${expected}`)
    assert.equal(message(' \n'), `FILE has no secret; ${expected}, one a line`)
  })
})

describe('a command', () => {
  test('gets the event as standard input and the tags in a variable', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'out')
    await new Command(['sh', '-c', 'cat > "$1"; printf %s "$VITRINE_TAGS" >> "$1"', 'sh', file]).deliver(EVENT, NEVER)
    assert.equal(readFileSync(file, 'utf8'), `${EVENT.body}\n0a 1b`)
  })

  test('need not read the event', async () => {
    await new Command(['true']).deliver({ ...EVENT, body: 'x'.repeat(1_000_000) }, NEVER)
  })

  test('fails with another exit code than 0, if it cannot be run, and if it takes too long', async () => {
    const failure = async (words: string[], timeout?: number) =>
      (await failureOf(new Command(words, timeout).deliver(EVENT, NEVER)))[0]
    assert.equal(await failure(['sh', '-c', 'exit 3']), 'ended with exit code 3')
    assert.equal(await failure(['sh', '-c', 'kill -9 $$']), 'ended by SIGKILL')
    assert.equal(await failure(['/no/such/program']), 'cannot be run: spawn /no/such/program ENOENT')
    assert.equal(await failure(['sleep', '600'], 300), 'was killed: it took more than 0.3 s')
  })

  test('ends with the programs that it started when the follower stops', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'pid')
    const stop = new AbortController()
    const script = 'sleep 600 & echo $! > "$1.new"; mv "$1.new" "$1"; wait'
    const delivery = new Command(['sh', '-c', script, 'sh', file]).deliver(EVENT, stop.signal)
    const failed = assert.rejects(delivery, /ended by SIGTERM/)
    await until(async () => existsSync(file))
    stop.abort()
    await failed
    const pid = Number(readFileSync(file, 'utf8'))
    // A zombie has no command line; `ps` would still list it.
    await until(async () => !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '')
  })

  test('is a line of words, with quotation marks around those with spaces', () => {
    assert.deepEqual(wordsOfCommand(' ./purge.sh  a'), ['./purge.sh', 'a'])
    assert.deepEqual(wordsOfCommand(`sh -c 'a "b" | c' --x="d e"`), ['sh', '-c', 'a "b" | c', '--x=d e'])
    assert.deepEqual(wordsOfCommand('$HOME "" *'), ['$HOME', '', '*'])
    for (const wrong of ['', '  ', "it's", 'say "a']) assert.equal(wordsOfCommand(wrong), undefined)
  })
})
