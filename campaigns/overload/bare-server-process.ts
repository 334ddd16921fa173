/** `node bare-server-process.ts PORT` refuses every request with the headers that a refusal of ours has. */
import { createServer } from 'node:http'

const body = JSON.stringify({ title: 'Overloaded', status: 503, detail: 'x'.repeat(150) })
const headers = ['content-type', 'application/problem+json', 'content-length', body.length, 'retry-after', 5]

createServer((_, response) => {
  response.writeHead(503, headers)
  response.end(body)
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('listens'))
