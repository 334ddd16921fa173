import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** What an importer does, one after the other; it says so itself, but for the first. */
export const STEPS = ['starting', 'reading', 'merging postings', 'sorting', 'publishing'] as const
export type Step = (typeof STEPS)[number]

/** What is done to an import, so many milliseconds after a step began. */
export interface Blow {
  readonly step: Step
  readonly after: number
  readonly strike: (importer: ChildProcess) => Promise<void> | void
}

/** What became of an importer. */
export interface Ending {
  readonly failed: boolean
  /** How many milliseconds each step took, as far as they went. */
  readonly took: ReadonlyMap<Step, number>
}

export interface ImportCommand {
  readonly file: string
  readonly database: string
  readonly store: string
  readonly replace: boolean
}

const PROGRAM = resolve(import.meta.dirname, '../../bin/vitrine.js')

/** Runs `vitrine import` in a process of its own, and strikes at it, if that is asked for. It may only fail then. */
export async function runImporter(command: ImportCommand, blow: Blow | undefined): Promise<Ending> {
  const { file, database, store, replace } = command
  const options = ['--store', store, '--database', database, ...(replace ? ['--replace'] : [])]
  // What comes through a pipe may be large: SQLite is then written by a thread of its own.
  const child = spawn(process.execPath, [PROGRAM, 'import', '-', ...options], { stdio: ['pipe', 'ignore', 'pipe'] })
  pipeline(createReadStream(file), child.stdin).catch(() => {})
  const closed = once(child, 'close')
  const over = new AbortController()
  let struck: Promise<void> | undefined
  const began = new Map<Step, number>()
  const begin = (step: Step): void => {
    began.set(step, performance.now())
    if (step !== blow?.step) return
    pause(blow.after, undefined, over).then(
      () => {
        struck = Promise.resolve(blow.strike(child))
      },
      () => {},
    )
  }
  begin('starting')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    for (const step of STEPS) if (!began.has(step) && said.includes(step)) begin(step)
  })
  const [code, signal] = (await closed) as [number | null, string | null]
  over.abort()
  await struck
  if (!struck && code !== 0) throw new Error(`the import failed with ${code ?? signal}: ${said}`)
  return { failed: code !== 0, took: durations(began, performance.now()) }
}

function durations(began: ReadonlyMap<Step, number>, ended: number): Map<Step, number> {
  const steps = [...began]
  return new Map(steps.map(([step, at], index) => [step, (steps[index + 1]?.[1] ?? ended) - at]))
}
