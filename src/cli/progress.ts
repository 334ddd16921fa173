import { counted, grouped } from './print.ts'

/** How far an import is, for whoever waits for it. */
export interface Progress {
  /** A step begins. */
  step(name: string): void
  /** The reading went on: so many bytes and products in all. */
  read(bytes: number, products: number): void
  /** Something to say in between. */
  say(line: string): void
  /** There is no more to tell. */
  end(): void
}

/** Progress on standard error: a bar where somebody watches, else one line a step. `size`: how many bytes there are to read, if known. */
export function progressFor(stream: NodeJS.WriteStream, size: number | undefined): Progress {
  return stream.isTTY ? new Bar(stream, size) : new Lines(stream, size)
}

const REDRAW_MILLISECONDS = 100
const LINE_MILLISECONDS = 10_000

class Bar implements Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #size: number | undefined
  readonly #started = performance.now()
  #drawn = -REDRAW_MILLISECONDS
  #step = ''

  constructor(stream: NodeJS.WriteStream, size: number | undefined) {
    this.#stream = stream
    this.#size = size
  }

  step(name: string): void {
    this.#step = name
    this.#draw(name)
  }

  read(bytes: number, products: number): void {
    const now = performance.now()
    if (now - this.#drawn < REDRAW_MILLISECONDS) return
    this.#drawn = now
    this.#draw([this.#step, ...this.#share(bytes), ...this.#pace(products)].join('  '))
  }

  say(line: string): void {
    this.end()
    this.#stream.write(`${line}\n`)
  }

  end(): void {
    this.#stream.write('\r\x1b[K')
  }

  *#share(bytes: number): Generator<string> {
    if (!this.#size) return
    const share = Math.min(1, bytes / this.#size)
    yield `${bar(share)} ${percent(share).padStart(4)}`
    if (share > 0) yield `${clock((this.#seconds() / share) * (1 - share))} left`
  }

  *#pace(products: number): Generator<string> {
    yield counted(products, 'product')
    yield `${grouped(Math.round(products / this.#seconds()))}/s`
  }

  #seconds(): number {
    return (performance.now() - this.#started) / 1000
  }

  #draw(text: string): void {
    this.#stream.write(`\r${text.slice(0, (this.#stream.columns || 80) - 1)}\x1b[K`)
  }
}

class Lines implements Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #size: number | undefined
  #said = performance.now()

  constructor(stream: NodeJS.WriteStream, size: number | undefined) {
    this.#stream = stream
    this.#size = size
  }

  step(name: string): void {
    this.say(name)
  }

  read(bytes: number, products: number): void {
    if (performance.now() - this.#said < LINE_MILLISECONDS) return
    const share = this.#size ? `, ${percent(Math.min(1, bytes / this.#size))} of the file` : ''
    this.say(`read ${counted(products, 'product')}${share}`)
  }

  say(line: string): void {
    this.#said = performance.now()
    this.#stream.write(`${line}\n`)
  }

  end(): void {}
}

const WIDTH = 16

function bar(share: number): string {
  return `[${'='.repeat(Math.round(share * WIDTH)).padEnd(WIDTH)}]`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}

/** Seconds as 1:05, or 1:01:05. */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [first, ...rest] = parts[0] ? parts : parts.slice(1)
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}
