import assert from 'node:assert/strict'
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A shop that a program serves. Disposing ends it. */
export interface RunningShop extends AsyncDisposable {
  readonly url: string
  status(path: string): Promise<number>
  /** The page at a path, without the comments that frameworks write between texts. */
  text(path: string): Promise<string>
}

/** Starts a program that serves a shop on a free port, and waits until it prints its address. */
export async function startShop(args: readonly string[], options: SpawnOptions): Promise<RunningShop> {
  const env = { ...options.env, HOST: '127.0.0.1', PORT: '0' }
  const child = spawn(process.execPath, args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const url = await new Promise<string>((started, failed) => {
    for (const output of [child.stdout!, child.stderr!])
      output.setEncoding('utf8').on('data', (text) => {
        printed += text
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)
        if (address) started(address[0])
      })
    child.once('exit', () => failed(new Error(`the shop ended:\n${printed}`)))
  })
  return {
    url,
    status: async (path) => (await fetch(url + path)).status,
    async text(path) {
      const response = await fetch(url + path)
      assert.equal(response.status, 200, `${path}:\n${printed}`)
      return (await response.text()).replaceAll(/<!--.*?-->/g, '')
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
