import type { Random } from '../../bench/catalog/random.ts'
import type { Sent } from './attempt.ts'
import { type Existing, type Header, written } from './request.ts'

const AGENT: Header = ['UCP-Agent', 'profile="https://agent.example/profile.json"']

/** Values that break programs which trust their input. */
const STRANGE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.1,
  '',
  'x'.repeat(400),
  '\u0000',
  '\ud800',
  '💩',
  '__proto__',
  "' OR 1=1",
  [],
  {},
  [[]],
  { __proto__: { polluted: true } },
  Array(60).fill('x'),
]

const ORIGINS = ['null', 'https://a.example', 'http://shop.example', 'x', '\u00ff']

/** A call of a tool or an operation, with right and strange values, in a body that may be damaged. */
export function agentRequest(random: Random, existing: Existing): Sent {
  const [tool, operation, catalog] = call(random, existing)
  const isRest = random.chance(0.4)
  const method = random.pick(['tools/call', 'tools/call', 'tools/list', 'initialize', 'ping', 'constructor'])
  const params = { name: tool, arguments: { catalog, meta: strange(random, {}) } }
  const message = { jsonrpc: '2.0', id: strange(random, 1), method, params: strange(random, params) }
  const json = JSON.stringify(isRest ? catalog : message)
  const body = Buffer.from(random.chance(0.1) ? json.slice(0, random.integer(0, json.length)) : json).toString('latin1')
  const headers: Header[] = [AGENT, ['Content-Length', String(body.length)]]
  if (random.chance(0.1)) headers.push(['Origin', random.pick(ORIGINS)])
  if (random.chance(0.1)) headers.push(['MCP-Protocol-Version', random.pick(['2026-07-28', '2025-06-18', 'x'])])
  if (random.chance(0.05)) headers[0] = ['UCP-Agent', random.pick(['x', 'profile="http://a"', 'profile="\\"'])]
  const isEncoded = random.chance(0.03)
  if (isEncoded) headers.push(['Content-Encoding', random.pick(['gzip', 'br', 'x'])])
  return written(random, {
    kind: isRest ? 'UCP' : 'MCP',
    method: random.chance(0.95) ? 'POST' : random.pick(['GET', 'PUT', 'DELETE']),
    target: isRest ? `/ucp/catalog/${operation}` : random.pick(['/mcp', '/ucp/mcp']),
    headers,
    body,
    allowed: isEncoded ? [403, 404, 405, 415] : [200, 202, 400, 403, 404, 405],
  })
}

function call(
  random: Random,
  { productIds, variantIds }: Existing,
): [tool: string, operation: string, catalog: unknown] {
  const filters = strange(random, {
    categories: strange(random, ['label-1']),
    price: strange(random, { min: strange(random, 0), max: strange(random, 5000) }),
    available: strange(random, false),
    options: strange(random, [{ name: 'color', label: strange(random, 'color-1') }]),
  })
  const id = random.pick(random.chance(0.5) ? productIds : variantIds)
  const pagination = strange(random, { limit: strange(random, 3), cursor: random.chance(0.2) ? 'MTAvNQ' : undefined })
  const calls: [string, string, unknown][] = [
    ['search_catalog', 'search', { query: strange(random, 'a'), filters, pagination }],
    ['lookup_catalog', 'lookup', { ids: strange(random, [id, strange(random, 'x')]), filters }],
    ['get_product', 'product', { id: strange(random, id), selected: strange(random, []), filters }],
    ['list_filters', 'filters', { query: strange(random, 'a'), filters }],
  ]
  return random.pick(calls)
}

/** The value, or now and then another one. */
function strange(random: Random, value: unknown): unknown {
  return random.chance(0.08) ? random.pick(STRANGE_VALUES) : value
}
