/**
 * The upper limit for any Node server: `node bench/harness/bare-server.ts PORT` answers `/BYTES/…` with this many bytes of JSON
 * from memory.
 */
import { createServer } from 'node:http'

const bodies = new Map<number, Buffer>()

const server = createServer(({ url }, response) => {
  const bytes = Math.max(2, Number.parseInt(url!.slice(1), 10) || 0)
  const body = bodies.get(bytes) ?? Buffer.from(`"${'x'.repeat(bytes - 2)}"`)
  bodies.set(bytes, body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes })
  response.end(body)
})
server.listen(Number(process.argv[2]), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
