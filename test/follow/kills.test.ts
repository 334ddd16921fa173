// Complete run only: it kills followers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { numberInName } from '@vitrine/engine/edition/publication-name'
import { SeededRandom } from '../crash/seeded-random.ts'
import { SHARED_DATABASES } from '../database/databases.ts'
import { cases } from '../quick.ts'
import { SEED } from '../seed.ts'
import { FollowedShop, SECRET } from './followed-shop.ts'
import { of, type Received, Receiver } from './receiver.ts'

/** Where a follower is killed: before or after its event is answered, or after so many milliseconds. */
const POINTS = ['before the answer', 'after the answer', 'at random'] as const

for (const { database, open, skip } of SHARED_DATABASES)
  describe(`a follower with ${database}`, { skip }, () => {
    test('that is killed again and again loses no publication', async () => {
      const random = new SeededRandom(SEED)
      await using shop = await FollowedShop.open(open)
      await using receiver = await Receiver.start(SECRET)
      const accepted: Received[] = []
      for (let round = 0; round < cases({ quick: 6, complete: 20 }); round++) {
        const point = random.oneOf(POINTS)
        const following = shop.follow(receiver)
        const kill = () => following.child.kill('SIGKILL')
        receiver.answer = (received) => {
          if (point === 'before the answer') {
            kill()
            return 'none'
          }
          accepted.push(received)
          if (point === 'after the answer') setImmediate(kill)
          return [204]
        }
        const before = receiver.received.length
        for (let count = 0; count < 1 + random.next() * 3; count++) await shop.publish()
        if (point === 'at random') await pause(random.next() * 3000).then(kill)
        else await receiver.waitForCount(before + 1)
        await following.waitForExit()
      }
      receiver.answer = (received) => {
        accepted.push(received)
        return [204]
      }
      const last = await shop.publish()
      shop.follow(receiver)
      await receiver.waitFor(of(last))
      assert.deepEqual(receiver.refused, [])
      assert.equal(firstMissing(accepted), numberInName(last)! + 1)
    })
  })

/** The number of the first publication that no event up to its own has told of. Fails if an event leaves a gap. */
function firstMissing(accepted: readonly Received[]): number {
  let next = 1
  for (const { event } of accepted) {
    const { previous, publication } = event.data
    const from = previous === null ? 1 : numberInName(previous)! + 1
    assert.ok(from <= next, `${publication} tells of what changed since ${previous}, and ${next} is missing`)
    next = Math.max(next, numberInName(publication)! + 1)
  }
  return next
}
