import { readFileSync } from 'node:fs'
import type { Random } from '../../bench/catalog/random.ts'
import type { Sent } from './attempt.ts'
import { type Existing, STORE, written } from './request.ts'

interface Schema {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly const?: string | boolean
  readonly pattern?: string
  readonly format?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface Operation {
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly statuses: readonly number[]
  readonly schema: string
}

/** How a value stands to its schema. The schema leaves open whether the server takes an edge. */
type Standing = 'valid' | 'edge' | 'wrong'

const MAX_QUERY = 2000

interface Pair {
  readonly values: readonly string[]
  readonly standing: Standing
}

/** The operations of openapi.json. */
export const OPERATIONS: readonly Operation[] = readOperations()

/** A request for a documented operation, with valid, wrong and edge values of its documented parameters. */
export function documentedRequest(random: Random, existing: Existing): Sent {
  const { path, parameters, statuses, schema } = random.pick(OPERATIONS)
  const standings: Standing[] = []
  const query: string[] = []
  const ids = path.includes('variant') ? existing.variantIds : existing.productIds
  let target = path
  const add = ({ standing, values }: Pair, use: (value: string) => void) => {
    standings.push(standing)
    values.forEach(use)
  }
  for (const { name, in: place, schema } of parameters) {
    // The target and the headers must stay below 16 KiB.
    if (query.join('&').length > MAX_QUERY) break
    if (place === 'path')
      add(drawPair(random, schema, ids), (id) => {
        target = target.replace(`{${name}}`, encodeURIComponent(id))
      })
    else if (place === 'query' && random.chance(0.3)) {
      const pair = drawPair(random, schema, ids)
      // The store has no markets. Without a value, a parameter is not there.
      const isUnknown = name === 'market' && pair.values.some((value) => value !== '')
      add(isUnknown ? { ...pair, standing: 'wrong' } : pair, (value) =>
        query.push(`${name}=${encodeURIComponent(value)}`),
      )
    }
  }
  // An id that does not exist is valid, and so is a minimum above the maximum. Two publications have an order.
  const isWrong = standings.includes('wrong')
  const missing = [...(path.includes('{') ? [404] : []), ...(statuses.includes(410) ? [410, 400] : [])]
  const right = isWrong ? [400] : [200, 304, ...missing]
  const allowed = standings.includes('edge') && !isWrong ? [...right, 400] : right
  const condition = random.chance(0.1) ? [['If-None-Match', random.pick(['*', '"x"', 'W/"1-x"'])] as const] : []
  const encoding = random.chance(0.1)
    ? [['Accept-Encoding', random.pick(['gzip', 'br', 'zstd;q=0', '*'])] as const]
    : []
  const undocumented = allowed.filter((status) => !statuses.includes(status))
  if (undocumented.length > 0) throw new Error(`openapi.json has no status ${undocumented} for ${path}`)
  return written(random, {
    kind: `documented, ${isWrong ? 'wrong' : standings.includes('edge') ? 'edge' : 'valid'}`,
    target: query.length > 0 ? `${target}?${query.join('&')}` : target,
    headers: [['x-store-id', STORE], ...condition, ...encoding],
    allowed,
    // An edge may be an empty id, and that is the path of the list.
    ...(standings.includes('edge') ? {} : { schema }),
  })
}

function drawPair(random: Random, schema: Schema, ids: readonly string[]): Pair {
  if (schema.type !== 'array') return scalar(random, schema, ids)
  if (random.chance(0.02)) {
    const values = Array.from({ length: schema.maxItems! + 1 }, () => valid(random, schema.items!, ids).slice(0, 40))
    return { values, standing: 'wrong' }
  }
  const pairs = Array.from({ length: random.integer(1, 4) }, () => scalar(random, schema.items!, ids))
  const standing = (['wrong', 'edge'] as const).find((each) => pairs.some((pair) => pair.standing === each))
  return { values: pairs.flatMap(({ values }) => values), standing: standing ?? 'valid' }
}

function scalar(random: Random, schema: Schema, ids: readonly string[]): Pair {
  if (random.chance(0.8)) return { values: [valid(random, schema, ids)], standing: 'valid' }
  const wrongs = wrong(schema)
  if (wrongs.length > 0 && random.chance(0.6)) return { values: [random.pick(wrongs)], standing: 'wrong' }
  return { values: [random.pick(EDGES)], standing: 'edge' }
}

/** Values that are right for some schemas and wrong for others. */
const EDGES = [
  '',
  ' ',
  '0',
  '-0',
  '01',
  '1.0',
  '+1',
  '1e1',
  '\u0661',
  'NaN',
  'null',
  'true',
  'TRUE',
  '[]',
  '{}',
  '%',
  '%00',
  '\0',
  '\ud83d\udca9',
  '\u202e',
  'a'.repeat(201),
  ',',
  ':',
  '"',
  '\\',
  '\n',
  "'; DROP TABLE stores; --",
  '../..',
]

const WORDS = [
  'kaloka',
  'lo',
  'ka lo',
  'x',
  'é',
  '\u6f22\u5b57',
  'ка',
  '\ud83d\udc55',
  'a-b',
  'a_b',
  '100%',
  'kalok',
  'a'.repeat(200),
]
const CODES = [
  'label-1',
  'color:color-1',
  'color',
  'size:size-2',
  'color-3',
  'unknown',
  'SKU-7-0',
  'product-12',
  ':',
  'a:b:c',
]

function valid(random: Random, schema: Schema, ids: readonly string[]): string {
  if (schema.enum) return random.pick(schema.enum)
  if (schema.format === 'uuid') {
    const id = random.chance(0.7) ? random.pick(ids) : random.uuid()
    return random.chance(0.2) ? id.toUpperCase() : id
  }
  if (schema.type === 'integer') {
    const numbers = [schema.minimum!, 2, 7, 20, 100, 101, random.integer(1, 100_000), schema.maximum!]
    return String(random.pick(numbers.filter((each) => each >= schema.minimum! && each <= schema.maximum!)))
  }
  if (schema.const !== undefined) return String(schema.const)
  if (schema.format === 'publication') return random.pick(['1-1', '2s-mbx1k2ar', 'zik0zj-1', 'zzzzzzzzz-zzzzzzzzz'])
  if (schema.format === 'attribute-range') return random.pick(['weight:..0.5kg', 'a:1', 'dry:true', 'b:-2..3 W'])
  if (schema.pattern) return random.pick(['0', '0.5', '19.9', '19.90', '19.9000', '100000', '9007199254740.99'])
  return random.pick(random.chance(0.5) ? WORDS : CODES)
}

function wrong({ enum: values, const: only, format, type, pattern, maxLength }: Schema): readonly string[] {
  if (values) return ['price', 'price:', 'price:UP', 'beauty:ASC', `${values[0]}x`, `${values[0]};${values[1]}`]
  if (format === 'uuid')
    return ['1', 'shirt', '00000000-0000-0000-0000-00000000000g', '0'.repeat(32), '{}', `${'0'.repeat(8)}-`]
  if (type === 'integer') return ['0', '-1', '1.5', 'abc', '1e300', '9007199254740992', '0x10', '1 2', 'Infinity']
  if (only !== undefined) return ['false', '1', 'yes', String(only).toUpperCase(), `${only}e`]
  if (format === 'publication') return ['x', '1', '0-1', '1-0', '1-1-1', '1-1 ', 'A-1', '1-aaaaaaaaaa']
  if (format === 'attribute-range')
    return ['weight', 'weight:', ':1', 'weight:1kg..2l', 'weight:..', 'weight:1,5', 'weight:1e3']
  if (pattern) return ['-1', '19,90', '1.999', '.', '1e2', 'cheap', '1.2.3', '90071992547409.92', '$5']
  return maxLength === undefined ? [] : ['a'.repeat(maxLength + 1), 'é'.repeat(300)]
}

function readOperations(): Operation[] {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  // biome-ignore lint/suspicious/noExplicitAny: openapi.json has been linted
  const operations = Object.entries<any>(document.paths).filter(
    ([, { get }]) => 'application/json' in get.responses['200'].content,
  )
  return operations.map(([path, { get }]) => ({
    path,
    parameters: get.parameters.filter((parameter: { name?: string }) => parameter.name !== undefined),
    statuses: Object.keys(get.responses).map(Number),
    schema: get.responses['200'].content['application/json'].schema.$ref.split('/').at(-1),
  }))
}
