import { Command } from 'commander'
import { addDemo } from './demo.ts'
import { addEditions } from './editions.ts'
import { addExport } from './export.ts'
import { endingOf } from './failure.ts'
import { addFormats } from './formats.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { RELEASE } from './release.ts'
import { addRollback } from './rollback.ts'
import { addServe } from './serve.ts'
import { addStore } from './store.ts'

/** Runs the command that the command line names. What it prints, and how it ends, is for its reader: see `endingOf`. */
async function main(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreBrokenPipe)
  let verbose = Boolean(process.env.DEBUG)
  const program = vitrine()
  program.hook('preAction', (_, command) => {
    verbose ||= /^(debug|trace)$/.test(command.opts().logLevel)
  })
  try {
    await program.parseAsync()
  } catch (error) {
    const { code, message } = endingOf(error)
    if (verbose && message !== undefined) console.error(error)
    else if (message !== undefined) for (const line of message.split('\n')) console.error(`vitrine: ${line}`)
    process.exit(code)
  }
}

function vitrine(): Command {
  const program = new Command('vitrine')
    .description('Serves the catalogs of many stores to their storefronts: import, publish, serve.')
    .version(RELEASE, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(complaint(text)) })
    .addHelpText('after', EXAMPLES)
  for (const add of [
    addServe,
    addImport,
    addFormats,
    addExport,
    addStore,
    addEditions,
    addRollback,
    addMigrate,
    addDemo,
  ])
    add(program)
  pointToHelp(program, 'vitrine')
  return program
}

const EXAMPLES = `
Examples:
  vitrine store add books --name "Books"
  vitrine import catalog.ndjson --store books
  vitrine serve
  vitrine import --help`

/** Commander's "error: unknown option '--prot'" and, on a line of its own, "(Did you mean --port?)". */
function complaint(text: string): string {
  return `vitrine: ${text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')}`
}

/** Ends every complaint of a command with where to read on. */
function pointToHelp(command: Command, path: string): void {
  command.helpCommand(false).showHelpAfterError(` (see \`${path} --help\`)`)
  for (const inner of command.commands) pointToHelp(inner, `${path} ${inner.name()}`)
}

/** Whoever reads our output may stop when they have seen enough. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

await main()
