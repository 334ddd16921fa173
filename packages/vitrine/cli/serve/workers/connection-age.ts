import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Gives each connection a maximum age, at random between half of `milliseconds` and all of it. The first answer after
 * that ends the connection. The client opens another, which a less busy worker accepts first. Otherwise a worker that
 * accepted most of the connections would keep them.
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
