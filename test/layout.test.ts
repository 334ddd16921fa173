import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, normalize, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'

/** The folders of src/ and what each may import, as ARCHITECTURE.md has them. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  catalog: ['index'],
  index: [],
  runtime: ['index'],
  edition: ['catalog', 'index', 'runtime'],
  import: ['catalog', 'index'],
  publish: ['catalog', 'index', 'runtime', 'edition'],
  serve: ['catalog', 'index', 'runtime', 'edition'],
  database: ['catalog', 'index', 'runtime', 'edition'],
  http: ['catalog', 'edition', 'serve'],
  library: ['catalog', 'index', 'runtime', 'edition', 'import', 'publish', 'serve', 'database'],
  cli: ['catalog', 'index', 'runtime', 'edition', 'import', 'publish', 'serve', 'database', 'http'],
}

/** Names that say where a thing was put down, not what it is. */
const DRAWERS = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'manager',
  'service',
  'index',
  'misc',
  'types',
  'shared',
]

const root = resolve(import.meta.dirname, '../src')
const files = globSync('**/*.ts', { cwd: root }).map(normalize)

/** The files that a file imports, relative to src/. */
function importsOf(file: string): string[] {
  const source = readFileSync(resolve(root, file), 'utf8')
  const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1]!)
  return specifiers.map((specifier) => relative(root, resolve(root, dirname(file), specifier)))
}

const folderOf = (file: string) => file.split('/')[0]!

describe('the layout of src/', () => {
  test('every folder has its place in the rule, and there are files in it', () => {
    assert.deepEqual([...new Set(files.map(folderOf))].sort(), Object.keys(MAY_IMPORT).sort())
  })

  test('a file imports only from its own folder and from those that the rule allows', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => folderOf(imported) !== folderOf(file))
        .filter((imported) => !MAY_IMPORT[folderOf(file)]!.includes(folderOf(imported)))
        .map((imported) => `${file} imports ${imported}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('only cli/ and the databases touch files, the process and the environment; a thread says how urgent it is', () => {
    const world =
      /from 'node:(fs|fs\/promises|process|child_process|readline|readline\/promises|os)'|\bprocess\.(env|argv|exit|stdout|stderr|stdin|on)\b/
    const wrong = files.filter(
      (file) =>
        !['cli', 'database'].includes(folderOf(file)) &&
        file !== 'runtime/worker-rpc.ts' &&
        world.test(readFileSync(resolve(root, file), 'utf8')),
    )
    assert.deepEqual(wrong, [])
  })

  test('no file is named after a drawer', () => {
    const names = files.map((file) => file.split('/').at(-1)!.replace(/\.ts$/, ''))
    assert.deepEqual(
      names.filter((name) => DRAWERS.includes(name)),
      [],
    )
  })

  test('no file imports itself, however far around', () => {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `a cycle: ${[...path, file].join(' → ')}`)
      if (done.has(file)) return
      for (const imported of importsOf(file)) visit(imported, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
  })
})
