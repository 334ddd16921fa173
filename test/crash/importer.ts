import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { olderNode } from '../cli/older-node.ts'

/** The steps of an import. It prints the name of each step except the first. */
export const STEPS = ['starting', 'reading', 'updating the search index', 'sorting', 'publishing'] as const
export type Step = (typeof STEPS)[number]

/** An interruption of an import, some milliseconds after a step began. */
export interface Interruption {
  readonly step: Step
  /** Milliseconds after the start of the step. */
  readonly after: number
  readonly interrupt: (importer: ChildProcess) => Promise<void> | void
}

export interface ImportOutcome {
  readonly failed: boolean
  /** Milliseconds that each step took, for the steps that began. */
  readonly durations: ReadonlyMap<Step, number>
}

export interface ImportCommand {
  readonly file: string
  readonly database: string
  readonly store: string
  readonly replace: boolean
  readonly hold?: boolean
  /** Whether the process that is started only launches the importer. */
  readonly isLaunched?: boolean
}

const PROGRAM = resolve(import.meta.dirname, '../../packages/vitrine/bin/vitrine.js')

/** Runs `vitrine import` in a process of its own. Throws if it fails without an interruption. */
export async function runImporter(
  command: ImportCommand,
  interruption: Interruption | undefined,
): Promise<ImportOutcome> {
  const { file, database, store, replace, hold = false, isLaunched = false } = command
  const allowed = replace ? ['--replace', '--max-removed', '100%'] : ['--max-new', '100%']
  // Random catalogs change in any way.
  const any = [...allowed, '--max-lost', '100%']
  const options = ['--store', store, '--database', database, ...any, ...(hold ? ['--hold'] : [])]
  // The size of a pipe is unknown, so the importer writes SQLite in a worker thread, as it does for large files.
  const child = spawn(process.execPath, [PROGRAM, 'import', '-', ...options], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...(isLaunched ? olderNode() : {}) },
  })
  pipeline(createReadStream(file), child.stdin).catch(() => {})
  // The importer has these streams too, so this waits for its end.
  const closed = once(child, 'close')
  const ended = new AbortController()
  let interrupted: Promise<void> | undefined
  const starts = new Map<Step, number>()
  const begin = (step: Step): void => {
    starts.set(step, performance.now())
    if (step !== interruption?.step) return
    pause(interruption.after, undefined, ended).then(
      () => {
        interrupted = Promise.resolve(interruption.interrupt(child))
      },
      () => {},
    )
  }
  begin('starting')
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
    for (const step of STEPS) {
      const name = hold && step === 'publishing' ? 'holding' : step
      if (!starts.has(step) && output.includes(name)) begin(step)
    }
  })
  const [code, signal] = (await closed) as [number | null, string | null]
  ended.abort()
  await interrupted
  if (!interrupted && code !== 0) throw new Error(`the import failed with ${code ?? signal}: ${output}`)
  return { failed: code !== 0, durations: durations(starts, performance.now()) }
}

/** Runs `vitrine publish`, interrupts it after so many milliseconds, and returns whether it failed. */
export async function runPublisher(
  { database, store, edition }: Pick<ImportCommand, 'database' | 'store'> & { readonly edition: number },
  after: number | undefined,
  interrupt: Interruption['interrupt'],
): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, 'publish', store, String(edition), '--database', database], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = once(child, 'close')
  const ended = new AbortController()
  const interrupted =
    after === undefined
      ? undefined
      : pause(after, undefined, ended).then(
          () => interrupt(child),
          () => {},
        )
  const [code] = await closed
  ended.abort()
  await interrupted
  return code !== 0
}

function durations(starts: ReadonlyMap<Step, number>, end: number): Map<Step, number> {
  const steps = [...starts]
  return new Map(steps.map(([step, at], index) => [step, (steps[index + 1]?.[1] ?? end) - at]))
}
