import { words } from '../../bench/harness/options.ts'
import { WorkingDirectory } from '../../test/cli/vitrine.ts'
import { noBinaries } from '../../test/postgres/binaries.ts'
import { startServer } from '../../test/postgres/server.ts'

/** The databases that a campaign uses. */
export const DATABASE_OPTION = words('databases', ['sqlite', 'postgres'])

export type DatabaseName = ReturnType<typeof DATABASE_OPTION.parse>[number]

/** An empty database with a folder of its own. Disposing of it ends every process that uses it, and removes both. */
export interface CampaignDatabase extends AsyncDisposable {
  readonly name: DatabaseName
  readonly address: string
  readonly workplace: WorkingDirectory
}

/** Opens each of these databases. Starts a PostgreSQL server for `postgres`, and throws if it cannot run here. */
export async function openDatabases(names: readonly DatabaseName[]): Promise<CampaignDatabase[]> {
  return await Promise.all(names.map(openDatabase))
}

async function openDatabase(name: DatabaseName): Promise<CampaignDatabase> {
  await using resources = new AsyncDisposableStack()
  const missing = name === 'postgres' && noBinaries()
  if (missing) throw new Error(`${missing}; --databases sqlite leaves it out`)
  const server = name === 'postgres' ? resources.use(await startServer()) : undefined
  const workplace = resources.use(new WorkingDirectory())
  const moved = resources.move()
  return {
    name,
    address: server?.url() ?? workplace.path('vitrine.db'),
    workplace,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}
