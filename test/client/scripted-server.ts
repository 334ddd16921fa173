import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers one request. */
export type Reply = (response: ServerResponse, request: IncomingMessage) => void

/** A server that answers its requests one by one as it is told. The last reply answers all that follow. */
export interface ScriptedServer extends AsyncDisposable {
  readonly address: string
  /** The requests so far. */
  readonly requests: readonly IncomingMessage[]
  /** Waits for the request with this number, counted from 1. */
  request(number: number): Promise<IncomingMessage>
}

export async function openScriptedServer(...replies: readonly Reply[]): Promise<ScriptedServer> {
  const requests: IncomingMessage[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)]!
    requests.push(request)
    for (const wake of waiting.splice(0)) wake()
    reply(response, request)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async request(number) {
      while (requests.length < number) await new Promise<void>((wake) => waiting.push(wake))
      return requests[number - 1]!
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** An answer of the service to any single read. */
export const ok: Reply = (response) => {
  response.setHeader('content-type', 'application/json').end('{"id":"a"}')
}

/** An error of the service. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers })
    response.end(JSON.stringify({ type: '', title: '', status, detail: `It is ${code}.`, code }))
  }
}

/** A page of a proxy. */
export function page(status: number): Reply {
  return (response) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
}

/** Closes the connection without an answer. */
export const hangUp: Reply = (response) => {
  response.socket!.destroy()
}

/** Never answers. */
export const silence: Reply = () => {}
