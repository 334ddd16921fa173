import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { limitConnectionAge } from '../../packages/vitrine/cli/serve/workers/connection-age.ts'

test('an old connection ends after its next answer, and a young one stays', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  limitConnectionAge(server, 1000)
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { port } = server.address() as AddressInfo
  const answer = async () => {
    const [response] = (await once(get({ host: '127.0.0.1', port, agent }), 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    return response.headers.connection
  }
  assert.equal(await answer(), 'keep-alive')
  now = 1001
  assert.equal(await answer(), 'close')
  assert.equal(await answer(), 'keep-alive')
  agent.destroy()
  server.close()
})
