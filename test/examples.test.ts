import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const CLIENT = '@vitrine/client'
const LONGEST_FILE = 300

const files = globSync('examples/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/.next', '**/dist'],
}).sort()
const sourceOf = (file: string) => readFileSync(resolve(ROOT, file), 'utf8')

describe('the layout of examples/', () => {
  test('the shop without a framework imports Node, its own files, and the client in one place', () => {
    const foreign = files
      .filter((file) => exampleOf(file) === 'examples/storefront/')
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => !name.startsWith('node:') && !name.startsWith(exampleOf(file)))
          .filter((name) => !(name === CLIENT && file.endsWith('/vitrine.ts')))
          .map((name) => `${file} imports ${name}`),
      )
    assert.deepEqual(foreign, [])
  })

  test('there is no cycle of imports', () => {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `a cycle: ${[...path, file].join(' → ')}`)
      if (done.has(file) || !files.includes(file)) return
      for (const imported of importsOf(file)) visit(imported, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
  })

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    assert.deepEqual(
      files.filter((file) => sourceOf(file).split('\n').length - 1 > LONGEST_FILE),
      [],
    )
  })
})

/** `examples/storefront/` for each of its files. */
function exampleOf(file: string): string {
  return `${file.split('/').slice(0, 2).join('/')}/`
}

/** The names of modules, and of files relative to the project. */
function importsOf(file: string): string[] {
  const names = [...sourceOf(file).matchAll(/(?:^(?:import|export|\}) .*?from |^import |\bimport\()'([^']+)'/gm)].map(
    ([, name]) => name!,
  )
  return names.map((name) => (name.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), name)) : name))
}
