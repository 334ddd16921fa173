import type { Identity } from '../import/remote/identity.ts'
import { endingOf } from './failure.ts'
import { findings, refusal } from './import-report.ts'
import { type Log, openLog } from './log.ts'
import type { Progress } from './progress.ts'
import type { Interval } from './remote-options.ts'
import { importOnce, pause, type RemoteOrder, type Round } from './remote-round.ts'

/**
 * Reads a server again and again, until the signal is set off: so long after the end of each round as the interval says.
 * A round that fails changes nothing, and the next one is tried all the same. A line of the log says what came of each.
 */
export async function importEvery(order: RemoteOrder, interval: Interval, signal: AbortSignal): Promise<void> {
  const log = openLog('info')
  const { store, address } = order
  log.logger.info({ store, from: address.base.href }, `reading every ${interval.text}`)
  let known: Identity | undefined
  while (!signal.aborted) {
    known = (await round(order, known, log, signal)) ?? known
    log.flush()
    await pause(interval.milliseconds, signal).catch(() => {})
  }
  log.logger.info('stopped')
  log.flush()
}

/** What is known of the server's catalog afterwards, if that is new. */
async function round(
  order: RemoteOrder,
  known: Identity | undefined,
  log: Log,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  try {
    const done = await importOnce(order, known, quiet(log), signal)
    tell(done, order, log)
    return done.identity
  } catch (error) {
    if (!signal.aborted) log.logger.error({ store: order.store }, endingOf(error).message ?? String(error))
    return undefined
  }
}

function tell({ report, transfer }: Round, { store, skipInvalid }: RemoteOrder, { logger }: Log): void {
  if (!report) {
    logger.info({ store, ...transfer }, 'the server has nothing new')
    return
  }
  const { outcome, created, changed, removed, skipped, edition, seconds } = report
  const said = { store, created, changed, removed, skipped, edition: edition.number, ...transfer, seconds }
  if (outcome === 'refused')
    logger.error({ ...said, findings: [...findings(report)] }, refusal(report, skipInvalid, 'product'))
  else if (skipped > 0) logger.warn({ ...said, findings: [...findings(report)] }, outcome)
  else logger.info(said, outcome)
}

/** Steps are not worth a line each time; what hinders is. */
function quiet({ logger }: Log): Progress {
  return { step() {}, read() {}, say: (line) => logger.info(line), end() {} }
}
