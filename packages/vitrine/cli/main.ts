import { Command } from 'commander'
import { exitAfter } from './errors.ts'
import { findConverter, findFeeds, requireConverter, requireFollow } from './optional-packages.ts'
import type { DemoShop } from './shop/demo.ts'
import { escapeControls } from './terminal-text.ts'
import { VERSION } from './version.ts'

/** Runs the command of the command line, and ends the process with its exit code if it fails. */
export async function main(demo: DemoShop): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreBrokenPipe)
  let isVerbose = Boolean(process.env.DEBUG)
  const [first, ...others] = process.argv.slice(2)
  const args = first === 'help' ? [...others, '--help'] : process.argv.slice(2)
  try {
    const requested = args.find((arg) => !arg.startsWith('-'))
    const program = await createProgram(requested, demo)
    program.hook('preAction', (_, command) => {
      isVerbose ||= /^(debug|trace)$/.test(command.opts().logLevel)
    })
    // With `--help`, commander would not say that there is no such command.
    const isUnknown = requested !== undefined && !Object.hasOwn(COMMANDS, requested)
    await program.parseAsync(isUnknown ? [requested] : args, { from: 'user' })
  } catch (error) {
    const { code, message } = exitAfter(error)
    if (isVerbose && message !== undefined) console.error(error)
    else if (message !== undefined)
      for (const line of message.split('\n')) console.error(`vitrine: ${escapeControls(line)}`)
    process.exit(code)
  }
}

type AddCommand = (command: Command, demo: DemoShop) => void

/** The description of each command, and what adds its arguments and options. */
const COMMANDS: Readonly<Record<string, readonly [string, () => Promise<AddCommand>]>> = {
  serve: ['serve all stores of a database over HTTP', async () => (await import('./serve/serve.ts')).addServeCommand],
  import: [
    "import a catalog file, or another server's catalog, into a store",
    async () => {
      const { addImportCommand } = await import('./import/import.ts')
      const converter = await findConverter()
      return (command) => addImportCommand(command, converter)
    },
  ],
  convert: [
    'print a catalog file as a stream of records, which `vitrine import -` reads',
    async () => {
      const { addConvertCommand } = await import('./import/convert.ts')
      const converter = await requireConverter('`vitrine convert`')
      return (command) => addConvertCommand(command, converter)
    },
  ],
  formats: [
    'list the catalog formats and the meaning of their columns',
    async () => (await import('./import/formats.ts')).addFormatsCommand,
  ],
  export: [
    'write the products of a store as a catalog file or as a feed',
    async () => {
      const { addExportCommand } = await import('./export/export.ts')
      const feeds = await findFeeds()
      return (command) => addExportCommand(command, feeds)
    },
  ],
  store: ['add, list, show, change or remove stores', async () => (await import('./stores/store.ts')).addStoreCommand],
  market: [
    'add, change, list or remove markets: a store in other languages and currencies',
    async () => (await import('./markets/market.ts')).addMarketCommand,
  ],
  synonyms: [
    'print the synonyms of a store, or publish an edition with those of a file',
    async () => (await import('./declared/synonyms.ts')).addSynonymsCommand,
  ],
  labels: [
    'print the texts of labels of a store, or publish an edition with those of a file',
    async () => (await import('./declared/labels.ts')).addLabelsCommand,
  ],
  rules: [
    'print the rules of a store, or publish an edition with those of a file',
    async () => (await import('./declared/rules.ts')).addRulesCommand,
  ],
  searches: [
    'sum up what shoppers searched for and did not find',
    async () => (await import('./searches/searches.ts')).addSearchesCommand,
  ],
  publish: [
    'publish an edition that `vitrine import --hold` has left for later',
    async () => (await import('./editions/publish.ts')).addPublishCommand,
  ],
  editions: [
    'list the stored editions of a store, newest first',
    async () => (await import('./editions/editions.ts')).addEditionsCommand,
  ],
  approve: ['allow once what a limit refused', async () => (await import('./editions/approve.ts')).addApproveCommand],
  rollback: [
    'serve an earlier edition of a store again',
    async () => (await import('./editions/rollback.ts')).addRollbackCommand,
  ],
  follow: [
    'tell a webhook or a command of each publication of a store',
    async () => {
      const { addFollowCommand } = await import('./follow/follow.ts')
      const follow = await requireFollow()
      return (command) => addFollowCommand(command, follow)
    },
  ],
  backup: [
    'copy a SQLite database while it is in use',
    async () => (await import('./database/backup.ts')).addBackupCommand,
  ],
  verify: ['look for damage in a database', async () => (await import('./database/verify.ts')).addVerifyCommand],
  migrate: [
    'copy stores from an older version, create tables, or check their version',
    async () => (await import('./database/migrate.ts')).addMigrateCommand,
  ],
  try: [
    'serve a shop with a catalog file from a temporary database',
    async () => {
      const { addTryCommand } = await import('./shop/try.ts')
      const converter = await findConverter()
      return (command, shop) => addTryCommand(command, shop, converter)
    },
  ],
  demo: ['serve a demo shop and print example requests', async () => (await import('./shop/demo.ts')).addDemoCommand],
}

/** Loads the modules of one command only, because all of them take longer to load than most commands to run. */
async function createProgram(requested: string | undefined, demo: DemoShop): Promise<Command> {
  const program = new Command('vitrine')
    .description('Imports product catalogs of many stores and serves them to storefronts over HTTP.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
    .addHelpText('after', HELP)
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(description)
    if (name === requested) (await load())(command, demo)
  }
  configureErrors(program, 'vitrine')
  return program
}

const HELP = `
Examples:
  vitrine store add books --name "Books"
  vitrine import catalog.ndjson --store books
  vitrine serve
  vitrine help import

Exit codes: 0 done, 1 failed and nothing was changed, 2 wrong usage, 129, 130 or 143 interrupted.
DEBUG=1 prints stack traces.`

/** Formats commander's errors, "error: unknown option '--prot' (Did you mean --port?)", as one line of ours. */
function oneLine(text: string): string {
  const message = text
    .replace(/^error: /, '')
    .replace(SUGGESTION, harmlessSuggestion)
    .trim()
  return `vitrine: ${message.replace(/\s*\n\s*/g, ' ')}`
}

const SUGGESTION = /\(Did you mean (?:one of )?(.*)\?\)/

/** Words that take something away, which nobody should get by a typing error. */
const DESTRUCTIVE = ['remove', '--replace', '--discard', '--unpin', '--clear', '--overwrite', '--skip-invalid', '--yes']

/** The suggestion without destructive words; nothing if there are no others. */
function harmlessSuggestion(_: string, suggested: string): string {
  const words = suggested.split(', ').filter((word) => !DESTRUCTIVE.includes(word))
  if (words.length === 0) return ''
  return `(Did you mean ${words.length > 1 ? 'one of ' : ''}${words.join(', ')}?)`
}

/** Sets how a command and its subcommands report wrong usage: each error ends with a hint to the help. */
function configureErrors(command: Command, path: string): void {
  command.helpCommand(false).showHelpAfterError(` (see \`${path} --help\`)`)
  checkRequiredOptionsLast(command)
  for (const child of command.commands) configureErrors(child, `${path} ${child.name()}`)
}

/** Commander would say that `--store` is missing, not that `--stor` is unknown. */
function checkRequiredOptionsLast(command: Command): void {
  for (const option of command.options.filter(({ mandatory }) => mandatory)) {
    option.makeOptionMandatory(false)
    command.hook('preAction', () => {
      const isMissing = command.getOptionValue(option.attributeName()) === undefined
      if (isMissing) command.error(`error: required option '${option.flags}' not specified`)
    })
  }
}

/** The reader of our output may close it early, as `head` does. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
