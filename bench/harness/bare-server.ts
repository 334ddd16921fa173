/**
 * What Node can do at most: `node bench/raw.ts PORT BYTES` answers every request with so many bytes of JSON from
 * memory, without looking at what was asked.
 */
import { createServer } from 'node:http'
import { countOf } from './arguments.ts'

const [port = '', bytes = ''] = process.argv.slice(2)
const size = Math.max(2, countOf('bytes', bytes))
const body = Buffer.from(`"${'x'.repeat(size - 2)}"`)
const headers = { 'content-type': 'application/json', 'content-length': size }

const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(countOf('port', port), '127.0.0.1')
process.on('SIGTERM', () => process.exit())
