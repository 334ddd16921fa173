import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { openCatalogs } from '@vitrine/engine/database/open'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

const PROGRAM = resolve(import.meta.dirname, '../../packages/vitrine/bin/vitrine.js')

/** A test fails if a command takes longer. Far more than a busy machine needs. */
const TIMEOUT_MILLISECONDS = 90_000

/** The exit code and the output of a command; the code is null if a signal ended it. */
export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A temporary working directory for commands, without the environment variables that Vitrine reads. */
export class WorkingDirectory implements Disposable {
  readonly #folder = temporaryFolder()
  readonly #running = new Set<Running>()

  /** Creates a store in the default database without running a command. */
  async withStore(id: string, products: readonly unknown[] = []): Promise<this> {
    await using catalogs = await openCatalogs(this.path('data/vitrine.db'), 'create')
    await catalogs.addStore(storeNamed(id))
    if (products.length > 0) await load(catalogs, storeNamed(id).id, products)
    return this
  }

  path(name: string): string {
    return join(this.#folder.path, name)
  }

  /** Runs a command to its end. `input` is its standard input. */
  async run(
    args: readonly string[],
    env: Record<string, string> = {},
    input: string | Uint8Array = '',
  ): Promise<CommandResult> {
    const running = this.start(args, env)
    running.child.stdin!.on('error', () => {}).end(input)
    return await running.waitForExit()
  }

  /** Starts a command with an open standard input. Disposing kills it. */
  start(args: readonly string[], env: Record<string, string> = {}): Running {
    const running = new Running(
      spawn(process.execPath, [PROGRAM, ...args], { cwd: this.#folder.path, env: { ...cleanEnvironment(), ...env } }),
    )
    this.#running.add(running)
    return running
  }

  /** Runs a command line as a shell takes it: `vitrine import 'a list.csv'`. */
  async inShell(line: string): Promise<CommandResult> {
    const script = line.replace(/^vitrine /, `exec '${process.execPath}' '${PROGRAM}' `)
    const running = new Running(
      spawn('sh', ['-c', script], {
        cwd: this.#folder.path,
        env: cleanEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    this.#running.add(running)
    return await running.waitForExit()
  }

  /**
   * Starts a command on a pseudo-terminal, made by `script` of util-linux. `stdout` has both outputs. `exec` replaces
   * the shell, since a shell such as dash would end at Ctrl-C and hide the exit code of the command.
   */
  onTerminal(command: string): Running {
    const line = `exec '${process.execPath}' '${PROGRAM}' ${command}`
    const script = ['--quiet', '--return', '--flush', '--command', line, '/dev/null']
    const running = new Running(spawn('script', script, { cwd: this.#folder.path, env: cleanEnvironment() }))
    this.#running.add(running)
    return running
  }

  /**
   * Starts a command whose standard output is a pipe. The reader takes one line, then ends or, until `stdin` ends, reads
   * nothing more. `stderr` has that line, `pid` and the process id of the command, and finally `code` and its exit code.
   */
  piped(args: readonly string[], reader: 'ends' | 'stops'): Running {
    // `cat` waits for the end of `stdin`, and holds the pipe as descriptor 4.
    const stop = reader === 'stops' ? 'cat 4<&0 <&3' : ''
    const script = `exec 3<&0
      { "$@" & echo "pid $!" >&2; wait $!; echo "code $?" >&2; } | { head -n 1 >&2; ${stop}
      }`
    const line = ['-c', script, 'sh', process.execPath, PROGRAM, ...args]
    const running = new Running(spawn('sh', line, { cwd: this.#folder.path, env: cleanEnvironment() }))
    this.#running.add(running)
    return running
  }

  [Symbol.dispose](): void {
    for (const { child } of this.#running) child.kill('SIGKILL')
    this.#folder[Symbol.dispose]()
  }
}

/** A running command. */
export class Running {
  stdout = ''
  stderr = ''
  readonly child: ChildProcess
  readonly #closed: Promise<unknown>
  #isClosed = false

  constructor(child: ChildProcess) {
    this.child = child
    this.#closed = once(child, 'close').then(() => {
      this.#isClosed = true
    })
    child.stdout!.setEncoding('utf8').on('data', (text) => {
      this.stdout += text
    })
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      this.stderr += text
    })
  }

  /** Waits until the output matches and returns the match. Throws if the command ends before. */
  async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    const deadline = performance.now() + TIMEOUT_MILLISECONDS
    for (;;) {
      // Read first: a command that has ended may leave output that is not read yet.
      const isOver = this.#isClosed || performance.now() > deadline
      const match = pattern.exec(`${this.stdout}\n${this.stderr}`)
      if (match) return match
      if (isOver) throw new Error(`the output does not match ${pattern}:\n${this.stdout}\n${this.stderr}`)
      await new Promise((resume) => setTimeout(resume, 10))
    }
  }

  /** Waits until the command has ended. Throws if it does not end. */
  async waitForExit(): Promise<CommandResult> {
    let isLate = false
    const timeout = setTimeout(() => {
      isLate = true
      this.child.kill('SIGKILL')
    }, TIMEOUT_MILLISECONDS)
    await this.#closed
    clearTimeout(timeout)
    if (isLate) {
      const command = this.child.spawnargs.join(' ')
      throw new Error(`${command} did not end within ${TIMEOUT_MILLISECONDS / 1000} s:\n${this.stdout}\n${this.stderr}`)
    }
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr }
  }
}

/** The environment without the variables of Vitrine and Node, so that no test uses a real database. */
export function cleanEnvironment(): Record<string, string | undefined> {
  // Without the certificates that the machine trusts, npm reaches no registry.
  const ours = /^(VITRINE_|NODE_(?!EXTRA_CA_CERTS))|^(DATABASE_URL|DEBUG|NO_COLOR)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

/** Products in the native format, one a line. */
export function lines(products: readonly unknown[]): string {
  return products.map((product) => `${JSON.stringify(product)}\n`).join('')
}

export const SHIRT = {
  name: 'Red Shirt',
  slug: 'red-shirt',
  externalId: 'gid://shop/Product/7',
  labelValues: ['Shirts'],
  variants: [
    { sku: 'RS-S', externalId: '71', price: '19.90', stock: 3, productOptions: { color: 'red', size: 's' } },
    { sku: 'RS-M', price: '21.00', productOptions: { color: 'red', size: 'm' } },
  ],
}

export const TEAPOT = {
  name: 'Théière 茶壺',
  description: 'For tea',
  slug: 'teapot',
  files: [{ priority: 0, file: { path: 'https://img.example/teapot.jpg' } }],
  variants: [{ sku: 'T', price: '40.00', taxRate: { name: 'Reduced', rate: 7, isDefault: false } }],
}

/** A product with two problems. */
export const BROKEN = { name: '', variants: [{ sku: 'B', price: -5 }] }

/** Sends a GET request and parses the JSON of the response. */
export async function getJson(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  // biome-ignore lint/suspicious/noExplicitAny: tests know the shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
