import { spawn } from 'node:child_process'
import { type CatalogEvent, DeliveryFailed, type Target } from './target.ts'

/**
 * Runs a command for each event, with the body of the event as its standard input and the tags in the variable
 * `VITRINE_TAGS`, with spaces between them. What it prints goes to standard error. No shell interprets it.
 */
export class Command implements Target {
  readonly name: string
  readonly #program: string
  readonly #args: readonly string[]
  readonly #timeout: number

  /** `timeout` is how many milliseconds the command may take. */
  constructor([program = '', ...args]: readonly string[], timeout = TIMEOUT) {
    this.name = program
    this.#program = program
    this.#args = args
    this.#timeout = timeout
  }

  async deliver({ body, tags }: CatalogEvent, signal: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const child = spawn(this.#program, this.#args, {
      // A group of its own, so that the programs that it starts end with it.
      detached: true,
      stdio: ['pipe', 2, 2],
      env: { ...process.env, VITRINE_TAGS: tags.join(' ') },
    })
    const kill = (reason: NodeJS.Signals) => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, reason)
    }
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      kill('SIGKILL')
    }, this.#timeout)
    const stop = () => kill('SIGTERM')
    signal.addEventListener('abort', stop)
    child.on('error', ({ message }) => ended.reject(new DeliveryFailed(`cannot be run: ${message}`)))
    child.on('exit', (code, endedBy) => {
      if (code === 0) ended.resolve()
      else if (isLate) ended.reject(new DeliveryFailed(`was killed: it took more than ${this.#timeout / 1000} s`))
      else ended.reject(new DeliveryFailed(code === null ? `ended by ${endedBy}` : `ended with exit code ${code}`))
    })
    // A command need not read the event.
    child.stdin?.on('error', () => {}).end(`${body}\n`)
    try {
      await ended.promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Milliseconds. A command that rebuilds a website takes minutes. */
const TIMEOUT = 15 * 60_000

/**
 * The program and the arguments of a line: words with spaces between them, in single or double quotation marks where
 * they have spaces. Undefined if there is no word, or a quotation mark is not closed.
 */
export function wordsOfCommand(line: string): readonly string[] | undefined {
  if (!/^(?:"[^"]*"|'[^']*'|[^"'])*$/.test(line)) return undefined
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^"'\s])+/g)
  return words?.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}
