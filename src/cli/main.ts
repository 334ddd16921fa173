import { Command } from 'commander'
import { addDemo } from './demo.ts'
import { addEditions } from './editions.ts'
import { exitAfter } from './errors.ts'
import { addExport } from './export.ts'
import { addFormats } from './formats.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { RELEASE } from './release.ts'
import { addRollback } from './rollback.ts'
import { addServe } from './serve.ts'
import { addStore } from './store.ts'
import { addSynonyms } from './synonyms.ts'

/** Runs the command of the command line, and ends the process with its exit code if it fails. */
async function main(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreBrokenPipe)
  let isVerbose = Boolean(process.env.DEBUG)
  const program = createProgram()
  program.hook('preAction', (_, command) => {
    isVerbose ||= /^(debug|trace)$/.test(command.opts().logLevel)
  })
  try {
    await program.parseAsync()
  } catch (error) {
    const { code, message } = exitAfter(error)
    if (isVerbose && message !== undefined) console.error(error)
    else if (message !== undefined) for (const line of message.split('\n')) console.error(`vitrine: ${line}`)
    process.exit(code)
  }
}

function createProgram(): Command {
  const program = new Command('vitrine')
    .description('Imports product catalogs of many stores and serves them to storefronts over HTTP.')
    .version(RELEASE, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
    .addHelpText('after', HELP)
  const imports = [addImport, addFormats, addExport]
  const stores = [addStore, addSynonyms, addEditions, addRollback]
  const commands = [addServe, ...imports, ...stores, addMigrate, addDemo]
  for (const add of commands) add(program)
  addHelpHint(program, 'vitrine')
  return program
}

const HELP = `
Examples:
  vitrine store add books --name "Books"
  vitrine import catalog.ndjson --store books
  vitrine serve
  vitrine import --help

Exit codes: 0 done, 1 failed and nothing was changed, 2 wrong usage, 130 or 143 interrupted. DEBUG=1 prints stack traces.`

/** Formats commander's errors, "error: unknown option '--prot' (Did you mean --port?)", as one line of ours. */
function oneLine(text: string): string {
  const message = text.replace(/^error: /, '').trim()
  return `vitrine: ${message.replace(/\s*\n\s*/g, ' ')}`
}

/** Ends each usage error of a command with a hint to its help. */
function addHelpHint(command: Command, path: string): void {
  command.helpCommand(false).showHelpAfterError(` (see \`${path} --help\`)`)
  for (const child of command.commands) addHelpHint(child, `${path} ${child.name()}`)
}

/** The reader of our output may close it early, as `head` does. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

await main()
