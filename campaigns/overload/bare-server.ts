import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/postgres/daemon.ts'

/** A server of Node without any code of ours, in a process of its own. It refuses every request. */
export interface BareServer extends Disposable {
  readonly url: string
  readonly child: ChildProcess
}

const SCRIPT = fileURLToPath(new URL('bare-server-process.ts', import.meta.url))

export async function startBareServer(): Promise<BareServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [SCRIPT, String(port)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, child, [Symbol.dispose]: () => child.kill() }
}
