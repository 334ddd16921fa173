import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../temporary.ts'

/** The path of Chromium, or undefined if it is not installed. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders, '/usr/bin'].map((folder) => join(folder, 'chromium')).find((path) => existsSync(path))
}

/** A headless browser, controlled over the DevTools protocol. */
export interface Browser extends AsyncDisposable {
  /** Opens a page in a tab of its own. */
  open(url: string, display?: Display): Promise<BrowserPage>
}

/** How a page is shown. */
export interface Display {
  /** Of the window, in CSS pixels. A phone has 390. */
  readonly width?: number
  /** Whether the page's own scripts run. */
  readonly scripts?: boolean
}

export interface BrowserPage extends Disposable {
  /** The URLs of all requests of the page. */
  readonly requests: readonly string[]
  /** Console messages at level error, and uncaught exceptions. */
  readonly errors: readonly string[]
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Waits until the expression is true. */
  until(expression: string): Promise<void>
}

const PATIENCE = 30_000

export async function openBrowser(chromium: string): Promise<Browser> {
  const profile = temporaryFolder()
  const browser = spawn(
    chromium,
    ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'].concat(
      ['--disable-background-networking', '--disable-component-update', '--disable-extensions', '--disable-sync'],
      ['--remote-debugging-port=0', `--user-data-dir=${profile.path}`, 'about:blank'],
    ),
    { stdio: 'ignore' },
  )
  const address = await debuggingAddress(profile.path)
  return {
    open: (url, display) => openPage(address, url, display),
    async [Symbol.asyncDispose]() {
      await end(browser)
      profile[Symbol.dispose]()
    },
  }
}

async function openPage(address: string, url: string, display: Display = {}): Promise<BrowserPage> {
  const { width = 1280, scripts = true } = display
  const response = await fetch(`${address}/json/new?about:blank`, { method: 'PUT' })
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string }
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  const session = new Session(socket)
  for (const domain of ['Network', 'Runtime', 'Log', 'Page']) await session.call(`${domain}.enable`)
  const screen = { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 }
  await session.call('Emulation.setDeviceMetricsOverride', screen)
  await session.call('Emulation.setScriptExecutionDisabled', { value: !scripts })
  await session.call('Page.navigate', { url })
  return {
    requests: session.requests,
    errors: session.errors,
    evaluate: (expression) => session.evaluate(expression),
    until: (expression) => session.until(expression),
    [Symbol.dispose]: () => socket.close(),
  }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly request?: { readonly url: string }
    readonly entry?: { readonly level: string; readonly text: string; readonly url?: string }
    readonly exceptionDetails?: { readonly text: string }
  }
  readonly result?: { readonly result?: { readonly value?: unknown } }
}

class Session {
  readonly requests: string[] = []
  readonly errors: string[] = []
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  #calls = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))))
  }

  call(method: string, params: object = {}): Promise<Message> {
    const id = ++this.#calls
    this.#socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    return result?.result?.value
  }

  async until(expression: string): Promise<void> {
    for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await pause(100)) {
      if (await this.evaluate(`Boolean(${expression})`)) return
    }
    throw new Error(`the page never came to ${expression}`)
  }

  #receive({ id, method, params, ...rest }: Message): void {
    if (id !== undefined) this.#waiting.get(id)?.({ id, ...rest })
    if (method === 'Network.requestWillBeSent') this.requests.push(params!.request!.url)
    if (method === 'Log.entryAdded' && params!.entry!.level === 'error') {
      this.errors.push(`${params!.entry!.text} ${params!.entry!.url ?? ''}`)
    }
    if (method === 'Runtime.exceptionThrown') this.errors.push(params!.exceptionDetails!.text)
  }
}

/** The address of the browser's debugger, once it listens. */
async function debuggingAddress(profile: string): Promise<string> {
  const file = join(profile, 'DevToolsActivePort')
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await pause(50)) {
    const port = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : undefined
    if (port) return `http://127.0.0.1:${port}`
  }
  throw new Error('chromium did not start')
}

async function end(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null) return
  const exit = once(browser, 'exit')
  browser.kill('SIGTERM')
  const patience = setTimeout(() => browser.kill('SIGKILL'), 3000)
  await exit
  clearTimeout(patience)
}
