import { basename } from 'node:path'
import { CommandError, exitAfter } from '../errors.ts'
import { escapeControls } from '../terminal-text.ts'
import { writeOutput } from '../write-output.ts'
import { isAddress, shownSource } from './addresses.ts'
import { importFiles } from './import-file.ts'
import type { ImportOptions } from './import-options.ts'
import { type EndedImport, type NextStep, nextSteps } from './next-steps.ts'
import { type ImportReport, ReportBuilder } from './report/import-report.ts'
import { reportPage } from './report/report-page.ts'
import { checkReportPath, isPagePath } from './report/report-path.ts'
import { findings, refusal, summary } from './report/report-text.ts'

/**
 * Imports files, prints what was found, and writes it to the file of `--report`. Returns undefined if it only wrote the
 * file of `--write-columns`. Throws `CommandError` if the import was refused.
 */
export async function importAndReport(
  sources: readonly string[],
  options: ImportOptions,
  signal: AbortSignal,
  use?: PageUse,
): Promise<ImportReport | undefined> {
  checkReportPath(sources, options)
  using builder = new ReportBuilder(options.report)
  let report: ImportReport | undefined
  try {
    report = await importFiles(sources, options, builder, signal)
  } catch (error) {
    if (error instanceof CommandError)
      await usePage(builder, { sources, options, report: undefined }, error.message, use)
    throw error
  }
  if (!report) return undefined
  const reason = refusalOf(report, options)
  printReport(report, reason, options)
  await usePage(builder, { sources, options, report }, reason, use)
  if (reason !== undefined) throw new CommandError(reason)
  return report
}

/** What becomes of the report as a page, besides the file of `--report`. */
export interface PageUse {
  readonly onPage: (page: string) => void
  /** The next steps that the page names. */
  readonly stepsOf: (ended: EndedImport) => readonly NextStep[]
}

/** Prints the report, without the reason why it was refused. */
export function printReport(report: ImportReport, reason: string | undefined, { json }: ImportOptions): void {
  if (json) console.log(escapeControls(JSON.stringify(report)))
  else for (const line of findings(report)) console.error(line)
  if (!json && reason === undefined) console.log(summary(report))
}

/** Why the import was refused; undefined if it was not. */
export function refusalOf(report: ImportReport, { skipInvalid = false, only }: ImportOptions): string | undefined {
  return report.outcome === 'refused' ? refusal(report, skipInvalid, only ? 'row' : 'product') : undefined
}

/** Writes the report to the file of `--report` if that is a page. */
export async function usePage(
  { findings, details }: ReportBuilder,
  ended: EndedImport,
  refusal: string | undefined,
  use?: PageUse,
): Promise<void> {
  const { sources, options, report } = ended
  const path = options.report !== undefined && isPagePath(options.report) ? options.report : undefined
  if (path === undefined && !use) return
  const { stepsOf = nextSteps, onPage } = use ?? {}
  const page = reportPage({
    source: sources.map(nameOf).join(' and '),
    time: new Date(),
    isPatch: options.only !== undefined,
    findings,
    details,
    report,
    refusal,
    steps: stepsOf({ ...ended, guess: details.guess }),
  })
  onPage?.(page)
  if (path === undefined) return
  await writeOutput(oneText(page), path, true, new AbortController().signal).catch((error) => {
    // Why the import was refused is the error to end with.
    if (refusal === undefined) throw error
    console.error(escapeControls(`warning: ${exitAfter(error).message}`))
  })
}

function nameOf(source: string): string {
  if (source === '-') return 'standard input'
  return isAddress(source) ? shownSource(source) : basename(source)
}

async function* oneText(text: string): AsyncGenerator<string> {
  yield text
}
