/**
 * The upper limit for any Node server: `node bench/harness/bare-server.ts PORT BYTES` answers every request with this many
 * bytes of JSON from memory.
 */
import { createServer } from 'node:http'

const [port, bytes] = process.argv.slice(2).map(Number)
const size = Math.max(2, bytes!)
const body = Buffer.from(`"${'x'.repeat(size - 2)}"`)
const headers = { 'content-type': 'application/json', 'content-length': size }

const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(port, '127.0.0.1')
process.on('SIGTERM', () => process.exit())
