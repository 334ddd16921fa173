// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { lines, SHIRT, WorkingDirectory } from './vitrine.ts'

const { error, stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' })
const skip = error || !stdout.includes('util-linux') ? '`script` of util-linux is not installed' : false

describe('on a terminal', { skip }, () => {
  test('vitrine import draws a progress bar', async () => {
    using place = new WorkingDirectory()
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT]))
    const { code, output } = await onTerminal(place, 'import catalog.ndjson --store a --create')
    assert.equal(code, 0)
    assert.match(output, /\rreading catalog\.ndjson {2}\[=+\] +100% {2}0:00 left {2}1 product/)
    assert.match(output, /\rpublishing the edition\x1b\[K/)
    assert.match(output, /\r\x1b\[K(?:\w+: [^\r]*\r\n)+created +1\r\n/)
  })

  test('vitrine store remove asks, and n cancels', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const { code, output } = await onTerminal(place, 'store remove a', 'n\r')
    assert.equal(code, 1)
    assert.match(output, /Remove store a \("The store a"\) and its 0 products\? \[y\/N\] /)
    assert.match(output, /vitrine: nothing was removed/)
    assert.equal((await place.run(['store', 'show', 'a'])).code, 0)
  })

  test('vitrine store remove asks, and y confirms', async () => {
    using place = await new WorkingDirectory().withStore('a')
    assert.equal((await onTerminal(place, 'store remove a', 'y\r')).code, 0)
    assert.equal((await place.run(['store', 'show', 'a'])).code, 1)
  })

  test('vitrine rollback asks before it empties a store', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    const { code, output } = await onTerminal(place, 'rollback a', 'n\r')
    assert.equal(code, 1)
    assert.match(output, /Edition 0 is empty\. Go back to it from edition 1 with 1 product\? \[y\/N\] /)
    assert.match(output, /vitrine: nothing was changed/)
    const confirmed = await onTerminal(place, 'rollback a', 'y\r')
    assert.equal(confirmed.code, 0)
    assert.match(confirmed.output, /store a is at edition 0 again/)
  })

  test('vitrine serve logs readable text', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const { code, output } = await onTerminal(place, 'serve --port 0 --metrics-port 0', '\x03', /serving at http/)
    assert.equal(code, 0)
    assert.match(output, /INFO.*serving at http:\/\/127\.0\.0\.1:\d+; metrics and health at http/)
    assert.match(output, /SIGINT: finishing open requests/)
  })
})

/** Runs a command on a pseudo-terminal. Types `keys` when the output matches `after`. */
async function onTerminal(place: WorkingDirectory, command: string, keys = '', after = /\[y\/N\] /) {
  const running = place.onTerminal(command)
  if (keys !== '') {
    await running.waitFor(after)
    running.child.stdin!.write(keys)
  }
  const { code, stdout } = await running.waitForExit()
  return { code, output: stdout }
}
