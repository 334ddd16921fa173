import type { FormatDescription } from '@vitrine/catalog/stream/converter'
import type { Command } from 'commander'
import { requireConverter } from '../optional-packages.ts'

/** `vitrine formats`: lists the catalog formats. */
export function addFormatsCommand(command: Command): void {
  command.option('--json', 'print a JSON array').addHelpText('after', EXAMPLES).action(listFormats)
}

const EXAMPLES = `
Examples:
  vitrine formats
  vitrine formats --json`

async function listFormats({ json }: { readonly json?: boolean }): Promise<void> {
  const { FORMATS } = await requireConverter('`vitrine formats`')
  if (json) console.log(JSON.stringify(FORMATS.map(({ name, title, columns }) => ({ name, title, columns }))))
  else console.log(FORMATS.map(describe).join('\n\n'))
}

function describe({ name, title, columns }: FormatDescription): string {
  const lines = columns.map(({ headers, becomes }) => `  ${headers.join(' · ')}\n      ${becomes}`)
  return [`${name}: ${title}`, ...lines].join('\n')
}
