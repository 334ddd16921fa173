import type { ExpectedAnswers } from './catalog-versions.ts'

/** Checks each answer against the edition in its ETag, or against the version in it if the ETag is of the body. */
export class AnswerChecks {
  /** The catalog version of each edition, by number and time of publishing, as the ETag has them. */
  readonly versions = new Map<string, number>()
  readonly #expected: ExpectedAnswers

  constructor(expected: ExpectedAnswers) {
    this.#expected = expected
  }

  /** Describes what is wrong with a 200. Undefined if nothing is, or if the version of the edition is not yet clear. */
  faultOf(target: string, etag: string, body: string): string | undefined {
    const edition = /^W\/"(\d+-[\da-z]+)-[\da-f]{8}"$/.exec(etag)?.[1]
    // Product names contain the version, so the first answer of an edition tells its version.
    const stated = /of version (\d+)/.exec(body)?.[1]
    const version = this.versions.get(edition ?? '') ?? (stated === undefined ? undefined : Number(stated))
    if (version === undefined) return undefined
    if (edition !== undefined) this.versions.set(edition, version)
    if (body === this.#expected.answer(version, target)) return undefined
    return `${target} of ${etag}, which is version ${version}: ${body.slice(0, 300)}`
  }
}
