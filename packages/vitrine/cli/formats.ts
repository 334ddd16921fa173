import type { Format } from '@vitrine/import/format'
import { FORMATS } from '@vitrine/import/formats'
import type { Command } from 'commander'

/** `vitrine formats`: lists the catalog formats. */
export function addFormatsCommand(command: Command): void {
  command.option('--json', 'print a JSON array').addHelpText('after', EXAMPLES).action(listFormats)
}

const EXAMPLES = `
Examples:
  vitrine formats
  vitrine formats --json`

function listFormats({ json }: { readonly json?: boolean }): void {
  if (json) console.log(JSON.stringify(FORMATS.map(({ name, title, columns }) => ({ name, title, columns }))))
  else console.log(FORMATS.map(describe).join('\n\n'))
}

function describe({ name, title, columns }: Format): string {
  const lines = columns.map(({ headers, becomes }) => `  ${headers.join(' · ')}\n      ${becomes}`)
  return [`${name}: ${title}`, ...lines].join('\n')
}
