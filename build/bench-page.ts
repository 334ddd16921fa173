/** Writes the tables of bench/README.md from the files in bench/results/: `npm run bench:page`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describeMachine, formatInteger, table } from '../bench/harness/report.ts'
import { newestResult, RESULTS, type Result, ROOT } from '../bench/harness/result-file.ts'
import { costTable, sizeTable } from '../bench/harness/result-tables.ts'

export const PAGE = join(ROOT, 'bench/README.md')

/** A measurement that the fixed set does not repeat: one file in `bench/results/earlier/`. */
type Earlier = {
  title: string
  date: string
  machine: string
  tables: { about?: string; columns: string[]; rows: (string | number)[][] }[]
  goals?: { missed: boolean; text: string }[]
}

/** Shares of the bare server that requests should reach. */
const GOALS: Readonly<Record<string, number>> = {
  'product by id': 0.5,
  'product list, any page': 0.25,
  'label and option': 0.2,
  'search, one word': 0.2,
  'search, two words': 0.2,
  'product by id, cached': 0.9,
  'product list, any page, cached': 0.9,
}

/** The page with the tables that the files make. Throws an error if a marker names nothing. */
export function benchPage(markdown: string): string {
  const { file, result } = newestResult(RESULTS)
  const made: Record<string, () => string> = {
    newest: () => newestTables(basename(file), result),
    earlier: listOfEarlier,
  }
  return markdown.replaceAll(/(<!-- table: (\S+) -->\n).*?(<!-- end -->)/gs, (_, begin, name: string, end) => {
    const make = made[name] ?? (() => earlierTables(name))
    return `${begin}\n${make()}\n\n${end}`
  })
}

function newestTables(name: string, result: Result): string {
  const { commit, date, machine, settings, note, requests, imports, sizes } = result
  const goals = requests.flatMap(({ name, share }) => {
    const goal = GOALS[name]
    if (goal === undefined) return []
    return [[name, String(goal), share.median.toFixed(2), share.median < goal ? '**missed**' : 'met']]
  })
  const turns = settings.rounds * settings.turns
  return [
    `[${name}](results/${name}): ${date.slice(0, 10)}, commit ${commit}, ${describeMachine(machine)}.`,
    `${formatInteger(settings.products)} products; ${turns} turns of ${settings.requests} requests; ${settings.imports} imports.`,
    note,
    '',
    ...[costTable('request', requests), '', costTable('product of an import', imports), '', sizeTable(sizes), ''],
    table(['goal: share of the bare server', 'goal', 'share', ''], goals),
  ].join('\n')
}

/** All tables of a file, or one: `imports/1` is the first. */
function earlierTables(place: string): string {
  const [name, number] = place.split('/') as [string, string?]
  const { date, machine, tables } = readEarlier(`${name}.json`)
  const chosen = number === undefined ? tables : tables.slice(Number(number) - 1, Number(number))
  const parts = chosen.flatMap(({ about, columns, rows }) => {
    const made = table(
      columns,
      rows.map((row) => row.map(shown)),
    )
    return about === undefined ? [made] : [about, made]
  })
  return [`[${name}.json](results/earlier/${name}.json): ${date}, ${machine}.`, ...parts].join('\n\n')
}

/** All files, with the goals that were missed then. */
function listOfEarlier(): string {
  const rows = earlierFiles().map((file) => {
    const { title, date, goals = [] } = readEarlier(file)
    const missed = goals.filter(({ missed }) => missed).map(({ text }) => sentenceOf(text))
    return [date, `[${title}](results/earlier/${file})`, missed.join('<br>')]
  })
  return table(['date', 'measured', 'goals missed'], rows).replaceAll('---:', '---')
}

/** The sentence that says that a goal was missed, and those before. */
function sentenceOf(text: string): string {
  return /^.*?missed.*?(?=[.;] |\.?$)/i.exec(text)![0]
}

function earlierFiles(): string[] {
  return globSync('*.json', { cwd: join(RESULTS, 'earlier') }).sort()
}

function readEarlier(file: string): Earlier {
  return JSON.parse(readFileSync(join(RESULTS, 'earlier', file), 'utf8'))
}

function shown(cell: string | number): string {
  return typeof cell === 'number' ? formatInteger(cell) : cell
}

if (import.meta.main) writeFileSync(PAGE, benchPage(readFileSync(PAGE, 'utf8')))
