import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FollowerState } from '@vitrine/follow/follower-state'
import { temporaryFolder } from '../temporary.ts'

test('only its user can read the state of a follower', { skip: process.platform === 'win32' && 'no modes' }, () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'state.db')
  const mode = () => statSync(path).mode & 0o777
  {
    using state = new FollowerState(path, 'shop', ['https://shop.example'])
    state.note({ publication: 'p1', at: 1 })
    assert.equal(mode(), 0o600)
  }
  using again = new FollowerState(path, 'shop', ['https://shop.example'])
  assert.deepEqual([again.delivered, mode()], [{ publication: 'p1', at: 1 }, 0o600])
})
