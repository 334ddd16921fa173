import { openEditions } from '@vitrine/engine/database/open'
import fc from 'fast-check'
import { startTestServer } from '../../test/database/test-server.ts'
import { PUBLIC_URL } from '../../test/failure/catalog-versions.ts'
import { temporaryFolder } from '../../test/temporary.ts'
import { operationsOf, targetsOf } from '../../test/tenancy/random-targets.ts'
import { fillStores, STORES } from './stores.ts'

/** A busy machine must not make a lone server refuse a request. */
const MOST_MILLISECONDS = 600_000

export interface LoneAnswer {
  readonly status: number
  readonly body: string
}

/** The header that operations of UCP need. */
export const AGENT = { 'ucp-agent': 'profile="https://agent.example/profile.json"' }

/** The path of a target, and the body of an operation of UCP, which a space separates from it. */
export function partsOf(target: string): [path: string, body?: string] {
  const end = target.indexOf(' ')
  return end < 0 ? [target] : [target.slice(0, end), target.slice(end + 1)]
}

/** Different targets, one in five an operation of UCP, and half of them for a market. The same seed draws the same. */
export function drawTargets(count: number, seed: number): string[] {
  const identifiers = STORES.map((store) => store.identifiers)
  const operations = operationsOf(identifiers).map((parts) => parts.join(' '))
  const all = fc.oneof({ arbitrary: targetsOf(identifiers), weight: 4 }, { arbitrary: operations, weight: 1 })
  const drawn = fc.sample(fc.tuple(all, fc.boolean()), { numRuns: 2 * count, seed })
  return [...new Set(drawn.map(([target, inMarket]) => (inMarket ? targetInMarket(target) : target)))].slice(0, count)
}

function targetInMarket(target: string): string {
  const [path, body] = partsOf(target)
  if (body !== undefined) return `${path} ${JSON.stringify({ ...JSON.parse(body), context: { language: 'de' } })}`
  return `${path}${path.includes('?') ? '&' : '?'}market=de`
}

/** Whether a target names a market. A store without markets answers most of them with an error. */
export function isForMarket(target: string): boolean {
  return /market=de$|"context":/.test(target)
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
        const [path, operation] = partsOf(target)
        const headers = { 'x-store-id': each.store.id, ...AGENT }
        const { status, body } = await (operation === undefined
          ? service.get(path, headers)
          : service.post(path, operation, headers))
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
