import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { openCatalogs } from '../../src/database/open.ts'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

const PROGRAM = resolve(import.meta.dirname, '../../bin/vitrine.js')

/** How long a command may take here before a test gives up. */
const PATIENCE = 20_000

/** How a command ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder to run commands in, as an operator does, with nothing of our own environment that Vitrine looks at. */
export class Workplace implements Disposable {
  readonly #folder = temporaryFolder()
  readonly #running = new Set<Running>()

  /** Makes a store in the default database, the fast way. */
  async withStore(id: string, products: readonly unknown[] = []): Promise<this> {
    await using catalogs = await openCatalogs(this.path('data/vitrine.db'), 'make')
    await catalogs.addStore(storeNamed(id))
    if (products.length > 0) await load(catalogs, storeNamed(id).id, products)
    return this
  }

  path(name: string): string {
    return join(this.#folder.path, name)
  }

  /** Runs a command to its end. `input` is its standard input; without it, that is empty. */
  async run(
    args: readonly string[],
    env: Record<string, string> = {},
    input: string | Uint8Array = '',
  ): Promise<Ended> {
    const running = this.start(args, env)
    running.child.stdin!.on('error', () => {}).end(input)
    return await running.ended()
  }

  /** Starts a command that goes on until it is told to end, or until its standard input does. */
  start(args: readonly string[], env: Record<string, string> = {}): Running {
    const running = new Running(
      spawn(process.execPath, [PROGRAM, ...args], { cwd: this.#folder.path, env: { ...surroundings(), ...env } }),
    )
    this.#running.add(running)
    return running
  }

  /**
   * Starts a command on a terminal of its own, which `script` of util-linux makes. Both of its outputs are `stdout`. The
   * shell makes way for it: one that waits would be ended by Ctrl-C itself, as dash is, and hide how the command ended.
   */
  onTerminal(command: string): Running {
    const line = `exec '${process.execPath}' '${PROGRAM}' ${command}`
    const script = ['--quiet', '--return', '--flush', '--command', line, '/dev/null']
    const running = new Running(spawn('script', script, { cwd: this.#folder.path, env: surroundings() }))
    this.#running.add(running)
    return running
  }

  [Symbol.dispose](): void {
    for (const { child } of this.#running) child.kill('SIGKILL')
    this.#folder[Symbol.dispose]()
  }
}

/** A command on its way. */
export class Running {
  stdout = ''
  stderr = ''
  readonly child: ChildProcess
  readonly #closed: Promise<unknown>

  constructor(child: ChildProcess) {
    this.child = child
    this.#closed = once(child, 'close')
    child.stdout!.setEncoding('utf8').on('data', (text) => {
      this.stdout += text
    })
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      this.stderr += text
    })
  }

  /** Waits until the command has printed what matches, and gives the match. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    const deadline = performance.now() + PATIENCE
    for (;;) {
      const match = pattern.exec(`${this.stdout}\n${this.stderr}`)
      if (match) return match
      const over = this.child.exitCode !== null || this.child.signalCode !== null || performance.now() > deadline
      if (over) throw new Error(`never said ${pattern}, but:\n${this.stdout}\n${this.stderr}`)
      await new Promise((resume) => setTimeout(resume, 10))
    }
  }

  async ended(): Promise<Ended> {
    const patience = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE)
    await this.#closed
    clearTimeout(patience)
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr }
  }
}

/** The environment, without what Vitrine and Node look at there: a test must not meet a real database. */
export function surroundings(): Record<string, string | undefined> {
  const ours = /^(VITRINE_|NODE_)|^(DATABASE_URL|DEBUG|NO_COLOR)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

/** Products in the native format, one a line. */
export function lines(products: readonly unknown[]): string {
  return products.map((product) => `${JSON.stringify(product)}\n`).join('')
}

export const SHIRT = {
  name: 'Red Shirt',
  slug: 'red-shirt',
  labelValues: ['Shirts'],
  variants: [
    { sku: 'RS-S', price: '19.90', stock: 3, productOptions: { color: 'red', size: 's' } },
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

/** A product with two things wrong. */
export const BROKEN = { name: '', variants: [{ sku: 'B', price: -5 }] }

/** What the server answers to a GET, as JSON. */
export async function getJson(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they expect it to be
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
