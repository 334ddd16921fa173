// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { serve } from '../cli/served-shop.ts'
import { getJson, WorkingDirectory } from '../cli/vitrine.ts'
import { SHARED_DATABASES, SQLITE } from '../database/databases.ts'
import { until } from '../database/until.ts'
import { storeNamed } from '../loading.ts'
import { A, FollowedShop, SECRET } from './followed-shop.ts'
import { of, Receiver } from './receiver.ts'

for (const { database, open, skip } of SHARED_DATABASES) {
  describe(`vitrine follow with ${database}`, { skip }, () => {
    test('delivers what is published, and after a pause all of it as one event', async () => {
      await using shop = await FollowedShop.open(open)
      await using receiver = await Receiver.start(SECRET)
      const first = await shop.publish()
      const following = shop.follow(receiver)
      const { event, headers } = await receiver.waitFor(of(first))
      assert.equal(headers['webhook-id'], `a::${first}`)
      assert.deepEqual([event.type, event.data.previous, event.data.changes], ['catalog.published', null, null])
      const second = await shop.publish()
      const { data } = (await receiver.waitFor(of(second))).event
      assert.deepEqual([data.previous, data.products.changed], [first, 1])
      await following.waitFor(new RegExp(`${second} was delivered`))

      following.child.kill('SIGTERM')
      assert.equal((await following.waitForExit()).code, 0)
      await shop.publish()
      const last = await shop.publish()
      const again = shop.follow(receiver)
      const { previous } = (await receiver.waitFor(of(last))).event.data
      assert.equal(previous, second)
      assert.equal(receiver.received.length, 3)
      assert.deepEqual(receiver.refused, [])
      await again.waitFor(new RegExp(`the last publication that was delivered is ${second}`))
    })

    test('delivers again what failed, with the same id', async () => {
      await using shop = await FollowedShop.open(open)
      await using receiver = await Receiver.start(SECRET)
      receiver.answer = (_, number) => (number === 0 ? [503, { 'retry-after': '6' }] : [204])
      const first = await shop.publish()
      const following = shop.follow(receiver)
      await following.waitFor(/was not delivered to \S+: answered 503; the next attempt is in [67] s/)
      const second = await receiver.waitForCount(2)
      assert.equal(second.headers['webhook-id'], receiver.received[0]!.headers['webhook-id'])
      const [one, two] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
      assert.ok(two! - one! >= 5)
      assert.equal(second.event.data.publication, first)
      assert.deepEqual(receiver.refused, [])
    })
  })
}

describe('vitrine follow', { skip: SQLITE.skip }, () => {
  test('waits for a receiver that is down', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    const gone = await Receiver.start(SECRET)
    const { port, url } = gone
    await gone[Symbol.asyncDispose]()
    await shop.publish()
    const following = shop.follow({ url })
    await following.waitFor(/was not delivered to http:\/\/127\.0\.0\.1:\d+: no connection: connect ECONNREFUSED/)
    await using receiver = await Receiver.start(SECRET, port)
    const last = await shop.publish()
    await receiver.waitFor(of(last))
    assert.equal(receiver.received[0]!.event.data.previous, null)
  })

  test('waits until all servers answer from a publication, and for no later one', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    await using receiver = await Receiver.start(SECRET)
    shop.follow(receiver, '--delay', '3s')
    let isOver = false
    const publishing = async () => {
      while (!isOver) await shop.publish()
    }
    const published = publishing()
    const { headers, event } = await receiver.waitForCount(1)
    isOver = true
    await published
    assert.ok(Number(headers['webhook-timestamp']) * 1000 - Date.parse(event.timestamp) > 1900)
  })

  test('ends with exit code 3 after a 410, and loses nothing', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    await using receiver = await Receiver.start(SECRET)
    receiver.answer = () => [410]
    const first = await shop.publish()
    const following = shop.follow(receiver)
    const { code, stdout } = await following.waitForExit()
    assert.equal(code, 3)
    assert.match(stdout, /answered 410 Gone: it wants no more events; follow ends/)
    receiver.answer = () => [204]
    shop.follow(receiver)
    await receiver.waitForCount(2)
    assert.equal(receiver.received[1]!.event.data.publication, first)
  })

  test('ends at once at a signal, while the receiver is silent and while a command runs', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    await using receiver = await Receiver.start(SECRET)
    receiver.answer = () => 'none'
    await shop.publish()
    const following = shop.follow(receiver)
    await receiver.waitForCount(1)
    following.child.kill('SIGTERM')
    assert.equal((await following.waitForExit()).code, 0)

    const command = `sh -c 'echo begun; exec sleep 600'`
    const running = shop.start('--exec', command, '--state', 'exec.db')
    await running.waitFor(/^begun$/m)
    running.child.kill('SIGINT')
    // The end of the output is the end of the command, which has it too.
    assert.equal((await running.waitForExit()).code, 0)
  })

  test('runs a command for each event', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    const first = await shop.publish()
    shop.start('--exec', `sh -c 'cat >> out'`, '--state', 'exec.db')
    const lines = () => {
      try {
        return readFileSync(shop.place.path('out'), 'utf8').trim().split('\n')
      } catch {
        return []
      }
    }
    await until(() => lines().length === 1 && lines()[0]!.endsWith('}'))
    const second = await shop.publish()
    await until(() => lines().length === 2 && lines()[1]!.endsWith('}'))
    const events = lines().map((line) => JSON.parse(line).data)
    assert.deepEqual([events[0].publication, events[1].publication], [first, second])
    assert.equal(events[1].previous, first)
  })

  test('names the path at which a server lists the changes', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    await using receiver = await Receiver.start(SECRET)
    const { url } = await serve(shop.place, ['--database', shop.opened.reader])
    const first = await shop.publish()
    shop.follow(receiver)
    await receiver.waitFor(of(first))
    const second = await shop.publish()
    const { changes } = (await receiver.waitFor(of(second))).event.data
    const { status, body } = await getJson(url + changes)
    const { from, to, totalItems } = body.meta
    assert.deepEqual([status, from, to, totalItems], [200, first, second, 1])
  })

  test('keeps apart two attempts by the time of --at-most, also of two runs', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    await using receiver = await Receiver.start(SECRET)
    const first = await shop.publish()
    const following = shop.follow(receiver, '--at-most', '3s')
    await following.waitFor(new RegExp(`${first} was delivered`))
    following.child.kill('SIGKILL')
    await following.waitForExit()
    const last = await shop.publish()
    shop.follow(receiver, '--at-most', '3s')
    await receiver.waitFor(of(last))
    const [one, two] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    assert.ok(two! - one! >= 2)
    assert.equal(receiver.received.length, 2)
  })

  test('goes on while the store is away', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    await using receiver = await Receiver.start(SECRET)
    const first = await shop.publish()
    const following = shop.follow(receiver)
    await following.waitFor(new RegExp(`${first} was delivered`))
    await shop.opened.catalogs.removeStore(A.id)
    await following.waitFor(/the log of publications cannot be read: this store does not exist/)
    await shop.opened.catalogs.addStore(A)
    const other = await shop.publish()
    const { data } = (await receiver.waitFor(of(other))).event
    assert.deepEqual([data.previous, data.changes], [null, null])
    await following.waitFor(/the log of publications can be read again/)
  })

  test('refuses a state that is in use, of another store or target, or no state', async () => {
    await using shop = await FollowedShop.open(SQLITE.open)
    await shop.opened.catalogs.addStore(storeNamed('b'))
    await using receiver = await Receiver.start(SECRET)
    const following = shop.follow(receiver)
    await following.waitFor(/nothing was delivered yet/)
    const refusal = async (...options: string[]) => {
      const { code, stderr } = await shop.start(...options).waitForExit()
      return [code, stderr.trim().replace(/^vitrine: /, '')]
    }
    const webhook = (url: string) => ['--webhook', url, '--secret-file', 'secret', '--state', 'state.db']
    assert.deepEqual(await refusal(...webhook(receiver.url)), [1, 'another `vitrine follow` uses state.db'])
    following.child.kill('SIGKILL')
    await following.waitForExit()
    const belongs = (whose: string) =>
      `state.db belongs to a follower of ${whose}; name a file for each follower. ` +
      'If you delete it, the first event will say that everything may have changed'
    assert.deepEqual(await refusal(...webhook(`${receiver.url}/other`)), [1, belongs('another target')])
    assert.deepEqual(await refusal('--exec', 'cat', '--state', 'state.db'), [1, belongs('another target')])
    assert.deepEqual(await refusal(...webhook(receiver.url), '--store', 'b'), [1, belongs('store a')])
    const exec = ['--exec', 'cat', '--state']
    assert.deepEqual(await refusal(...exec, shop.opened.address), [1, `${shop.opened.address} is another database`])
    const unusable = (path: string, reason: string) => [1, `the state ${path} cannot be used: ${reason}`]
    assert.deepEqual(await refusal(...exec, 'secret'), unusable('secret', 'it is a file of another kind'))
    assert.deepEqual(await refusal(...exec, 'no/state.db'), unusable('no/state.db', 'unable to open database file'))
    assert.equal(readFileSync(shop.place.path('secret'), 'utf8'), SECRET)
  })

  test('refuses wrong options', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const refusal = async (...options: string[]) => {
      const { code, stderr } = await place.run(['follow', '--store', 'a', ...options])
      return [code, stderr.trim().replace(/^vitrine: /, '')]
    }
    const state = ['--state', 'state.db']
    assert.deepEqual(await refusal(...state), [2, 'name either --webhook or --exec'])
    const both = ['--webhook', 'http://a.example', '--exec', 'cat']
    assert.deepEqual(await refusal(...state, ...both), [2, 'name either --webhook or --exec'])
    const noSecret = '--webhook requires --secret-file, with the secret that signs events'
    assert.deepEqual(await refusal(...state, '--webhook', 'http://a.example'), [2, noSecret])
    const unused = '--secret-file can be used only with --webhook'
    assert.deepEqual(await refusal(...state, '--exec', 'cat', '--secret-file', 'x'), [2, unused])
    const missing = 'file none does not exist; expected a file with a secret of the webhook'
    const webhook = ['--webhook', 'http://a.example', '--secret-file', 'none']
    assert.deepEqual(await refusal(...state, ...webhook), [1, missing])
    for (const url of ['ftp://a.example', 'a.example', 'http://me:pass@a.example'])
      assert.equal((await refusal(...state, '--webhook', url))[0], 2)
    assert.equal((await refusal(...state, '--exec', "it's"))[0], 2)
    assert.match(String((await refusal('--exec', 'cat'))[1]), /^required option '--state <file>' not specified/)
    assert.match(String((await refusal(...state, '--exec', 'cat', '--store', 'b'))[1]), /^store b does not exist/)
  })
})
