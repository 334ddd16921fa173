import assert from 'node:assert/strict'
import { TOOLS } from '@vitrine/agents/mcp-tools'
import { assertCorrelation } from '../../test/agents/lookup-correlation.ts'
import { assertSchema, assertUcp } from '../../test/agents/ucp-schemas.ts'
import type { JsonReply } from './agent-client.ts'
import type { AgentCall, ToolName } from './draw-call.ts'

/** Bytes of a search over MCP that assistants read without cutting it. */
const MAX_SEARCH = 25_000

const OUTPUT_SCHEMAS = new Map(TOOLS.map(({ definition }) => [definition.name, definition.outputSchema]))

export type Outcome = 'answered' | 'not found' | 'refused'

/**
 * Asserts that the answers to a call are what UCP and the schema of the tool say, and that both transports say the same.
 * `rest` is undefined if the tool is no operation of UCP.
 */
export function checkAnswers({ tool, catalog }: AgentCall, mcp: JsonReply, rest: JsonReply | undefined): Outcome {
  const { result, error } = mcp.body
  if (error || result.isError) {
    checkRefusal(error?.message ?? result.content[0].text, rest)
    return 'refused'
  }
  assert.equal(mcp.status, 200)
  const { structuredContent, content } = result
  assert.deepEqual(JSON.parse(content[0].text), structuredContent, 'the text is the object')
  assertSchema(OUTPUT_SCHEMAS.get(tool)!, structuredContent)
  if (tool === 'search_catalog') assert.ok(Buffer.byteLength(JSON.stringify(result)) <= MAX_SEARCH, 'at most 25 kB')
  if (tool === 'lookup_catalog') assertCorrelation((catalog as { ids: string[] }).ids, structuredContent.products)
  if (!rest || tool === 'list_filters') return 'answered'
  assert.equal(rest.status, 200)
  return checkUcp(tool, structuredContent, rest.body)
}

function checkUcp(tool: Exclude<ToolName, 'list_filters'>, mcp: JsonReply['body'], rest: JsonReply['body']): Outcome {
  const isError = mcp.ucp.status === 'error'
  for (const answer of [mcp, rest]) assertUcp(isError ? 'error' : tool, answer)
  // Over MCP, a page of a search may end earlier.
  if (tool === 'search_catalog') assert.deepEqual(mcp.products, rest.products.slice(0, mcp.products.length))
  else assert.deepEqual(mcp, rest)
  return isError ? 'not found' : 'answered'
}

function checkRefusal(message: string, rest: JsonReply | undefined): void {
  assert.match(message, /\.$/)
  if (!rest) return
  assert.equal(rest.status, 400)
  assert.equal(rest.body.content, message)
}
