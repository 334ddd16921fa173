import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'

/** Editions of a database with one store, whose current edition is always this one. */
export function editionsOf(edition: Edition): Editions {
  return {
    current: async () => edition,
    unavailableSince: undefined,
    ping: async () => {},
    list: async () => [],
    async [Symbol.asyncDispose]() {},
  }
}

/** The edition, with some of its members replaced. */
export function withMembers(edition: Edition, members: Partial<Edition>): Edition {
  return new Proxy(edition, {
    get(target, name: keyof Edition) {
      if (name in members) return members[name]
      const member = target[name]
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
