import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import axe from 'axe-core'
import { chromium as driver, type Page, type Browser as PlaywrightBrowser } from 'playwright-core'

/** The path of Chromium, or undefined if it is not installed. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders, '/usr/bin'].map((folder) => join(folder, 'chromium')).find((path) => existsSync(path))
}

/** A headless browser. */
export interface Browser extends AsyncDisposable {
  /** Opens a page with cookies and storage of its own. */
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
  /** The page of Playwright. */
  readonly page: Page
  /** The URLs of all requests of the page. */
  readonly requests: readonly string[]
  /** Console messages at level error, and uncaught exceptions. */
  readonly errors: readonly string[]
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** The rules of axe that the page breaks, of WCAG 2.2 AA and of good practice, with the elements that break them. */
  violations(): Promise<string[]>
  /** Waits until the expression is true. */
  until(expression: string): Promise<void>
}

const PATIENCE = 90_000

export async function openBrowser(executablePath: string): Promise<Browser> {
  const browser = await driver.launch({
    executablePath,
    timeout: PATIENCE,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return {
    open: (url, display) => openPage(browser, url, display),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function openPage(browser: PlaywrightBrowser, url: string, display: Display = {}): Promise<BrowserPage> {
  const { width = 1280, scripts = true } = display
  const isMobile = width < 600
  const screen = { viewport: { width, height: 900 }, isMobile, hasTouch: isMobile }
  const context = await browser.newContext({ ...screen, javaScriptEnabled: scripts })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => {
    // Chromium says so of a navigation that it had no time to animate. Shoppers see the page without the animation.
    if (!/^InvalidStateError: Transition was aborted/.test(String(error))) errors.push(String(error))
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(url)
  return {
    page,
    requests,
    errors,
    evaluate: (expression) => page.evaluate(expression),
    violations: () => violationsOf(page),
    until: (expression) => until(page, expression),
    [Symbol.dispose]: () => void context.close().catch(() => {}),
  }
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Polls from outside, because a page without scripts has no timers. */
async function until(page: Page, expression: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await pause(50)) {
    if (await page.evaluate(`Boolean(${expression})`)) return
  }
  throw new Error(`the page never came to ${expression}`)
}
