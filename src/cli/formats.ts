import type { Command } from 'commander'
import type { Format } from '../import/format.ts'
import { FORMATS } from '../import/formats.ts'

/** `vitrine formats`: the catalog files that can be imported, and what becomes of their columns. */
export function addFormats(program: Command): void {
  program
    .command('formats')
    .description('list the catalog formats, and what becomes of each column')
    .option('--json', 'print one JSON array')
    .addHelpText('after', EXAMPLES)
    .action(formats)
}

const EXAMPLES = `
Examples:
  vitrine formats
  vitrine formats --json`

function formats({ json }: { readonly json?: boolean }): void {
  if (json) console.log(JSON.stringify(FORMATS.map(({ name, title, columns }) => ({ name, title, columns }))))
  else console.log(FORMATS.map(described).join('\n\n'))
}

function described({ name, title, columns }: Format): string {
  const lines = columns.map(({ headers, becomes }) => `  ${headers.join(' · ')}\n      ${becomes}`)
  return [`${name}: ${title}`, ...lines].join('\n')
}
