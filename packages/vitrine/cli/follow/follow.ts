import type { StoreId } from '@vitrine/catalog/store'
import { openEditions } from '@vitrine/engine/database/open'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import type { Editions } from '@vitrine/engine/edition/editions'
import type { Publication } from '@vitrine/engine/edition/publication'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { catalogEvent } from '@vitrine/server/events/catalog-event'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CommandError, signalExitCode, UsageError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import { type Log, openLog } from '../log.ts'
import type { Follow } from '../optional-packages.ts'
import { databaseOption, type Interval, parseInterval, storeOption } from '../options.ts'
import { onSignal } from '../signals.ts'
import { VERSION } from '../version.ts'

interface Options {
  readonly store: StoreId
  readonly webhook?: string
  readonly secretFile?: string
  readonly exec?: readonly string[]
  readonly state: string
  readonly delay: Interval
  readonly atMost?: Interval
  readonly database: string
}

/** The exit code after the target said that it wants no more events. */
const GONE = 3

/** `vitrine follow`: tells others of each publication of a store. */
export function addFollowCommand(command: Command, follow: Follow): void {
  command
    .addOption(storeOption())
    .addOption(new Option('--webhook <url>', 'post each event to this http(s) address').argParser(parseAddress))
    .option('--secret-file <file>', 'with --webhook: a file with the secret that signs events, whsec_…; one a line')
    .addOption(
      new Option('--exec <command>', 'run this program for each event, which it reads as JSON').argParser((text) =>
        parseCommand(text, follow),
      ),
    )
    .requiredOption('--state <file>', 'the file that remembers what was delivered')
    .addOption(
      new Option('--delay <time>', 'how long after a publication all servers answer from it')
        .argParser(parseInterval)
        .default({ text: '2s', milliseconds: 2000 }, '2s'),
    )
    .addOption(
      new Option('--at-most <time>', 'deliver at most one event in this time, such as 12s').argParser(parseInterval),
    )
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action((options) => run(options, follow))
}

const EXAMPLES = `
Examples:
  vitrine follow --store books --webhook https://shop.example/hooks --secret-file secret --state follow-hooks.db
  vitrine follow --store books --exec deploy/purge/fastly.sh --state follow-fastly.db
  vitrine follow --store books --exec "sh -c 'cat >> events.ndjson'" --state follow-file.db

It runs until a signal ends it, and only reads the database. Events that fail are sent again.

Exit codes: 0 ended by a signal, 1 failed, 2 wrong usage, 3 the receiver answered 410 Gone.`

async function run(options: Options, follow: Follow): Promise<void> {
  const { store, state: path, delay, atMost, database } = options
  const { FollowerState, FollowError, followStore, TargetGone } = follow
  const { target, key } = asCommandErrors(follow, () => targetOf(options, follow))
  const log = await openLog('info')
  const { logger } = log
  await using editions = await openEditions(database, { ...DEFAULT_POSTGRES, connections: 1 }, (level, sentence) =>
    logger[level](sentence),
  )
  await requireEdition(editions, store)
  using state = asCommandErrors(follow, () => new FollowerState(path, store, key))
  logger.info({ store }, `following store ${store} for ${target.name}`)
  try {
    const times = { delay: delay.milliseconds, pause: atMost?.milliseconds ?? 0 }
    await followStore({ log: publicationsOf(editions, store), target, state, ...times, logger }, endOnSignal(log))
  } catch (error) {
    if (error instanceof FollowError) throw new CommandError(error.message)
    if (!(error instanceof TargetGone)) throw error
    logger.error(`${error.message}; follow ends`)
    process.exitCode = GONE
  } finally {
    await log.flush()
  }
}

/** What the function gives. Its errors about the state and the secrets become errors of the command. */
function asCommandErrors<Result>({ FollowError }: Follow, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw error instanceof FollowError ? new CommandError(error.message) : error
  }
}

/** The target of the options, and what tells it from others. Throws `UsageError`, or `CommandError`. */
function targetOf({ webhook, secretFile, exec }: Options, { Command, Webhook, webhookSecrets }: Follow) {
  if ((webhook === undefined) === (exec === undefined)) throw new UsageError('name either --webhook or --exec')
  if (exec !== undefined) {
    if (secretFile !== undefined) throw new UsageError('--secret-file can be used only with --webhook')
    return { target: new Command(exec), key: ['exec', ...exec] }
  }
  if (secretFile === undefined)
    throw new UsageError('--webhook requires --secret-file, with the secret that signs events')
  webhookSecrets(secretFile)
  return { target: new Webhook(webhook!, secretFile, `vitrine/${VERSION}`), key: ['webhook', webhook!] }
}

/** The publications of a store in its database. */
function publicationsOf(editions: Editions, store: StoreId) {
  return {
    async newest() {
      const edition = await editions.current(store)
      const newest = (await edition.publications().next()).value as Publication | undefined
      if (!newest) return undefined
      const event = async (delivered: string | undefined) =>
        await catalogEvent(await editions.current(store), newest, delivered)
      return { name: publicationName(newest), event }
    },
  }
}

/** A signal that aborts at the first signal to end. The process then ends at once: its state is safe at any time. */
function endOnSignal({ logger, flush }: Log): AbortSignal {
  const controller = new AbortController()
  onSignal(
    () => {
      controller.abort()
      logger.info('stopped')
      void flush().then(() => process.exit(0))
    },
    (signal) => process.exit(signalExitCode(signal)),
  )
  return controller.signal
}

function parseAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Expected an address such as https://shop.example/hooks.')
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('The address must not contain a user or a password: events are signed.')
  return url.href
}

function parseCommand(text: string, { wordsOfCommand }: Follow): readonly string[] {
  const words = wordsOfCommand(text)
  if (words) return words
  throw new InvalidArgumentError('Expected a program and its arguments, with quotation marks that are closed.')
}
