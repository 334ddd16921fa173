import { escapeControls, formatNumber, quantity } from './terminal-text.ts'

/** Shows how far an import is. */
export interface Progress {
  /** A new step begins. */
  step(name: string): void
  /** Total bytes and products so far. */
  read(bytes: number, products: number): void
  /** How much of the bytes has been read, 0 to 1; undefined if their number is not known. */
  readonly shareRead?: number | undefined
  /** Prints a line. */
  say(line: string): void
  end(): void
}

/** A progress bar on a terminal, otherwise lines. `size` is the number of bytes to read, if it is known. */
export function createProgress(stream: NodeJS.WriteStream, size: number | undefined): Progress {
  const shown = stream.isTTY ? progressBar(stream, size) : progressLines(stream, size)
  let bytesRead = 0
  return {
    ...shown,
    read(bytes, products) {
      bytesRead = bytes
      shown.read(bytes, products)
    },
    get shareRead() {
      return size ? Math.min(1, bytesRead / size) : undefined
    },
  }
}

type Shown = Omit<Progress, 'shareRead'>

const REDRAW_MILLISECONDS = 100
const LINE_MILLISECONDS = 10_000

function progressBar(stream: NodeJS.WriteStream, size: number | undefined): Shown {
  const startedAt = performance.now()
  let drawnAt = -REDRAW_MILLISECONDS
  let currentStep = ''
  const draw = (text: string) => stream.write(`\r${text.slice(0, (stream.columns || 80) - 1)}\x1b[K`)
  const end = () => stream.write('\r\x1b[K')
  return {
    step(name) {
      currentStep = escapeControls(name)
      draw(currentStep)
    },
    read(bytes, products) {
      const now = performance.now()
      if (now - drawnAt < REDRAW_MILLISECONDS) return
      drawnAt = now
      const seconds = (now - startedAt) / 1000
      const parts = [currentStep]
      if (size) {
        const share = Math.min(1, bytes / size)
        parts.push(`${bar(share)} ${percent(share).padStart(4)}`)
        if (share > 0) parts.push(`${formatDuration((seconds / share) * (1 - share))} left`)
      }
      parts.push(quantity(products, 'product'), `${formatNumber(Math.round(products / seconds))}/s`)
      draw(parts.join('  '))
    },
    say(line) {
      end()
      stream.write(`${escapeControls(line)}\n`)
    },
    end,
  }
}

function progressLines(stream: NodeJS.WriteStream, size: number | undefined): Shown {
  let printedAt = performance.now()
  const say = (line: string) => {
    printedAt = performance.now()
    stream.write(`${escapeControls(line)}\n`)
  }
  return {
    step: say,
    read(bytes, products) {
      if (performance.now() - printedAt < LINE_MILLISECONDS) return
      const share = size ? `, ${percent(Math.min(1, bytes / size))} of the file` : ''
      say(`read ${quantity(products, 'product')}${share}`)
    },
    say,
    end() {},
  }
}

const BAR_WIDTH = 16

function bar(share: number): string {
  return `[${'='.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH)}]`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}

/** Seconds as 1:05 or 1:01:05. */
function formatDuration(seconds: number): string {
  const total = Math.round(seconds)
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60]
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const start = hours > 0 ? `${hours}:${twoDigits(minutes)}` : String(minutes)
  return `${start}:${twoDigits(total % 60)}`
}
