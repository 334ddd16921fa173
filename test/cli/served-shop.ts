import { type Running, SHIRT, WorkingDirectory } from './vitrine.ts'

/** What a server logs when it serves: the address, its port, and the address of its metrics and health. */
export const ADDRESSES = /"msg":"serving at (http:\/\/\S+:(\d+)); metrics and health at (http:\/\/\S+:\d+)["; ]/

/** A running server of a shop. */
export interface ServedShop {
  readonly server: Running
  readonly url: string
  readonly port: number
  /** The address of metrics and health. */
  readonly operations: string
}

/** A folder with a store `a` of one product. */
export function shop(): Promise<WorkingDirectory> {
  return new WorkingDirectory().withStore('a', [SHIRT])
}

/** Starts a server on free ports. */
export async function serve(
  place: WorkingDirectory,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<ServedShop> {
  const server = place.start(['serve', '--port', '0', '--metrics-port', '0', ...args], env)
  const [, url, port, operations] = await server.waitFor(ADDRESSES)
  return { server, url: url!, port: Number(port), operations: operations! }
}

/** Starts a server of a shop, and sends it SIGTERM. */
export async function stoppedShop(args: readonly string[]): Promise<ServedShop & Disposable> {
  using resources = new DisposableStack()
  const served = await serve(resources.use(await shop()), args)
  served.server.child.kill('SIGTERM')
  const moved = resources.move()
  return { ...served, [Symbol.dispose]: () => moved.dispose() }
}
