import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATABASES } from '../database/databases.ts'
import { startTestServer } from '../database/test-server.ts'
import { cases } from '../quick.ts'
import { SEED } from '../seed.ts'
import { runCopyHistory } from './copy-history.ts'

for (const { database, open, skip } of DATABASES)
  test(`a copy of a catalog in ${database} that follows what changed is one that reads everything`, {
    skip,
    timeout: 600_000,
  }, async () => {
    await using opened = await open()
    await using server = await startTestServer(opened.editions)
    const histories = cases({ quick: 10, complete: database === 'postgres' ? 15 : 60 })
    let [replays, changes] = [0, 0]
    for (let history = 0; history < histories; history++) {
      const figures = await runCopyHistory(opened, server, { seed: SEED * 1000 + history, steps: 12 })
      replays += figures.replays
      changes += figures.changes
    }
    assert.ok(replays > 10 * histories && changes > replays, `${replays} replays, ${changes} changes`)
  })
