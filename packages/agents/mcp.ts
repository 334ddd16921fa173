import type { PreparedCall } from './catalog.ts'
import { AgentError, InvalidArguments } from './error.ts'
import { endOf, type JsonPart, jsonBytes } from './json-part.ts'
import { TOOLS } from './mcp-tools.ts'
import { checkProfileUrl } from './profile.ts'

/**
 * The Model Context Protocol without sessions: each message gets one answer. Serves the revision 2026-07-28, whose
 * requests have their version in `_meta`, and the older revisions, which begin with `initialize`. A request with
 * neither gets the answer of an older revision.
 */

const MODERN = '2026-07-28'
/** Newest first. */
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const META = 'io.modelcontextprotocol'

/** How long clients may keep the list of tools, in milliseconds. */
const LIST_TTL = 3_600_000

/** Characters of a message that an error quotes. */
const MAX_QUOTED = 60

/** The headers that repeat parts of a message. */
interface McpHeaders {
  readonly version: string | undefined
  readonly method: string | undefined
  readonly name: string | undefined
}

interface McpAnswer {
  readonly status: number
  /** JSON. Undefined for a notification, which gets no answer. */
  readonly body: Uint8Array | undefined
}

/** What a server does with messages. */
interface McpServer {
  readonly release: string
  readonly instructions: string
  /** Whether every call of a tool has to name the profile of its agent, as UCP demands. */
  readonly requiresProfile: boolean
  /** Runs a tool. `parse` checks its arguments. */
  run(tool: string, parse: () => PreparedCall): Promise<readonly JsonPart[]>
  /** Describes an error of `run` to the client. */
  errorOf(error: unknown): RpcError
}

type Id = string | number | null
type Fields = Readonly<Record<string, unknown>>

/** An error of JSON-RPC, with the HTTP status of its answer. */
export class RpcError extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor(code: number, message: string, status: number, data?: unknown) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602
const HEADER_MISMATCH = -32020
const UNSUPPORTED_VERSION = -32022
const INVALID_PROFILE = -32001

/** The answer to the text of a message. */
export async function answerMcp(text: string, headers: McpHeaders, server: McpServer): Promise<McpAnswer> {
  let id: Id = null
  let isLegacy = false
  try {
    const message = parseMessage(text)
    if (message.id === undefined) return { status: 202, body: undefined }
    id = message.id
    isLegacy = !isModern(message, headers)
    const result = await resultOf(message, isLegacy, server)
    const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`)
    return { status: 200, body: Buffer.concat([head, ...result, END]) }
  } catch (error) {
    const rpcError = error instanceof RpcError ? error : server.errorOf(error)
    // Old clients take any other status for a broken connection, and do not read the error.
    const status = isLegacy && rpcError.status < 500 ? 200 : rpcError.status
    return { status, body: jsonBytes(errorBody(id, rpcError)) }
  }
}

const END = Buffer.from('}')

/** The body of an error. `id` is that of the request, or null if it could not be read. */
export function errorBody(id: Id, { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}

/** A request, or a notification, which has no id. */
interface Message {
  readonly id: Id | undefined
  readonly method: string
  readonly params: Fields
}

function parseMessage(text: string): Message {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    throw new RpcError(-32700, 'The body is not JSON.', 400)
  }
  if (!isObject(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string')
    throw new RpcError(INVALID_REQUEST, 'The body must be one request of JSON-RPC 2.0, and no batch.', 400)
  const { id, params = {} } = message
  if ('id' in message && typeof id !== 'string' && typeof id !== 'number')
    throw new RpcError(INVALID_REQUEST, 'The id of a request must be a text or a number.', 400)
  if (!isObject(params)) throw new RpcError(INVALID_PARAMS, 'params must be an object.', 400)
  return { id: id as Id | undefined, method: message.method, params }
}

/**
 * Whether a request is of the modern revision. Throws if it contradicts itself, or is of a revision that is not known.
 */
function isModern({ method, params }: Message, headers: McpHeaders): boolean {
  const meta = isObject(params._meta) ? params._meta : {}
  const inMeta = meta[`${META}/protocolVersion`]
  if (inMeta === undefined && headers.version !== MODERN) {
    if (method === 'initialize' || headers.version === undefined || LEGACY.includes(headers.version)) return false
    throw unsupported(headers.version)
  }
  if (typeof inMeta !== 'string' || !isObject(meta[`${META}/clientCapabilities`])) {
    const message = `params._meta must have ${META}/protocolVersion and ${META}/clientCapabilities.`
    throw new RpcError(INVALID_PARAMS, message, 400)
  }
  checkHeader('MCP-Protocol-Version', headers.version, inMeta)
  if (inMeta !== MODERN) throw unsupported(inMeta)
  checkHeader('Mcp-Method', headers.method, method)
  if (method === 'tools/call') checkHeader('Mcp-Name', headers.name, params.name)
  return true
}

function unsupported(requested: string): RpcError {
  const data = { supported: [MODERN, ...LEGACY], requested }
  return new RpcError(UNSUPPORTED_VERSION, `The protocol version ${quoted(requested)} is not supported.`, 400, data)
}

function checkHeader(name: string, value: string | undefined, inBody: unknown): void {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1]
  const decoded = encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
  if (decoded === inBody) return
  throw new RpcError(HEADER_MISMATCH, `The header ${name} must repeat ${quoted(inBody)} of the body.`, 400)
}

/** The bytes of a result, as JSON. */
type Result = readonly Uint8Array[]

function resultOf(message: Message, isLegacy: boolean, server: McpServer): Promise<Result> {
  return isLegacy ? legacyResult(message, server) : modernResult(message, server)
}

async function modernResult({ method, params }: Message, server: McpServer): Promise<Result> {
  const described = { resultType: 'complete', _meta: { [`${META}/serverInfo`]: serverInfo(server) } }
  const cacheable = { ...described, ttlMs: LIST_TTL, cacheScope: 'public' }
  switch (method) {
    case 'server/discover':
      return [jsonBytes({ supportedVersions: [MODERN, ...LEGACY], ...offer(server), ...cacheable })]
    case 'tools/list':
      return [jsonBytes({ ...toolList(params), ...cacheable })]
    case 'tools/call':
      return await callTool(params, server, described)
    default:
      throw unknownMethod(method)
  }
}

async function legacyResult({ method, params }: Message, server: McpServer): Promise<Result> {
  switch (method) {
    case 'initialize': {
      const protocolVersion = legacyVersion(params.protocolVersion)
      return [jsonBytes({ protocolVersion, ...offer(server), serverInfo: serverInfo(server) })]
    }
    case 'ping':
      return [jsonBytes({})]
    case 'tools/list':
      return [jsonBytes(toolList(params))]
    case 'tools/call':
      return await callTool(params, server, {})
    default:
      throw unknownMethod(method)
  }
}

function unknownMethod(method: string): RpcError {
  return new RpcError(METHOD_NOT_FOUND, `The method ${quoted(method)} does not exist here.`, 404)
}

function serverInfo({ release }: McpServer) {
  return { name: 'vitrine', version: release }
}

function offer({ instructions }: McpServer) {
  return { capabilities: { tools: {} }, instructions }
}

function toolList({ cursor }: Fields) {
  if (cursor !== undefined) throw new RpcError(INVALID_PARAMS, 'The list of tools has one page.', 400)
  return { tools: TOOLS.map(({ definition }) => definition) }
}

function legacyVersion(requested: unknown): string {
  return LEGACY.find((version) => version === requested) ?? LEGACY[0]!
}

/** Runs a tool. `described` are the fields of its result besides the answer. */
async function callTool({ name, arguments: args = {} }: Fields, server: McpServer, described: object): Promise<Result> {
  const tool = TOOLS.find(({ definition }) => definition.name === name)
  if (!tool) {
    const names = TOOLS.map(({ definition }) => definition.name).join(', ')
    throw new RpcError(INVALID_PARAMS, `There is no tool ${quoted(name)}. The tools are ${names}.`, 400)
  }
  if (!isObject(args)) throw new RpcError(INVALID_PARAMS, 'arguments must be an object.', 400)
  if (server.requiresProfile) requireProfile(args.meta)
  try {
    return toolResult(await server.run(tool.definition.name, () => tool.parse(catalogOf(args))), described)
  } catch (error) {
    if (!(error instanceof InvalidArguments)) throw error
    if (error.code === 'request_too_large') throw new RpcError(INVALID_PARAMS, error.message, 400, { code: error.code })
    return [jsonBytes({ content: [{ type: 'text', text: error.message }], isError: true, ...described })]
  }
}

/** Throws `InvalidArguments` if the arguments are beside `catalog` and not in it: a model may forget it. */
function catalogOf({ catalog, meta: _, ...others }: Fields): unknown {
  const [name] = Object.keys(others)
  if (catalog !== undefined || name === undefined) return catalog
  throw new InvalidArguments(`${quoted(name)} must be in "catalog", as in {"catalog": {${quoted(name)}: …}}.`)
}

/** Answers have their content as an object, and as text for clients that do not read objects. */
function toolResult(answer: readonly JsonPart[], described: object): Result {
  const escaped = answer.map((part) => part.escaped)
  const json = answer.map((part) => part.json)
  return [TEXT, ...escaped, STRUCTURED, ...json, Buffer.from(endOf(described))]
}

const TEXT = Buffer.from('{"content":[{"type":"text","text":"')
const STRUCTURED = Buffer.from('"}],"structuredContent":')

function requireProfile(meta: unknown): void {
  const agent = isObject(meta) ? meta['ucp-agent'] : undefined
  if (!isObject(agent) || agent.profile === undefined) {
    throw new RpcError(INVALID_PARAMS, 'arguments.meta["ucp-agent"].profile must name the profile of the agent.', 400)
  }
  try {
    checkProfileUrl(agent.profile)
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
    const data = { code: error.code, content: error.message }
    throw new RpcError(INVALID_PROFILE, 'UCP discovery failed', 400, data)
  }
}

/** The beginning of a value as JSON: a body may have 64 kB in one name. */
function quoted(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_QUOTED).toWellFormed())
  return value === undefined ? 'undefined' : JSON.stringify(value).slice(0, MAX_QUOTED).toWellFormed()
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
