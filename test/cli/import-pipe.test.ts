// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { until } from '../database/until.ts'
import { BROKEN, lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

const NO_PIPES = process.platform === 'win32' && 'there are no named pipes'

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

describe('the columns of vitrine import', { skip: NO_PIPES }, () => {
  const args = ['import', 'jugs.csv', '--store', 'a', '--columns', 'pipe', '--yes']

  test('come from a named pipe, which it says that it reads', async () => {
    using place = await withPipe()
    writeFileSync(place.path('jugs.csv'), 'Nom,Tarif\nCruche,5\n')
    const running = place.start(args)
    await running.waitFor(/^reading the columns from pipe$/m)
    const writer = await openWriter(place.path('pipe'))
    writeSync(writer, '{"Nom": "name", "Tarif": "price"}')
    closeSync(writer)
    const { code, stdout } = await running.waitForExit()
    assert.deepEqual([code, /created +1\n/.test(stdout)], [0, true])
  })

  test('leave the wait for a named pipe at a signal, and at a mistake', async () => {
    using place = await withPipe()
    writeFileSync(place.path('jugs.csv'), 'Nom,Tarif\nCruche,5\n')
    const running = place.start(args)
    await running.waitFor(/^reading the columns from pipe$/m)
    running.child.kill('SIGINT')
    assert.equal((await running.waitForExit()).code, 130)
    // The catalog is a pipe that nobody writes to, and the file of columns does not exist.
    const { code, stderr } = await place.run(['import', 'pipe', '--store', 'a', '--columns', 'none.json'])
    const sentence = 'vitrine: file none.json does not exist; expected a JSON object that maps headers\n'
    assert.deepEqual([code, stderr], [1, sentence])
  })
})

describe('the report of vitrine import', { skip: NO_PIPES }, () => {
  const args = ['import', 'jugs.ndjson', '--store', 'a', '--skip-invalid', '--report', 'pipe']

  async function withBrokenFile(): Promise<WorkingDirectory> {
    const place = await withPipe()
    writeFileSync(place.path('jugs.ndjson'), lines([SHIRT, BROKEN]))
    return place
  }

  test('goes to a named pipe that somebody reads', async () => {
    using place = await withBrokenFile()
    const reader = spawn('cat', [place.path('pipe')], { stdio: ['ignore', 'pipe', 'inherit'] })
    // cat opens the pipe at its own time.
    const opened = openSync(place.path('pipe'), constants.O_WRONLY)
    const { code } = await place.run(args)
    closeSync(opened)
    assert.equal(code, 0)
    const problems = (await text(reader.stdout)).trim().split('\n')
    assert.deepEqual(
      problems.map((line) => JSON.parse(line).kind),
      ['problem', 'problem'],
    )
  })

  test('to a named pipe that nobody reads is refused', async () => {
    using place = await withBrokenFile()
    const { code, stderr } = await place.run(args)
    const sentence =
      'vitrine: cannot write the report to pipe: it is a socket, or a pipe that nobody reads; start its reader first\n'
    assert.deepEqual([code, stderr], [1, sentence])
  })
})

describe('vitrine import of a named pipe', { skip: NO_PIPES }, () => {
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
