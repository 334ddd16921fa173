import { truncate } from '@vitrine/catalog/native/json-path'
import type { ColumnGuess } from '@vitrine/catalog/stream/converter'
import { confirm } from '../confirm.ts'
import { CommandError } from '../errors.ts'
import { escapeControls, quantity, table } from '../terminal-text.ts'
import { writeColumnNames } from './columns-file.ts'
import type { ImportOptions } from './import-options.ts'

/** The most characters of a header and of a sample value, which are shown. */
const SHOWN_CHARACTERS = 30

/** The most columns that are shown without a use. */
const MAX_UNUSED = 20

/** The options that answer the question whether a guess is right. */
export type GuessApproval = Pick<ImportOptions, 'yes' | 'dryRun'> & {
  /** Whether the command may ask on the terminal. */
  readonly asks?: boolean
  /** What the command does with the file; `import` if undefined. */
  readonly verb?: 'import' | 'convert'
  /** Shows the guess; on standard error if undefined. */
  readonly show?: (text: string) => void
}

/**
 * Shows what the columns of a table of no known format probably are. If they are not certain, asks whether that is
 * right. Throws `CommandError` if it is not, and without a terminal unless an option answers.
 */
export async function approveGuess(
  file: string,
  guess: ColumnGuess,
  { yes, dryRun, asks = true, verb = 'import', show = console.error }: GuessApproval,
): Promise<void> {
  if (guess.missing === undefined && guess.isNamed) return
  const isCertain = guess.missing === undefined && guess.doubts.length === 0
  const certainty = isCertain ? '' : 'probably '
  show(`${file} is of no known format. By their headers and values, its columns ${certainty}become:\n`)
  show(`${guessTable(guess)}\n`)
  const { missing } = guess
  const change =
    `${verb === 'import' ? '' : '`vitrine import` with '}--write-columns columns.json writes these columns to a file; ` +
    `edit it, and ${verb} with --columns columns.json`
  if (missing !== undefined) throw new CommandError(`nothing was changed: ${missing} ${change}`)
  if (yes || dryRun) return
  if (isCertain) {
    show(`If one is wrong: ${change}\n`)
    return
  }
  const doubt = guess.doubts.map((sentence) => `${escapeControls(sentence)} `).join('')
  if (!asks || !process.stdin.isTTY)
    throw new CommandError(
      `nothing was changed: the columns are only guessed. ${doubt}If they are right, ${verb} with --yes. Otherwise ${change}`,
    )
  show(`${doubt}\n`)
  await confirm('Import the file with these columns?', `nothing was changed; ${change}`)
}

/** Writes the columns of a file to another file, for `--columns`. */
export async function writeGuess(file: string, guess: ColumnGuess | undefined, path: string): Promise<void> {
  if (!guess)
    throw new CommandError(`${file} is of a known format, which \`vitrine formats\` describes; it needs no --columns`)
  await writeColumnNames(path, guess)
  console.error(`${guessTable(guess)}\n`)
  if (guess.missing !== undefined) console.error(escapeControls(guess.missing))
  console.log(
    `${path} has what the columns of ${file} become; nothing was imported. Edit it, and import with --columns ${path}`,
  )
}

/** A line for each column: its header, what it becomes, and sample values. Those without a use stand last. */
function guessTable({ columns }: ColumnGuess): string {
  const used = columns.filter(({ becomes }) => becomes !== 'not used')
  const unused = columns.filter(({ becomes, samples }) => becomes === 'not used' && samples.length > 0)
  const rows = [...used, ...unused.slice(0, MAX_UNUSED)].map(({ header, becomes, samples }) =>
    [header, becomes, samples.map(shown).join(' · ')].map((text, index) => (index < 2 ? shown(text) : text)),
  )
  const more = unused.length > MAX_UNUSED ? [`and ${quantity(unused.length - MAX_UNUSED, 'more column')} not used`] : []
  return [table([['column', 'becomes', 'such as'], ...rows]), ...more].join('\n')
}

function shown(text: string): string {
  const line = escapeControls(text.replace(/\s+/g, ' '))
  return line.length > SHOWN_CHARACTERS ? `${truncate(line, SHOWN_CHARACTERS - 1)}…` : line
}
