import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Machine, thisMachine } from './report.ts'
import type { Spread } from './spread.ts'

/** Raise it when files of before cannot be compared with new ones. */
const VERSION = 1

/** What is measured, and how often. */
export type Settings = {
  products: number
  seed: number
  /** New servers. */
  rounds: number
  /** Turns with each server. */
  turns: number
  /** Requests in a turn. */
  requests: number
  imports: number
}

/** Processor time in microseconds, beside what nothing can be cheaper than. `share` is how much of it that is. */
export type Cost = { name: string; micros: number; least: number; share: Spread }
export type Size = { name: string; megabytes: Spread }

/** A run of the fixed set: one file in `bench/results/`. */
export type Result = {
  version: number
  commit: string
  date: string
  machine: Machine
  settings: Settings
  /** What readers should know of the run. */
  note: string
  /** A request, beside the same bytes from a bare server. */
  requests: Cost[]
  /** A product, beside import-limit.ts. */
  imports: Cost[]
  sizes: Size[]
}

export const ROOT = resolve(import.meta.dirname, '../..')
export const RESULTS = join(ROOT, 'bench/results')

export function newResult(
  settings: Settings,
  figures: Pick<Result, 'requests' | 'imports' | 'sizes'>,
  note = '',
): Result {
  return {
    version: VERSION,
    commit: currentCommit(),
    date: new Date().toISOString(),
    machine: thisMachine(),
    settings,
    note,
    ...figures,
  }
}

/** Writes the result into the folder, and returns the path of its file. */
export function writeResult(folder: string, result: Result): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${result.date.slice(0, 19).replaceAll(':', '')}-${result.commit.replace('+', '')}.json`)
  writeFileSync(file, `${JSON.stringify(result, rounded, 2)}\n`)
  return file
}

/** Throws an error that names the file if it is no result of this version. */
export function readResult(file: string): Result {
  let result: Partial<Result>
  try {
    result = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} is no result of a measurement: ${(error as Error).message}`)
  }
  if (result?.version !== VERSION) {
    const version = result?.version ?? 'no version'
    throw new Error(
      `${file} has version ${version}, not ${VERSION}; "npm run bench" writes a file that can be compared`,
    )
  }
  return result as Result
}

/** The newest result of a folder: of a machine with the same processor, if there is one. */
export function newestResult(folder: string, machine?: Machine): { file: string; result: Result } {
  const results = globSync('*.json', { cwd: folder })
    .map((name) => ({ file: join(folder, name), result: readResult(join(folder, name)) }))
    .sort((a, b) => b.result.date.localeCompare(a.result.date))
  const newest = results.find(({ result }) => result.machine.processor === machine?.processor) ?? results[0]
  if (newest === undefined) throw new Error(`${folder} has no result to compare with; "npm run bench" writes one`)
  return newest
}

/** The commit of this checkout, with a plus sign if its packages differ from it. */
function currentCommit(): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', ROOT, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const changes = git('status', '--porcelain', '--', 'packages').length > 0 ? '+' : ''
    return `${git('rev-parse', '--short=8', 'HEAD').toString().trim()}${changes}`
  } catch {
    return 'unknown'
  }
}

/** Four digits tell a hundredth of any figure. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
