import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readDocument } from '../server/documented.ts'
import { temporaryFolder } from '../temporary.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('docs/instantsearch.md has examples that compile, with the types of InstantSearch.js', async () => {
  using folder = temporaryFolder()
  const examples = [...readDocument('instantsearch.md').matchAll(/^```ts\n(.*?)^```/gms)].map(([, source]) => source)
  const strict = JSON.parse(readFileSync(resolve(ROOT, 'tsconfig.json'), 'utf8')).compilerOptions
  const page = {
    lib: ['es2024', 'dom'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    noUnusedLocals: false,
  }
  const compilerOptions = { ...strict, ...page, rewriteRelativeImportExtensions: false }
  symlinkSync(resolve(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
  writeFileSync(join(folder.path, 'example.ts'), examples.join('\n'))
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compiler = resolve(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler], { cwd: folder.path }).catch(
    (error) => error,
  )
  assert.equal(stdout, '')
})
