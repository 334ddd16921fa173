// Complete run only: it compiles every example.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { format, promisify } from 'node:util'
import { startCatalogServer } from '../search-quality/catalog-server.ts'
import { readDocument } from '../server/documented.ts'
import { temporaryFolder } from '../temporary.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = readDocument('client.md')
const run = promisify(execFile)

/** A program of the page, and what the page says that it prints. */
interface Program {
  readonly file: string
  readonly source: string
  readonly prints: string | undefined
}

const PROGRAMS = [...PAGE.matchAll(/^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?/gms)].map(
  ([, source, prints], index): Program => ({ file: `example-${index + 1}.ts`, source: source!, prints }),
)
/** Makes the `shop` that the programs use. */
const SHOP = /^const shop = .*\n/m.exec(PROGRAMS[0]!.source)![0]

/** What TanStack Query does with the options of the recipe: it asks for the first page and for the next. */
const TANSTACK = `
interface Options<Page> {
  readonly queryKey: readonly string[]
  readonly queryFn: (context: { readonly pageParam: number; readonly signal: AbortSignal }) => Promise<Page>
  readonly initialPageParam: number
  readonly getNextPageParam: (page: Page) => number | undefined
  readonly retry: false
}
async function useInfiniteQuery<Page>({ queryKey, queryFn, initialPageParam, getNextPageParam }: Options<Page>) {
  const { signal } = new AbortController()
  const first = await queryFn({ pageParam: initialPageParam, signal })
  const second = await queryFn({ pageParam: getNextPageParam(first)!, signal })
  return { queryKey, first, end: getNextPageParam(second) }
}
`

const folder = temporaryFolder()
let server: Awaited<ReturnType<typeof startCatalogServer>>
before(async () => {
  server = await startCatalogServer()
  symlinkSync(resolve(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }')
  for (const { file, source } of PROGRAMS) writeFileSync(join(folder.path, file), programOf(source))
})
after(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

describe('docs/client.md', () => {
  test('has examples that compile', async () => {
    const strict = JSON.parse(readFileSync(resolve(ROOT, 'tsconfig.json'), 'utf8')).compilerOptions
    const compilerOptions = { ...strict, noUnusedLocals: false, rewriteRelativeImportExtensions: false }
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiler = resolve(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [compiler], { cwd: folder.path }).catch((error) => error)
    assert.equal(stdout, '')
  })

  for (const { file, source, prints } of PROGRAMS.filter(({ prints }) => prints !== undefined)) {
    const [line] = source.split('\n').filter((line) => !/^(import .*)?$/.test(line))
    test(`tells what ${line} prints`, async (t) => {
      const lines: string[] = []
      t.mock.method(console, 'log', (...values: unknown[]) => lines.push(`${format(...values)}\n`))
      await import(join(folder.path, file))
      assert.equal(lines.join('').replaceAll(server.url, 'http://127.0.0.1:3000'), prints)
    })
  }

  const { file: gridFile, source: gridSource } = PROGRAMS.find(({ source }) => source.includes('function grid'))!
  async function gridOf(address: string): Promise<string> {
    const { grid } = (await import(join(folder.path, gridFile))) as { grid(chosen: URLSearchParams): Promise<string> }
    return grid(new URLSearchParams(address))
  }

  test('has a grid with filters in twenty lines', async () => {
    assert.ok(gridSource.split('\n').filter((line) => line !== '').length <= 21, 'twenty lines and an import')
    const html = await gridOf('label=gift&option=color:navy')
    assert.match(html, /<input type="checkbox" name="label" value="gift" checked>Gift \(\d+\)<\/label>/)
    assert.match(html, /<input type="checkbox" name="option" value="color:navy" checked>Navy \(\d+\)<\/label>/)
    assert.match(
      html,
      /<li><a href="\/products\/[\w-]+"><img src="http:\/\/[\d.:]+\/demo\/pictures\/[\w-]+\.svg" alt="">[^<]+ \d+\.\d\d<\/a>/,
    )
  })

  for (const address of ['', 'search=tea', 'within=clothing', 'within=clothing&minPrice=50']) {
    test(`has a grid whose counts are those of the lists that they lead to: ?${address}`, async () => {
      const html = await gridOf(address)
      const kept = new URLSearchParams()
      for (const [, name, value] of html.matchAll(/<input type="hidden" name="(.+?)" value="(.+?)">/g))
        kept.append(name!, value!)
      assert.equal(kept.toString(), address)
      const boxes = [...html.matchAll(/<input type="checkbox" name="(.+?)" value="(.+?)">.+? \((\d+)\)<\/label>/g)]
      const links = [...html.matchAll(/<a href="\?(.+?)">[^<]+ \((\d+)\)<\/a>/g)]
      assert.ok(boxes.some(([, name]) => name === 'label') && links.length > 0)
      const counts = [
        ...boxes.map(([, name, value, count]) => [`${kept}&${new URLSearchParams({ [name!]: value! })}`, count]),
        ...links.map(([, query, count]) => [query!.replaceAll('&#38;', '&'), count]),
      ]
      for (const [query, count] of counts) assert.equal(await totalOf(query!), Number(count), query)
    })
  }

  test('has a recipe for TanStack Query that reads page after page', async () => {
    const { file } = PROGRAMS.find(({ source }) => source.includes('useInfiniteQuery'))!
    const { useProducts } = await import(join(folder.path, file))
    const { queryKey, first, end } = await useProducts('vegan')
    assert.equal(queryKey.at(-1), '?label=vegan&limit=24')
    assert.equal(first.data.length, 24)
    assert.equal(end, 3)
  })

  test('has a recipe for Next.js whose pages a framework can copy', async () => {
    const { file } = PROGRAMS.find(({ source }) => source.includes("'use cache'"))!
    const { firstPage, nextPage } = await import(join(folder.path, file))
    const second = await nextPage(structuredClone(await firstPage('tea')))
    const third = await nextPage(JSON.parse(JSON.stringify(second)))
    assert.deepEqual([second.meta.currentPage, third.meta.currentPage, third.meta.totalPages], [2, 3, 3])
    assert.equal(await nextPage(third), undefined)
  })
})

/** The number of products of a list. */
async function totalOf(query: string): Promise<number> {
  const response = await fetch(`${server.url}/stores/${server.store}/store/products?limit=1&${query}`)
  return ((await response.json()) as { meta: { totalItems: number } }).meta.totalItems
}

/** A program as it runs here: against the test's server, with the client of this checkout, and with `shop` if it needs one. */
function programOf(source: string): string {
  const needsShop = /\bshop\b/.test(source) && !source.includes('const shop')
  const head = needsShop && !source.includes('createVitrine') ? "import { createVitrine } from '@vitrine/client'\n" : ''
  const imports = source.match(/^import .*\n/gm)?.join('') ?? ''
  const code = source.replaceAll(/^import .*\n/gm, '')
  return `${head}${imports}${needsShop ? SHOP : ''}${code}\nexport {}\n`
    .replaceAll("'@vitrine/client'", JSON.stringify(resolve(ROOT, 'packages/client/client.ts')))
    .replace("import { useInfiniteQuery } from '@tanstack/react-query'\n", TANSTACK)
    .replaceAll('http://127.0.0.1:3000', server.url)
    .replaceAll('7c0d5f3e-41b8-4e6a-9d27-b18e6a90c354', server.store)
}
