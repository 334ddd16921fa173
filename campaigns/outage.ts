import { decimal, integer, readOptions, words } from '../bench/harness/options.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { damageFile } from './outage/damaged-file.ts'
import { takeSlots } from './outage/few-slots.ts'
import { fillDisk } from './outage/full-disk.ts'
import { hangWorkers } from './outage/hung-worker.ts'
import { lockTables } from './outage/locked-tables.ts'
import { loseDatabase } from './outage/lost-database.ts'
import { replaceFile } from './outage/replaced-file.ts'
import { restartInTurn } from './outage/rolling-restart.ts'
import { dropPackets } from './outage/silent-partition.ts'

const DESCRIPTION = `Takes away what the server needs. database: PostgreSQL is lost and comes back; cached answers in between, recovery within
2 s. locks, slots, partition: tables of PostgreSQL are locked, other sessions take its connections, and nothing passes to it;
answers from memory within 2 s, 503 for others, and recovery within 2 s. restart: two servers behind HAProxy restart in turn;
no request fails. disk: a disk is full during an import; the error says so, and the store is unchanged. damage: bytes of a SQLite file are overwritten; the server names the damage,
and gives no wrong answer. replaced: a SQLite file is restored, deleted and overwritten under two workers; answers are those of
the old or the new file. hang: a worker of three does not answer any more; the others answer, and it is replaced.`

const PARTS = {
  database: loseDatabase,
  locks: lockTables,
  slots: takeSlots,
  partition: dropPackets,
  restart: restartInTurn,
  disk: fillDisk,
  damage: damageFile,
  replaced: replaceFile,
  hang: hangWorkers,
}

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  only: words('parts', Object.keys(PARTS) as (keyof typeof PARTS)[]),
  seconds: decimal('seconds of each fault of PostgreSQL', 60),
  restarts: integer('restarts of a server', 6),
  hangs: integer('workers to hang', 5),
  damages: integer('damaged copies of a SQLite file', 20),
  replacements: integer('files that are put in the place of another', 21),
})

await runCampaign(options, async (findings, limits) => {
  for (const part of options.only) if (!limits.isOver()) await PARTS[part](findings, limits, options)
})
