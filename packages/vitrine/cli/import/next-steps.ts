import type { ColumnGuess } from '@vitrine/catalog/stream/converter'
import { publicName } from '@vitrine/engine/database/open'
import { DEFAULT_DATABASE } from '../options.ts'
import { shellWord } from '../shell-word.ts'
import type { ImportOptions } from './import-options.ts'
import type { ImportReport } from './report/import-report.ts'
import { settingsFindings, storeFindings } from './report/report-text.ts'

/** The next steps after an import, the most important first. */
export function nextSteps({ sources, options, report, guess }: EndedImport): readonly NextStep[] {
  const again = (...flags: string[]) => importCommand(sources, options, flags)
  if (!report || report.outcome === 'refused') {
    if (guess && !report && isRefused(guess, options)) return guessSteps(guess, again)
    const skips = report && report.limit === null && !options.skipInvalid && report.skipped < report.submitted
    if (skips)
      return [
        { sentence: 'Import the products without problems.', commands: [again('--skip-invalid')] },
        { sentence: 'Or correct the file, and import it again.', commands: [again()] },
      ]
    if (report?.limit == null) return [{ sentence: 'Correct what is wrong, and import again.', commands: [again()] }]
    const flags = flagsThatAllow(report.limit)
    const approve = [commandLine(['approve', report.store], options), again()]
    return [
      ...(flags.length > 0 ? [{ sentence: 'If it is the right file, allow it.', commands: [again(...flags)] }] : []),
      ...(report.refusal
        ? [{ sentence: 'If what is lost is right, approve exactly that, once.', commands: approve }]
        : []),
    ]
  }
  const findings = [...storeFindings(report), ...settingsFindings(report)].map((sentence) => ({ sentence }))
  if (report.outcome === 'tried') return [{ sentence: 'Import it.', commands: [again()] }, ...findings]
  if (report.outcome === 'held') return [...heldSteps(report, options), ...findings]
  const serve = { sentence: 'Serve it.', commands: [commandLine(['serve'], options)] }
  const rollback = commandLine(['rollback', report.store], options)
  const isFirst = report.outcome === 'unchanged' || report.stored === 0
  return [serve, ...findings, ...(isFirst ? [] : [{ sentence: 'Take it back.', commands: [rollback] }])]
}

/** What to do after an import: a sentence, in which commands stand between backticks, and commands to paste. */
export interface NextStep {
  readonly sentence: string
  readonly commands?: readonly string[]
}

/** An import that has ended. */
export interface EndedImport {
  /** The files, or the address of the server. */
  readonly sources: readonly string[]
  readonly options: ImportOptions
  /** undefined if the file could not be read to its end. */
  readonly report: ImportReport | undefined
  /** What the columns of a table of no known format probably are. */
  readonly guess?: ColumnGuess | undefined
}

function heldSteps({ store, edition }: ImportReport, options: ImportOptions): readonly NextStep[] {
  const number = String(edition.number)
  const serve = ['serve', '--edition', number, '--default-store', store, '--port', '3001']
  return [
    { sentence: 'Look at it.', commands: [commandLine(serve, options)] },
    { sentence: 'Publish it.', commands: [commandLine(['publish', store, number], options)] },
    { sentence: 'Or give it up.', commands: [commandLine(['editions', store, '--discard', number], options)] },
  ]
}

function isRefused({ missing, doubts, isNamed }: ColumnGuess, { yes, dryRun }: ImportOptions): boolean {
  return missing !== undefined || !(doubts.length === 0 || isNamed || yes || dryRun)
}

function guessSteps({ missing }: ColumnGuess, again: (...flags: string[]) => string): readonly NextStep[] {
  const commands = [again('--write-columns', 'columns.json'), again('--columns', 'columns.json')]
  return [
    ...(missing === undefined
      ? [{ sentence: 'If the columns are right, import the file.', commands: [again('--yes')] }]
      : []),
    { sentence: 'If they are not, write them to a file, edit it, and import with that.', commands },
  ]
}

/** The command that imports the sources with the same options but `--dry-run` and `--report`, and with more. */
export function importCommand(
  sources: readonly string[],
  options: ImportOptions,
  more: readonly string[] = [],
): string {
  const {
    store,
    only,
    market,
    format,
    html,
    header = [],
    headerFile,
    maxLeftOut,
    maxRemoved,
    maxNew,
    maxLost,
  } = options
  const { create, replace, skipInvalid, changeSource, hold, yes, name, encoding, sheet, columns } = options
  const percent = (value: number | undefined) => (value === undefined ? undefined : `${value}%`)
  const values = {
    ...{ create, name, replace, only: only?.join(','), market, 'skip-invalid': skipInvalid },
    ...{ 'max-left-out': percent(maxLeftOut), 'max-removed': percent(maxRemoved), 'max-new': percent(maxNew) },
    ...{ 'max-lost': percent(maxLost) },
    ...{ 'change-source': changeSource, format, encoding, sheet, columns, yes, html },
    ...{
      'header-file': headerFile?.path,
      'remote-store': options.remoteStore,
      'remote-market': options.remoteMarket,
      'remote-shop': options.remoteShop,
      hold,
    },
  }
  const flags = Object.entries(values).flatMap(([flag, value]) => {
    const isRepeated = value === undefined || value === false || more.includes(`--${flag}`)
    return isRepeated ? [] : value === true ? [`--${flag}`] : [`--${flag}`, value]
  })
  // The value of a header may be a password.
  const headers = header.flatMap(([name]) => ['--header', `${name}: …`])
  return commandLine(['import', ...sources, '--store', store, ...flags, ...headers, ...more], options)
}

/** A command as a shell takes it, on the same database, whose password it does not have. */
export function commandLine(
  words: readonly string[],
  { database }: Pick<ImportOptions, 'database'> = { database: DEFAULT_DATABASE },
): string {
  const flag = database === DEFAULT_DATABASE ? [] : ['--database', publicName(database)]
  return ['vitrine', ...words, ...flag].map(shellWord).join(' ')
}

/** The options in a sentence such as “…; --max-new 100% --change-source allow it”. */
function flagsThatAllow(limit: string): readonly string[] {
  const [, flags] = /((?:--[a-z-]+ (?:\d+% )?)+)allows? it$/.exec(limit) ?? []
  return flags?.trim().split(' ') ?? []
}
