import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const DOCUMENTS = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'bench/*.md', 'demo/*.md', 'examples/*/*.md', '.github/**/*.md'],
  {
    cwd: ROOT,
  },
).sort()

describe('the links of the documents', () => {
  for (const document of DOCUMENTS) {
    test(document, () => {
      const file = resolve(ROOT, document)
      const text = readFileSync(file, 'utf8')
      const brokenLinks = linksIn(text).filter((link) => !leadsSomewhere(link, file))
      const missingFiles = pathsIn(text).filter((path) => !existsSync(resolve(ROOT, path)))
      assert.deepEqual([...brokenLinks, ...missingFiles], [], 'these lead nowhere')
    })
  }

  test('are found, and so are the headings that they lead to', () => {
    const text = '# A `b_c`, d.\n## The same\n## The same\n```\n# no heading [no](link)\n```\n[a](x.md#b) `[no](link)`'
    assert.deepEqual(anchorsIn(text), ['a-b_c-d', 'the-same', 'the-same-1'])
    assert.deepEqual(linksIn(`${text} <img src="y.svg">\n[c]: z.md`), ['x.md#b', 'y.svg', 'z.md'])
  })
})

/** Files of the project that a document names in code: `packages/vitrine/cli/main.ts`. */
function pathsIn(markdown: string): string[] {
  return [
    ...markdown.matchAll(/`((?:packages|test|docs|bench|campaigns|demo|examples|deploy|\.ci|\.github)\/[\w./-]+)`/g),
  ].map(([, path]) => path!)
}

/** The targets of all links and pictures. Code has none. */
function linksIn(markdown: string): string[] {
  const links = /\]\(<?([^)\s>]+)[^)]*\)|\b(?:src|href)="([^"]+)"|^\[[^\]]+\]: (\S+)/gm
  return [...withoutCode(markdown).matchAll(links)].map(([, inline, html, reference]) => (inline ?? html ?? reference)!)
}

function leadsSomewhere(link: string, from: string): boolean {
  // Addresses on the web are not asked for: a test must not depend on them.
  if (/^(https?|mailto):/.test(link)) return true
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path === '' ? from : resolve(dirname(from), path)
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsIn(readFileSync(target, 'utf8')).includes(anchor)
}

/** The anchors that GitHub gives to the headings of a document. */
function anchorsIn(markdown: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const anchor = heading!
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replaceAll(/`[^`\n]*`/g, '')
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```/gms, '')
}
