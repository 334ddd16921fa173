import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * Sends a request without its last line, and waits until a process of the server has read it. One packet has a whole
 * request before it, so the answer to that one shows that the packet was read.
 */
export async function halfRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const whole = 'HEAD /livez HTTP/1.1\r\nHost: shop.example\r\n\r\n'
  socket.write(`${whole}GET /store/products HTTP/1.1\r\nHost: shop.example\r\nx-store-id: a\r\n`)
  for (let answer = ''; !answer.endsWith('\r\n\r\n'); ) answer += (await once(socket, 'data'))[0]
  socket.pause()
  return socket
}
