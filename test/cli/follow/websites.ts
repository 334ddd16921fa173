import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { linkModules } from '../../link-modules.ts'
import { SECRET } from './followed-shop.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The labels of the lists that each website shows. */
const LABELS = ['shoes', 'pots']

export type Headers = Record<string, string>

/** A website whose code is that of docs/following.md, and stand-ins for what its framework provides. */
export interface Website {
  /** The tags of each list that the framework keeps, by label; with Nuxt, its key. */
  readonly kept: Map<string, string>
  /** Reads both lists, for the framework to keep. */
  render(): Promise<void>
  /** Takes a webhook. */
  hook(body: string, headers: Headers): Promise<unknown>
}

/** The websites of docs/following.md, in this folder. They show store `a` of a server. */
export async function websitesOf(folder: string, url: string): Promise<readonly Website[]> {
  linkModules(folder, join(ROOT, 'packages'))
  const docs = readFileSync(join(ROOT, 'docs/following.md'), 'utf8')
  for (const [, path, code] of docs.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)) {
    const own = code!
      .replace('process.env.WEBHOOK_SECRET', JSON.stringify(SECRET))
      .replace('http://127.0.0.1:3000', url)
      .replace('my-shop', 'a')
    write(folder, path!.replace('.astro', '.js'), own)
  }
  return [await withNext(folder), await withAstro(folder), await withNuxt(folder)]
}

async function withNext(folder: string): Promise<Website> {
  const kept = new Map<string, string>()
  let tags: string[] = []
  Object.assign(globalThis, {
    nextCache: {
      cacheLife() {},
      cacheTag: (...more: string[]) => tags.push(...more),
      revalidateTag: (tag: string, life: string) => life === 'max' && drop(kept, tag),
    },
  })
  write(folder, 'node_modules/next/package.json', '{"type": "module", "exports": {"./cache": "./cache.js"}}')
  const code = 'export const { cacheLife, cacheTag, revalidateTag } = globalThis.nextCache\n'
  write(folder, 'node_modules/next/cache.js', code)
  const { products } = await load(folder, 'app/products.js')
  const { POST } = await load(folder, 'app/hooks/catalog/route.js')
  return {
    kept,
    async render() {
      for (const label of LABELS) {
        tags = []
        await products({ within: label })
        kept.set(label, tags.join())
      }
    },
    hook: (body, headers) => POST(webRequest(body, headers)),
  }
}

async function withAstro(folder: string): Promise<Website> {
  const kept = new Map<string, string>()
  const page = readFileSync(join(folder, 'src/pages/shoes.js'), 'utf8')
  const { POST } = await load(folder, 'src/pages/hooks/catalog.js')
  const cache = {
    async invalidate({ tags }: { tags: string[] }) {
      for (const tag of tags) drop(kept, tag)
    },
  }
  let renderings = 0
  return {
    kept,
    async render() {
      for (const label of LABELS) {
        const set = ({ tags }: { tags: string[] }) => kept.set(label, tags.join())
        Object.assign(globalThis, { Astro: { cache: { set } } })
        // A module runs once: each rendering is a file of its own.
        const path = `src/pages/${label}-${++renderings}.js`
        write(folder, path, page.replace("'shoes'", `'${label}'`))
        await load(folder, path)
      }
    },
    hook: (body, headers) => POST({ request: webRequest(body, headers), cache }),
  }
}

async function withNuxt(folder: string): Promise<Website> {
  const kept = new Map<string, string>()
  type Read = (query: { within: string }) => Promise<unknown>
  type Webhook = { readonly body: string; readonly headers: Headers }
  Object.assign(globalThis, {
    defineCachedFunction:
      (read: Read, { name, getKey }: { name: string; getKey: Read }): Read =>
      async (query) => {
        kept.set(query.within, `nitro:functions:${name}:${await getKey(query)}.json`)
        return await read(query)
      },
    defineEventHandler: (handler: unknown) => handler,
    readRawBody: async ({ body }: Webhook) => body,
    getHeaders: ({ headers }: Webhook) => headers,
    sendNoContent() {},
    useStorage: (base: string) =>
      base === 'cache' && {
        getKeys: async () => [...kept.values()],
        removeItem: async (key: string) => drop(kept, key),
      },
  })
  const { products } = await load(folder, 'server/utils/products.js')
  const { default: handler } = await load(folder, 'server/routes/hooks/catalog.post.js')
  return {
    kept,
    async render() {
      for (const label of LABELS) await products({ within: label })
    },
    hook: (body, headers) => handler({ body, headers }),
  }
}

/** Removes what has this tag, or is this key. */
function drop(kept: Map<string, string>, text: string): void {
  for (const [label, tags] of kept) if (tags.includes(text)) kept.delete(label)
}

function webRequest(body: string, headers: Headers): Request {
  return new Request('http://127.0.0.1/hooks/catalog', { method: 'POST', headers, body })
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function load(folder: string, path: string) {
  return await import(pathToFileURL(join(folder, path)).href)
}
