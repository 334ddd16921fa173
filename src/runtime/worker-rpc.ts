import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'

interface Call {
  readonly number: number
  readonly method: string
  readonly given: readonly unknown[]
}

interface Reply {
  readonly number: number
  readonly value?: unknown
  readonly error?: Error
  /** What an error has beside its message, which a copy of it loses. */
  readonly properties?: object
}

/** Memory for what a thread has only just made, most of which is thrown away with the question that it is for. */
const YOUNG_MEGABYTES = 8

/** A thread that does one thing after the other, as it is asked to. Its program calls `answerWith`. */
export class WorkerClient {
  readonly #worker: Worker
  readonly #asked = new Map<number, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>()
  #number = 0
  #failure: Error | undefined

  /** `beside`: the URL of a file that the program lies next to; `name`: the program's, without its extension. */
  constructor(beside: string, name: string, data?: unknown) {
    this.#worker = new Worker(new URL(`./${name}${extname(beside)}`, beside), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    this.#worker.on('message', (answer: Reply) => this.#settle(answer))
    this.#worker.on('error', (error) => this.#fail(error as Error))
    this.#worker.on('exit', () => this.#fail(new Error(`the thread of ${name} has ended`)))
  }

  /** Throws what the method throws. What is given and what comes back is copied. */
  call<Value>(method: string, ...given: readonly unknown[]): Promise<Value> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise<unknown>((resolve, reject) => {
      const question: Call = { number: this.#number++, method, given }
      this.#worker.postMessage(question)
      this.#asked.set(question.number, { resolve, reject })
    }) as Promise<Value>
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle({ number, value, error, properties }: Reply): void {
    const asked = this.#asked.get(number)
    this.#asked.delete(number)
    if (error) asked?.reject(Object.assign(error, properties))
    else asked?.resolve(value)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#asked.values()) reject(this.#failure)
    this.#asked.clear()
  }
}

/** How willingly a thread lets others go first, as `nice` has it. On Linux that is a matter of each thread. */
const AFTER_THE_OTHERS = 5

/** What a thread can be asked. */
export type ExposedMethods = Readonly<Record<string, (...given: never[]) => unknown>>

/** In the program of a thread: answers with these methods, one question after the other. */
export function expose(methods: ExposedMethods): void {
  // Whoever asks sets the pace: it must not wait for a processor on which another works for it.
  setPriority(AFTER_THE_OTHERS)
  let done: Promise<unknown> = Promise.resolve()
  parentPort!.on('message', ({ number, method, given }: Call) => {
    done = done.then(async () => {
      parentPort!.postMessage(await answer(number, () => methods[method]!(...(given as never[]))))
    })
  })
}

async function answer(number: number, method: () => unknown): Promise<Reply> {
  try {
    return { number, value: await method() }
  } catch (error) {
    return { number, error: error as Error, properties: { ...(error as Error) } }
  }
}
