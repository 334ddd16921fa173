import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { until } from '../database/until.ts'
import { lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

/** Opens a named pipe to write, once somebody reads it. */
async function openWriter(path: string): Promise<number> {
  let writer: number | undefined
  await until(() => {
    try {
      writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
    }
    return writer !== undefined
  })
  return writer!
}

async function withPipe(): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  execFileSync('mkfifo', [place.path('pipe')])
  return place
}

describe('vitrine import of a named pipe', { skip: process.platform === 'win32' && 'there are none' }, () => {
  test('reads it to its end', async () => {
    using place = await withPipe()
    const running = place.start(['import', 'pipe', '--store', 'a'])
    const writer = await openWriter(place.path('pipe'))
    writeSync(writer, lines([SHIRT, TEAPOT]))
    closeSync(writer)
    const { code, stdout } = await running.waitForExit()
    assert.deepEqual([code, /created +2\n/.test(stdout)], [0, true])
  })

  test('ends at a signal while it waits for more', async () => {
    using place = await withPipe()
    for (const [signal, exitCode] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const running = place.start(['import', 'pipe', '--store', 'a'])
      const writer = await openWriter(place.path('pipe'))
      writeSync(writer, lines([SHIRT]))
      running.child.kill(signal)
      const { code, stderr } = await running.waitForExit()
      closeSync(writer)
      assert.deepEqual([code, /interrupted; nothing was changed/.test(stderr)], [exitCode, true])
    }
  })
})

test('vitrine import refuses sockets and devices', { skip: process.platform === 'win32' }, async () => {
  using place = await new WorkingDirectory().withStore('a')
  const server = createServer().listen(place.path('socket'))
  try {
    for (const [path, kind] of [
      ['socket', 'socket'],
      ['/dev/zero', 'device'],
      ['/dev/null', 'device'],
    ] as const) {
      const { code, stderr } = await place.run(['import', path, '--store', 'a'])
      assert.deepEqual([code, stderr.includes(`${path} is a ${kind}; expected a catalog file`)], [1, true], path)
    }
  } finally {
    server.close()
  }
})
