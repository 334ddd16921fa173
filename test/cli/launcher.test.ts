// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { until } from '../database/until.ts'
import { olderNode } from './older-node.ts'
import { type Running, SHIRT, WorkingDirectory } from './vitrine.ts'

const SERVE = ['serve', '--port', '0', '--metrics-port', '0']

/** The process that the launcher has started. */
function startedBy({ child: { pid } }: Running): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
}

function refuses(url: string): Promise<boolean> {
  return fetch(`${url}/livez`).then(
    () => false,
    () => true,
  )
}

describe('with an older Node', { skip: process.platform !== 'linux' && 'reads /proc' }, () => {
  for (const workers of ['1', '2']) {
    test(`a server with ${workers} workers ends when its launcher is killed`, async () => {
      using place = await new WorkingDirectory().withStore('a', [SHIRT])
      const server = place.start([...SERVE, '--workers', workers], olderNode())
      const [, url] = await server.waitFor(/serving at (http:\/\/[^;"]+)/)
      assert.notEqual(startedBy(server), 0)
      assert.ok(!(await refuses(url!)))
      server.child.kill('SIGKILL')
      // The server has its output too, so this waits for its end.
      await server.waitForExit()
      await until(() => refuses(url!))
    })
  }

  test('a server whose event loop is blocked ends when its launcher is killed', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    const block = "process.on('SIGWINCH', () => { console.log('blocked'); for (;;); })"
    const server = place.start(SERVE, olderNode(block))
    await server.waitFor(/serving at/)
    process.kill(startedBy(server), 'SIGWINCH')
    await server.waitFor(/^blocked/m)
    server.child.kill('SIGKILL')
    await server.waitForExit()
  })

  test('a server ends with the exit code of its shutdown', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    const server = place.start(SERVE, olderNode())
    await server.waitFor(/serving at/)
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 0)
  })

  test('an import reads standard input', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const { code, stdout } = await place.run(['import', '-', '--store', 'a'], olderNode(), JSON.stringify(SHIRT))
    assert.equal(code, 0)
    assert.match(stdout, /store a is now at edition 1: 1 product/)
  })
})
