import fc from 'fast-check'
import { openEditions } from '../../src/database/open.ts'
import { startTestServer } from '../../test/database/test-server.ts'
import { PUBLIC_URL } from '../../test/failure/catalog-versions.ts'
import { temporaryFolder } from '../../test/temporary.ts'
import { targetsOf } from '../../test/tenancy/random-targets.ts'
import { fillStores, STORES } from './stores.ts'

/** A busy machine must not make a lone server refuse a request. */
const MOST_MILLISECONDS = 600_000

export interface LoneAnswer {
  readonly status: number
  readonly body: string
}

/** Different targets. The same seed draws the same. */
export function drawTargets(count: number, seed: number): string[] {
  const drawn = fc.sample(targetsOf(STORES.map(({ identifiers }) => identifiers)), { numRuns: 2 * count, seed })
  return [...new Set(drawn)].slice(0, count)
}

/** The answers of each store from a server of its own, whose database has no other store. */
export class LoneAnswers {
  readonly #answers: ReadonlyMap<string, LoneAnswer>

  private constructor(answers: ReadonlyMap<string, LoneAnswer>) {
    this.#answers = answers
  }

  static async of(targets: readonly string[]): Promise<LoneAnswers> {
    const answers = new Map<string, LoneAnswer>()
    for (const each of STORES) {
      await using resources = new AsyncDisposableStack()
      const { path } = resources.use(temporaryFolder())
      await fillStores(`${path}/alone.db`, [each])
      const editions = resources.use(await openEditions(`${path}/alone.db`))
      const service = resources.use(
        await startTestServer(editions, { publicUrl: PUBLIC_URL, deadline: MOST_MILLISECONDS }),
      )
      for (const target of targets) {
        const { status, body } = await service.get(target, { 'x-store-id': each.store.id })
        if (status >= 500) throw new Error(`the lone server failed: ${status} ${body}`)
        answers.set(`${each.store.id} ${target}`, { status, body })
      }
    }
    return new LoneAnswers(answers)
  }

  get(store: string, target: string): LoneAnswer {
    return this.#answers.get(`${store} ${target}`)!
  }
}
