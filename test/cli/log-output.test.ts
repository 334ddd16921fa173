import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LogOutput } from '../../packages/vitrine/cli/log-output.ts'
import { until } from '../database/until.ts'
import { temporaryFolder } from '../temporary.ts'

const LINE = `${'x'.repeat(99)}\n`

/** Both ends of a pipe on disk. Neither end waits for the other. */
function openPipe(folder: string): { readonly reader: number; readonly writer: number } {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return { reader, writer: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) }
}

function noLoss(): never {
  throw new Error('a line was lost')
}

test('the log writes all lines in their order', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'log')
  const file = openSync(path, 'w')
  const output = new LogOutput(file, noLoss)
  const lines = Array.from({ length: 5000 }, (_, number) => `line ${number}\n`)
  for (const line of lines) output.write(line)
  // `flush` gives up on a slow disk.
  await until(async () => {
    await output.flush()
    return statSync(path).size >= lines.join('').length
  })
  closeSync(file)
  assert.equal(readFileSync(path, 'utf8'), lines.join(''))
})

test('the log does not wait for a reader that takes nothing, and says later how many lines it lost', async () => {
  using folder = temporaryFolder()
  const { reader, writer } = openPipe(folder.path)
  let lost = 0
  const output = new LogOutput(writer, (lines) => {
    lost += lines
  })
  const written = 200_000
  for (let line = 0; line < written; line++) output.write(LINE)
  await output.flush()
  let bytes = 0
  const buffer = Buffer.alloc(1_000_000)
  while (bytes / LINE.length + lost < written) {
    try {
      bytes += readSync(reader, buffer)
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN')
    }
    await new Promise((resume) => setTimeout(resume, 1))
  }
  assert.ok(lost > 0)
  assert.equal(bytes / LINE.length + lost, written)
  for (const end of [reader, writer]) closeSync(end)
})

test('the log goes on without a word after its reader has ended', async () => {
  using folder = temporaryFolder()
  const { reader, writer } = openPipe(folder.path)
  const output = new LogOutput(writer, noLoss)
  closeSync(reader)
  for (let line = 0; line < 10; line++) {
    output.write(LINE)
    await output.flush()
  }
  closeSync(writer)
})

test('the lines of several processes do not mix on a pipe', async () => {
  using folder = temporaryFolder()
  const { reader, writer } = openPipe(folder.path)
  const outputs = ['a', 'b'].map((letter) => ({
    line: `${letter.repeat(299)}\n`,
    output: new LogOutput(writer, noLoss, true),
  }))
  const count = 3000
  for (let written = 0; written < count; written++) for (const { output, line } of outputs) output.write(line)
  const buffer = Buffer.alloc(5000)
  let received = ''
  while (received.length < count * 600) {
    try {
      received += buffer.toString('latin1', 0, readSync(reader, buffer))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN')
    }
    await new Promise((resume) => setImmediate(resume))
  }
  assert.deepEqual(
    received.split('\n').filter((line) => line !== '' && !/^(a{299}|b{299})$/.test(line)),
    [],
  )
  for (const end of [reader, writer]) closeSync(end)
})
