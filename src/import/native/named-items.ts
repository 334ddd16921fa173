import type { Uuid } from '../../catalog/uuid.ts'
import { NAME_LIMIT, type ObjectReader, shown } from '../fields.ts'
import { SLUG_LIMIT, shortSlug } from '../identifiers.ts'
import { childPath, type JsonPath } from '../json-path.ts'
import type { ReadContext } from './read-context.ts'

/** A label, an option group or an option as the file has it. */
export interface Named {
  readonly place: JsonPath
  /** undefined if left out. */
  readonly id: Uuid | undefined
  /** '' if it is wrong. */
  readonly name: string
  /** undefined if left out; '' if it is wrong. */
  readonly code: string | undefined
}

/** The same, once those that stand beside it are known too. */
export interface Coded extends Named {
  /** '' if it is wrong. */
  readonly code: string
}

export function readNamed(fields: ObjectReader, right: string): Named {
  const id = fields.id()
  return { place: fields.place, id, name: fields.requiredText('name', right, NAME_LIMIT), code: readCode(fields) }
}

/** undefined if it is left out, '' if it is wrong. Codes are in lower case: filters compare them as they are. */
export function readCode(fields: ObjectReader): string | undefined {
  const given = fields.text('code')
  if (given === undefined) return fields.has('code') ? '' : undefined
  if (given.length > SLUG_LIMIT || !CODE.test(given)) {
    fields.problem('code', `is ${shown(given)}`, rightCode(given))
    return ''
  }
  const code = given.toLowerCase()
  if (code !== given) fields.findings.warn(fields.at('code'), `${shown(given)} is taken as ${shown(code)}`)
  return code
}

/** A filter may say `group:option`, so that neither can have a colon. */
const CODE = /^[^\s:\x00-\x1f\x7f-\x9f]+$/

function rightCode(given: string): string {
  const right = `a code of at most ${SLUG_LIMIT} characters, without white space and colons`
  const example = shortSlug(given.slice(0, NAME_LIMIT))
  return example === '' ? right : `${right}, such as ${shown(example)}`
}

/** Gives those without a code one that is made from the name, as `codeOf` does. */
export function withCodes(things: readonly Named[], scope: string, intake: ReadContext): readonly Coded[] {
  if (things.every(hasCode)) return things
  const given = new Map<string, string>()
  for (const { name, code } of things) if (code) given.set(code, name)
  return things.map((thing) => ({ ...thing, code: codeOf(thing, scope, (code) => given.get(code), intake) }))
}

function hasCode(thing: Named): thing is Coded {
  return thing.code !== undefined
}

/**
 * The code of a thing, made from its name if the file gives none. `nameBeside` finds what has a code among the things
 * beside it: only one of the very same name may share a code that is made. `scope` as in `MadeCodes`.
 */
export function codeOf(
  { place, name, code: given }: Named,
  scope: string,
  nameBeside: (code: string) => string | undefined,
  intake: ReadContext,
): string {
  if (given !== undefined || name === '') return given ?? ''
  const code = intake.codes.make(scope, name, (candidate) => (nameBeside(candidate) ?? name) !== name)
  if (code === '') {
    const wrong = 'is missing, and the name has neither letters nor digits to make it from'
    intake.findings.problem(childPath(place, 'code'), wrong, 'a code such as "new-arrivals"')
  }
  return code
}
