import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')

/** All that people read: code with its comments and messages, documents, scripts. */
const READ = [
  '{packages,test,bench,campaigns,build,examples}/**/*.{ts,js}',
  '*.md',
  '{docs,packages,bench,demo,examples,.github}/**/*.{md,yml}',
  '.ci/*',
]

/** Phrases that hide who does what, and what to write in their place. A space also matches the end of a line. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/whoever|whomever|whosoever/, 'name the role: the caller, the reader, the operator'],
  [/(?:who|what) (?:asks|waits|gives|reads|knows|publishes)/, 'name the role: the caller, the reader, the publisher'],
  [/of those (?:who|that)/, 'name them: "callers that", "products with"'],
  [
    /what is (?:met|kept|asked|given|found|left|told) (?:of|for|by)/,
    'use the noun: the matches, the request, the result',
  ],
  [/be (?:they|it)/, 'use "whether … or …"'],
  [/anew/, 'use "again"'],
  [/wholly/, 'use "completely" or "entirely"'],
  [/thereof|therein|thereby|whereof|hitherto/, 'say it in a second sentence'],
]

describe('the wording of code and documents', () => {
  for (const [phrase, instead] of PHRASES) {
    test(`does without "${phrase.source}": ${instead}`, () => {
      const places = textFiles().flatMap((file) =>
        occurrences(readFileSync(resolve(ROOT, file), 'utf8'), phrase).map(
          ({ line, text }) => `${file}:${line}: ${text}`,
        ),
      )
      assert.equal(places.join('\n'), '')
    })
  }

  test('is found in any case and across lines, as whole words', () => {
    const text = ' /**\n  * What is met\n  * of a query. Anew!\n  */\nrenewed // of those\n// who wait\nanewed'
    const found = PHRASES.flatMap(([phrase]) => occurrences(text, phrase).map(({ line }) => `${phrase.source} ${line}`))
    assert.deepEqual(found, [
      'of those (?:who|that) 5',
      'what is (?:met|kept|asked|given|found|left|told) (?:of|for|by) 2',
      'anew 3',
    ])
  })
})

describe('the names that files export', () => {
  test('mean one thing: no two files of packages/ declare the same name', () => {
    const files = new Map<string, string[]>()
    // These are for other programs. Their names are those of the OpenAPI document, and of the widgets.
    const exclude = ['packages/client/**', 'packages/instantsearch/**']
    for (const file of globSync('packages/**/*.ts', { cwd: ROOT, exclude }).sort()) {
      for (const name of exportedNames(readFileSync(resolve(ROOT, file), 'utf8')))
        files.set(name, [...(files.get(name) ?? []), file])
    }
    const shared = [...files].filter(([, declaring]) => declaring.length > 1 && !areTwins(declaring))
    assert.deepEqual(
      shared.map(([name, declaring]) => `${name}: ${declaring.join(', ')}`),
      [],
    )
  })

  test('are seen in every form of declaration', () => {
    const types =
      'export interface A {\nexport type B<T> =\nexport abstract class C\nexport type { X } from\ninterface X {'
    const values =
      'export const D =\nexport function e(\nexport async function f(\nexport function* g(\nexport let h\nconst X ='
    assert.deepEqual(exportedNames(`${types}\n${values}`), ['A', 'B', 'C', 'D', 'e', 'f', 'g', 'h'])
  })
})

/** Whether these are the files of one name of the two SQL databases, in which a name means the same of each database. */
function areTwins(files: readonly string[]): boolean {
  const [, ...names] = new Set(
    files.map((file) =>
      file.replace(/^packages\/engine\/database\/(?:sqlite|postgres)\//, 'packages/engine/database/*/'),
    ),
  )
  return names.length === 0
}

function textFiles(): string[] {
  return globSync([...READ], { cwd: ROOT, exclude: ['**/node_modules'] })
    .filter((file) => basename(file) !== basename(import.meta.filename))
    .sort()
}

function occurrences(text: string, phrase: RegExp): { line: number; text: string }[] {
  const gap = '(?:[ \\t]|\\n[ \\t]*(?:\\*|//|>|#)?[ \\t]*)+'
  const pattern = new RegExp(`\\b(?:${phrase.source.replaceAll(' ', gap)})\\b`, 'gi')
  return [...text.matchAll(pattern)].map(({ index }) => {
    const start = text.lastIndexOf('\n', index) + 1
    const line = text.slice(0, start).split('\n').length
    return { line, text: text.slice(start).split('\n')[0]!.trim() }
  })
}

function exportedNames(source: string): string[] {
  const declaration = /^export (?:abstract |async )?(?:interface|type|class|enum|const|let|function\*?) (\w+)/gm
  return [...source.matchAll(declaration)].map(([, name]) => name!)
}
