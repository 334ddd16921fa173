// biome-ignore lint/suspicious/noExplicitAny: a JSON document
export type Json = any

/** The facts of an OpenAPI document that clients rely on. */
export interface ApiFacts {
  /** The JSON schema of each parameter of each operation, with `in` and `required`. */
  readonly requests: Record<string, Record<string, Json>>
  /** What answers contain, one sentence each. */
  readonly answers: readonly string[]
}

export function factsOf(document: Json): ApiFacts {
  const resolve = ({ $ref, ...value }: Json): Json =>
    $ref ? $ref.split('/').reduce((at: Json, key: string) => (key === '#' ? document : at[key]), document) : value
  const requests: ApiFacts['requests'] = {}
  const answers = Object.entries(document.components.schemas).flatMap(([name, schema]) => schemaFacts(name, schema))
  for (const [path, { get }] of Object.entries<Json>(document.paths)) {
    requests[path] = Object.fromEntries(get.parameters.map(resolve).map((each: Json) => [each.name, rulesOf(each)]))
    for (const [status, response] of Object.entries(get.responses)) {
      const { headers = {}, content = {} } = resolve(response)
      const bodies = Object.entries<Json>(content).map(([type, { schema }]) => `has ${type}: ${typeOf(schema)}`)
      const facts = ['is an answer', ...Object.keys(headers).map((header) => `has ${header}`), ...bodies]
      answers.push(...facts.map((fact) => `${path} ${status} ${fact}`))
    }
  }
  return { requests, answers }
}

function rulesOf({ in: place, required, schema }: Json): Json {
  const { description, examples, const: only, ...rules } = schema
  return { in: place, ...(required && { required }), ...(only !== undefined && { enum: [only] }), ...rules }
}

/** The facts of a schema and of the schemas in it. A reference is a fact by its name. */
function schemaFacts(at: string, { required = [], properties = {}, items, ...schema }: Json): string[] {
  return [
    `${at} is ${typeOf(schema)}`,
    ...(schema.enum ?? []).map((value: unknown) => `${at} can be ${value}`),
    ...required.map((name: string) => `${at} always has ${name}`),
    ...Object.entries(properties).flatMap(([name, property]) => schemaFacts(`${at}.${name}`, property)),
    ...(items ? schemaFacts(`${at}[]`, items) : []),
  ]
}

function typeOf({ $ref, anyOf, type, format, pattern }: Json): string {
  if (anyOf) return anyOf.map(typeOf).sort().join(' or ')
  return [$ref?.replace(/.*\//, ''), type, format, pattern].flat().filter(Boolean).join(' ')
}

/** The facts of `before` that `now` has no longer, and parameters that are newly required. */
export function brokenFacts(before: ApiFacts, now: ApiFacts): string[] {
  const requests = Object.entries(before.requests).flatMap(([path, old]) => {
    const current = now.requests[path] ?? {}
    const isBroken = (name: string) => (old[name] ? isNarrower('', old[name], current[name]) : current[name].required)
    const broken = Object.keys({ ...old, ...current }).filter(isBroken)
    return broken.map((name) => `${path}?${name} was ${JSON.stringify(old[name])}`)
  })
  return [...requests, ...before.answers.filter((fact) => !now.answers.includes(fact))]
}

/** Whether a rule of a parameter accepts less than before. A pattern that has changed counts as narrower. */
function isNarrower(rule: string, before: Json, now: Json): boolean {
  if (now === undefined) return !/^(pattern|format|enum|required|max.*|min.*)$/.test(rule)
  if (before === undefined) return true
  if (rule === 'enum') return before.some((value: unknown) => !now.includes(value))
  if (/^max|at-most$/.test(rule)) return now < before
  if (/^min/.test(rule)) return now > before
  if (typeof now !== 'object' || Array.isArray(now)) return JSON.stringify(now) !== JSON.stringify(before)
  return Object.keys({ ...before, ...now }).some((each) => isNarrower(each, before[each], now[each]))
}
