import type { Dirent } from 'node:fs'
import { chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort, UNPRIVILEGED } from './daemon.ts'
import { PostgresServer, type Settings } from './server.ts'
import { query } from './sql.ts'

/** Milliseconds that a replica may take to catch up. */
const CATCH_UP_TIMEOUT = 90_000

/** Starts a hot standby of a running server: it follows the server's writes and answers reads. */
export async function replicaOf(primary: PostgresServer, settings: Settings = {}): Promise<Replica> {
  const connection = new URL(primary.url())
  const replica = new Replica(await freePort(), {
    primary_conninfo: `host=${connection.hostname} port=${connection.port} user=${connection.username} password=${connection.password}`,
    wal_retrieve_retry_interval: '100ms',
    ...settings,
  })
  return await replica.startedAfter(() => backUp(primary, replica.data))
}

export class Replica extends PostgresServer {
  /** Turns the replica into a primary, which accepts writes. */
  async promote(): Promise<void> {
    const [answer] = await query<{ promoted: boolean }>(this.url(), 'SELECT pg_promote(true, 90) AS promoted')
    if (!answer!.promoted) throw new Error(`the replica was not promoted:\n${this.log}`)
  }

  /** Waits until the replica shows everything that the primary has committed so far. */
  async caughtUp(primary: PostgresServer): Promise<void> {
    const lsn = await flushed(primary)
    for (const deadline = Date.now() + CATCH_UP_TIMEOUT; Date.now() < deadline; await pause(10)) {
      const sql = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached'
      const [answer] = await query<{ reached: boolean }>(this.url(), sql, [lsn])
      if (answer!.reached) return
    }
    throw new Error(`the replica did not reach ${lsn}:\n${this.log}`)
  }
}

/** The log position up to which the primary has written. One commit that waits for the disk flushes all before it. */
async function flushed(primary: PostgresServer): Promise<string> {
  await query(
    primary.url(),
    `BEGIN; SET LOCAL synchronous_commit = on; SELECT pg_logical_emit_message(true, 'vitrine', ''); COMMIT`,
  )
  const [row] = await query<{ lsn: string }>(primary.url(), 'SELECT pg_current_wal_flush_lsn() AS lsn')
  return row!.lsn
}

/** Copies the data of a running server, as pg_basebackup does. The same session must start and end a backup. */
async function backUp(primary: PostgresServer, target: string): Promise<void> {
  const client = new Client({ connectionString: primary.url() })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('replica', true)`)
    await copyFolder(primary.data, target)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    await writeOwned(join(target, 'backup_label'), rows[0]!.labelfile)
    await writeOwned(join(target, 'standby.signal'), '')
  } finally {
    await client.end()
  }
}

/** Files of a running server that are not data. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts']

/** Folders that a backup contains empty. */
const COPIED_EMPTY = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp']

async function copyFolder(source: string, target: string): Promise<void> {
  await makeOwned(target)
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (!NOT_COPIED.includes(entry.name)) await copyEntry(entry, join(source, entry.name), join(target, entry.name))
  }
}

async function copyEntry(entry: Dirent, source: string, target: string): Promise<void> {
  if (entry.isFile()) await copyOwned(source, target)
  else if (COPIED_EMPTY.includes(entry.name)) await makeOwned(target)
  else await copyFolder(source, target)
}

/** The server may remove a file during the copy. The log that the replica replays removes it as well. */
async function copyOwned(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target)
    await own(target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function makeOwned(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  await own(folder)
}

async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await own(path)
}

async function own(path: string): Promise<void> {
  if (UNPRIVILEGED.uid !== undefined) await chown(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid!)
}
