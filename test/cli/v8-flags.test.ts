import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import { test } from 'node:test'
import { putRequestsFirst } from '../../packages/vitrine/cli/v8-flags.ts'

const THREADS = '/proc/self/task'
const skip = process.platform === 'linux' ? false : 'only Linux lists the threads of a process'

test('the helper threads of V8 yield to requests where no processor is spare, and only there', { skip }, () => {
  const own = getPriority()
  putRequestsFirst(availableParallelism() - 1)
  assert.deepEqual([...new Set(prioritiesOfHelpers())], [own])
  putRequestsFirst(availableParallelism())
  assert.deepEqual([...new Set(prioritiesOfHelpers())], [Math.min(own + 10, 19)])
  assert.equal(getPriority(), own)
})

function prioritiesOfHelpers(): number[] {
  const helpers = readdirSync(THREADS).filter((id) =>
    readFileSync(`${THREADS}/${id}/comm`, 'utf8').includes('V8Worker'),
  )
  return helpers.map((id) => getPriority(Number(id)))
}
