import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'
import { VitrineError } from '@vitrine/catalog/error'

interface Request {
  readonly id: number
  readonly method: string
  readonly args: readonly unknown[]
}

interface Response {
  readonly id: number
  readonly value?: unknown
  readonly error?: Error
  /** The error's own properties, such as `code`: a structured clone of an error loses them. */
  readonly properties?: object
}

/**
 * Limit of the young generation of a worker's heap. Most of what a worker allocates is garbage when the call ends: with
 * 16 MB, an import took 20 MB more memory and no less time.
 */
const YOUNG_GENERATION_MB = 8

/**
 * The priority of a worker, as in `nice`. The thread that calls sets the pace of an import, so it must not wait for a
 * processor on which its own worker runs: an import takes 5 % less time. On Linux, this sets the priority of one
 * thread.
 */
const WORKER_NICENESS = 5

/** Calls a worker, which executes one call after another. The worker's program calls `expose`. */
export class WorkerClient {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>()
  #nextId = 0
  #failure: Error | undefined

  /** Starts the program `name` (without its extension) in the folder of the file with the URL `sibling`. */
  constructor(sibling: string, name: string, workerData?: unknown) {
    this.#worker = new Worker(new URL(`./${name}${extname(sibling)}`, sibling), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    this.#worker.on('message', (response: Response) => this.#settle(response))
    this.#worker.on('error', (error) => this.#fail(error as Error))
    this.#worker.on('exit', () => this.#fail(new Error(`the worker ${name} has ended`)))
  }

  /**
   * Throws what the method throws. Arguments and results are copied by structured clone, but word arrays of results
   * move.
   */
  call<Value>(method: string, ...args: readonly unknown[]): Promise<Value> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise<unknown>((resolve, reject) => {
      const request: Request = { id: this.#nextId++, method, args }
      this.#worker.postMessage(request)
      this.#pending.set(request.id, { resolve, reject })
    }) as Promise<Value>
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle({ id, value, error, properties }: Response): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) pending?.reject(restored(Object.assign(error, properties)))
    else pending?.resolve(value)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
  }
}

/** The error as the worker threw it: a structured clone of a `VitrineError` loses its class. */
function restored(error: Error): Error {
  if (error.name !== 'VitrineError') return error
  const { code, message, parameters, cause, ...others } = error as VitrineError
  return Object.assign(new VitrineError(code, message, parameters, cause), others)
}

/** The asynchronous methods of an object: those that another thread can call. */
type Remote<T> = {
  readonly [Name in keyof T as T[Name] extends (...args: never[]) => PromiseLike<unknown> ? Name : never]: T[Name]
}

/** A symbol is no message: the name that stands for `Symbol.asyncDispose` in one. */
const DISPOSE = Symbol.asyncDispose.description!

/**
 * The object that a worker exposes: each method calls the worker's by its name. To dispose of it is to dispose of the
 * worker's object and to end the worker; then `onEnd` is called.
 */
export function remote<T extends AsyncDisposable>(client: WorkerClient, onEnd: () => void = () => {}): Remote<T> {
  const dispose = async () => {
    try {
      await client.call(DISPOSE)
    } finally {
      await client.terminate()
      onEnd()
    }
  }
  const get = (_: object, name: string | symbol) => {
    if (name === Symbol.asyncDispose) return dispose
    // Without a `then`, a promise can resolve to the proxy.
    if (typeof name === 'symbol' || name === 'then') return undefined
    return (...args: readonly unknown[]) => client.call(name, ...args)
  }
  return new Proxy({}, { get }) as Remote<T>
}

type Methods = Readonly<Record<string | symbol, (...args: never[]) => unknown>>

/** In the program of a worker: lets the client call the methods of an object. A rejected promise fails each call. */
export function expose(target: object | Promise<object>): void {
  try {
    setPriority(WORKER_NICENESS)
  } catch {
    // The sandbox of a service may forbid it.
  }
  const opened = Promise.resolve(target) as Promise<Methods>
  let previous: Promise<unknown> = opened.catch(() => {})
  parentPort!.on('message', ({ id, method, args }: Request) => {
    const name = method === DISPOSE ? Symbol.asyncDispose : method
    const execute = async () => (await opened)[name]!(...(args as never[]))
    previous = previous.then(async () => {
      const response = await respond(id, execute)
      parentPort!.postMessage(response, buffersOf(response.value))
    })
  })
}

/**
 * The memory of a result that consists of word arrays, such as sort orders. It moves to the caller: a structured clone
 * would copy it twice, and this thread would keep it until its next garbage collection.
 */
function buffersOf(result: unknown): ArrayBuffer[] {
  return [result].flat().flatMap((item) => (item instanceof Uint32Array ? [item.buffer as ArrayBuffer] : []))
}

async function respond(id: number, execute: () => Promise<unknown>): Promise<Response> {
  try {
    return { id, value: await execute() }
  } catch (error) {
    return { id, error: error as Error, properties: { ...(error as Error) } }
  }
}
