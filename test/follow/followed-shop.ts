import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { type Running, WorkingDirectory } from '../cli/vitrine.ts'
import type { Opened } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'
import type { Receiver } from './receiver.ts'

export const A = storeNamed('a')
export const SECRET = `whsec_${randomBytes(32).toString('base64')}`

/** A working directory with the secret, and a database with a store. */
export class FollowedShop implements AsyncDisposable {
  readonly place = new WorkingDirectory()
  readonly opened: Opened
  #price = 0

  private constructor(opened: Opened) {
    this.opened = opened
    writeFileSync(this.place.path('secret'), SECRET)
  }

  static async open(open: () => Promise<Opened>): Promise<FollowedShop> {
    const shop = new FollowedShop(await open())
    await shop.opened.catalogs.addStore(A)
    return shop
  }

  /** Publishes a new price, and returns the name of the publication. */
  async publish(): Promise<string> {
    const { catalogs } = this.opened
    await load(catalogs, A.id, [{ slug: 'x', name: 'X', variants: [{ sku: 'x', price: ++this.#price }] }])
    const { value } = await (await catalogs.current(A.id)).publications().next()
    return publicationName(value!)
  }

  /** Starts a follower of the store. */
  start(...options: string[]): Running {
    return this.place.start(['follow', '--store', 'a', '--database', this.opened.reader, '--delay', '1s', ...options])
  }

  /** Starts a follower that posts to a receiver. */
  follow({ url }: Pick<Receiver, 'url'>, ...options: string[]): Running {
    return this.start('--webhook', url, '--secret-file', 'secret', '--state', 'state.db', ...options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.place[Symbol.dispose]()
    await this.opened[Symbol.asyncDispose]()
  }
}
