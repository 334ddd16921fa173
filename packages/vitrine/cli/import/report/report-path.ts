import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError, cannotWrite, UsageError } from '../../errors.ts'
import type { ImportOptions } from '../import-options.ts'

/** Whether the file of `--report` is a page. Otherwise it has JSON lines. */
export function isPagePath(path: string): boolean {
  return /\.html?$/i.test(path)
}

/**
 * Throws `UsageError` if the file of `--report` is one that the import reads or writes, and `CommandError` if a page
 * could not be written, so that an import does not find that out at its end.
 */
export function checkReportPath(
  sources: readonly string[],
  { report, columns, writeColumns, database }: ImportOptions,
): void {
  if (report === undefined) return
  const others = [
    ...sources.map((path) => [path, 'the catalog itself'] as const),
    ...[columns, writeColumns].map((path) => [path, 'the file of the columns'] as const),
    [database, 'the database'] as const,
  ]
  for (const [path, what] of others)
    if (path !== undefined && path !== '-' && isSameFile(path, report))
      throw new UsageError(`--report ${report} is ${what}, which it would replace; name another file`)
  if (!isPagePath(report)) return
  try {
    accessSync(dirname(report), constants.W_OK)
  } catch (error) {
    throw cannotWrite(`the report to ${report}`, error as Error)
  }
  if (statSync(report, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`cannot write the report to ${report}: it is a folder; name a file`)
}

function isSameFile(one: string, other: string): boolean {
  if (resolve(one) === resolve(other)) return true
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return (
    first !== undefined &&
    second !== undefined &&
    first.isFile() &&
    first.ino === second.ino &&
    first.dev === second.dev
  )
}
