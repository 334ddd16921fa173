import { LOOKUP, SEARCH, UCP_VERSION } from './catalog.ts'
import { AgentError } from './error.ts'

/** Where the specification and the schemas of this version are. */
const SPECIFICATION = `https://ucp.dev/${UCP_VERSION}/specification`
const SCHEMAS = `https://ucp.dev/${UCP_VERSION}`

/**
 * The profile that a shop publishes at `/.well-known/ucp`: its services and what they can do. `base` is the public URL
 * under which agents reach the store. A catalog sells nothing, so it has no payment handlers.
 */
export function ucpProfile(base: string) {
  const service = (transport: string, schema: string, endpoint: string) => ({
    version: UCP_VERSION,
    spec: `${SPECIFICATION}/overview`,
    transport,
    schema: `${SCHEMAS}/services/shopping/${schema}`,
    endpoint,
  })
  const capability = (page: string, schema: string) => ({
    version: UCP_VERSION,
    spec: `${SPECIFICATION}/catalog/${page}`,
    schema: `${SCHEMAS}/schemas/shopping/${schema}.json`,
  })
  return {
    ucp: {
      version: UCP_VERSION,
      services: {
        'dev.ucp.shopping': [
          service('rest', 'rest.openapi.json', `${base}/ucp`),
          service('mcp', 'mcp.openrpc.json', `${base}/ucp/mcp`),
        ],
      },
      capabilities: {
        [SEARCH]: [capability('search', 'catalog_search')],
        [LOOKUP]: [capability('lookup', 'catalog_lookup')],
      },
      payment_handlers: {},
    },
  }
}

/**
 * Checks the URL of an agent's profile. It is not fetched: the answers do not depend on it, and a server must not open
 * addresses that strangers name. Throws `AgentError`.
 */
export function checkProfileUrl(profile: unknown): void {
  const url = typeof profile === 'string' ? URL.parse(profile) : null
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return
  throw new AgentError(
    'invalid-profile',
    'The profile of an agent must be an https URL, such as https://agent.example/profile.json.',
  )
}

/**
 * The profile URL in the header `UCP-Agent: profile="https://…"`, a dictionary of RFC 8941; undefined if it has none.
 */
export function profileOfHeader(header: string | undefined): string | undefined {
  return /(?:^|,)\s*profile="([^"\\]*)"/.exec(header ?? '')?.[1]
}
