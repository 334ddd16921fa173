import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { readBody } from '@vitrine/server/request-body'

test('the body of a client that went before it was read ends with an error', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
  const [raw, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const gone = once(response, 'close')
  raw.on('error', () => {})
  client.destroy()
  await gone
  await assert.rejects(readBody(raw, response, 100), { message: 'The request ended before its body did.' })
  server.close()
})
