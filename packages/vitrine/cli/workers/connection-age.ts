import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends each connection with the first answer after it has lived for so long, or for up to half as long, at random. The
 * client opens another, which a less busy worker accepts first. Otherwise a worker that accepted most of the
 * connections would keep them.
 */
export function limitConnectionAge(server: Server, milliseconds: number): void {
  const ends = new WeakMap<Socket, number>()
  server.on('connection', (socket: Socket) => {
    ends.set(socket, performance.now() + milliseconds * (1 - Math.random() / 2))
  })
  server.prependListener('request', ({ socket }, response) => {
    if (performance.now() > ends.get(socket)!) response.setHeader('connection', 'close')
  })
}
