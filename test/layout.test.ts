import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, normalize, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'

/** The folders of src/ and what each may import. ARCHITECTURE.md shows the same table to readers. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  catalog: ['index'],
  index: [],
  runtime: ['catalog', 'index'],
  edition: ['catalog', 'index', 'runtime'],
  import: ['catalog', 'index', 'runtime'],
  publish: ['catalog', 'index', 'runtime', 'edition'],
  serve: ['catalog', 'index', 'runtime', 'edition'],
  database: ['catalog', 'index', 'runtime', 'edition'],
  agents: ['catalog', 'serve'],
  http: ['catalog', 'runtime', 'edition', 'serve', 'agents'],
  client: [],
  library: ['catalog', 'index', 'runtime', 'edition', 'import', 'publish', 'serve', 'database'],
  export: ['catalog', 'index', 'edition', 'publish', 'agents'],
  cli: [
    'catalog',
    'index',
    'runtime',
    'edition',
    'import',
    'publish',
    'serve',
    'database',
    'agents',
    'http',
    'library',
    'export',
  ],
}

interface Capability {
  readonly pattern: RegExp
  /** The folders and files of src/ that may use it, each with its reason. */
  readonly users: Readonly<Record<string, string>>
}

/** Everything outside the program that code can reach, and who may reach it. */
const CAPABILITIES: Readonly<Record<string, Capability>> = {
  process: {
    pattern: /\bprocess\.|'node:(process|child_process|cluster)'/,
    users: {
      cli: 'reads arguments and environment, prints, sets the exit code, starts workers',
      'runtime/disk-room.ts': 'finds the folder of temporary files as SQLite does',
    },
  },
  console: {
    pattern: /\bconsole\./,
    users: { cli: 'prints results and errors' },
  },
  terminal: {
    pattern: /'node:(readline|tty)\b/,
    users: { cli: 'asks before it removes a store' },
  },
  files: {
    pattern: /'node:fs\b/,
    users: {
      cli: 'opens the files that a command names',
      database: 'makes the folder of the database file, checks its permissions and its size',
      'runtime/disk-room.ts': 'asks how much room a disk has',
      'http/reference/resources.ts': 'reads the style and the script of the reference when it starts',
    },
  },
  'operating system': {
    pattern: /'node:os'/,
    users: {
      cli: 'finds the temporary folder and the memory of the machine',
      'runtime/disk-room.ts': 'names the folder of temporary files when a disk is full',
      'runtime/worker-rpc.ts': 'lowers the priority of a worker thread',
    },
  },
  'the JavaScript engine': {
    pattern: /'node:v8'/,
    users: { cli: 'sets the garbage collector to the memory of a server' },
  },
  SQLite: {
    pattern: /'node:sqlite'/,
    users: {
      'runtime/sqlite-file.ts': 'opens a file, and translates its errors',
      'database/sqlite': 'the embedded database',
      'publish/posting-staging.ts': 'keeps changes of posting lists in a temporary file until they are merged',
      'import/products/grouping.ts': 'groups rows of files that are larger than memory',
      'import/remote/spool.ts': 'keeps the products of a remote server until all have arrived',
    },
  },
  threads: {
    pattern: /'node:worker_threads'/,
    users: {
      'runtime/worker-rpc.ts': 'starts worker threads and calls their methods',
      'database/sqlite/worker-writer.ts': 'reads its `workerData`',
    },
  },
  network: {
    pattern: /(?<!#)\bfetch\(|'node:(net|http|https|dns|tls)'/,
    users: {
      http: 'the server',
      cli: 'checks addresses, stops to listen, and hands `fetch` to the remote import',
      'import/remote/client.ts': 'declares the `fetch` that it is given',
      'client/transport.ts': 'sends requests to the service',
    },
  },
  'wall clock': {
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    users: {
      cli: 'the time of a command',
      library: 'the time of a publish',
      database: 'the time at which an edition is replaced',
      'edition/catalogs.ts': 'the age of the editions that may be pruned',
      'client/transport.ts': 'the date of a `Retry-After`',
    },
  },
  'monotonic clock': {
    pattern: /\bperformance\.now\(/,
    users: {
      cli: 'the duration of a command',
      http: 'the latency, the deadline and the wait of a request',
      runtime: 'yields to the event loop after some milliseconds',
      'database/postgres': 'the age of what was last read from a server',
      'database/sqlite': 'the time since another process committed, or since a file was tried',
    },
  },
  timers: {
    pattern: /'node:timers|\bset(Timeout|Interval|Immediate)\(/,
    users: {
      cli: 'polls, retries, and ends a shutdown that takes too long',
      http: 'ends a request at its deadline',
      runtime: 'yields to the event loop',
      database: 'retries locks and connections, and looks for new editions',
      'import/products/grouping.ts': 'yields to the event loop',
      'import/remote': 'yields to the event loop, and ends a silent connection',
      'client/transport.ts': 'waits before a retry',
    },
  },
  randomness: {
    pattern: /\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/,
    users: {
      cli: 'names temporary files, and spreads retries',
      'http/common-headers.ts': 'makes request ids unique',
      'database/sqlite/reader.ts': 'chooses the product that a health check reads',
      'database/postgres/failover.ts': 'spreads readers over servers',
      'client/transport.ts': 'spreads retries',
    },
  },
}

/** Modules that compute and reach nothing. Every folder may use them. */
const PURE = ['buffer', 'crypto', 'events', 'path', 'stream', 'stream/promises', 'url', 'util', 'zlib']

/** Names that say where a thing was put down, not what it is. */
const DRAWERS =
  'base common constants core general helper helpers index lib manager misc other service shared stuff tools types util utils'

const LONGEST_FILE = 400
/** The file that `npm run openapi` writes. */
const GENERATED = 'client/api.ts'

const root = resolve(import.meta.dirname, '../src')
const files = globSync('**/*.ts', { cwd: root })
  .map((file) => normalize(file).replaceAll('\\', '/'))
  .sort()
const sources = new Map(files.map((file) => [file, readFileSync(resolve(root, file), 'utf8')]))

describe('the layout of src/', () => {
  test('every folder is in the table, and every row of the table is a folder', () => {
    assert.deepEqual([...new Set(files.map(folderOf))].sort(), Object.keys(MAY_IMPORT).sort())
  })

  test('a file imports only from its own folder and from those in the table', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => ![folderOf(file), ...MAY_IMPORT[folderOf(file)]!].includes(folderOf(imported)))
        .map((imported) => `${file} imports ${imported}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('every import names its file or its package', () => {
    // Such as import('./serve.ts') and import(`@orama/stemmers/${name}`). Nobody sees where others lead.
    const wrong = files.filter((file) => /\bimport\s*\((?!\s*(?:'|`@?[a-z]))/.test(withoutComments(file)))
    assert.deepEqual(wrong, [])
  })

  test('there is no cycle of imports', () => {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `a cycle: ${[...path, file].join(' → ')}`)
      if (done.has(file)) return
      for (const imported of importsOf(file)) visit(imported, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
  })

  test('no file or folder is named after a drawer', () => {
    const drawers = new Set(DRAWERS.split(' '))
    const isDrawer = (part: string) => drawers.has(part.replace(/\.ts$/, ''))
    // src/index/ is the search index, not the door of a folder.
    const wrong = files.filter((file) =>
      file
        .replace(/^index\//, '')
        .split('/')
        .some(isDrawer),
    )
    assert.deepEqual(wrong, [])
  })

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const long = [...sources]
      .filter(([file]) => file !== GENERATED)
      .map(([file, source]) => ({ file, lines: source.split('\n').length - 1 }))
    assert.deepEqual(
      long.filter(({ lines }) => lines > LONGEST_FILE),
      [],
    )
  })

  test('ARCHITECTURE.md shows the same table', () => {
    const text = readFileSync(resolve(root, '../ARCHITECTURE.md'), 'utf8')
    const rows = [...text.matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|$/gm)]
    const shown = Object.fromEntries(rows.map(([, folder, imports]) => [folder, importsInWords(folder!, imports!)]))
    const expected = Object.entries(MAY_IMPORT).map(([folder, imports]) => [folder, imports.toSorted()])
    assert.deepEqual(shown, Object.fromEntries(expected))
  })
})

describe('what the code of src/ reaches outside itself', () => {
  for (const [name, { pattern, users }] of Object.entries(CAPABILITIES)) {
    test(`${name}: only those in the table use it, and all of those do`, () => {
      const using = files.filter((file) => pattern.test(withoutComments(file)))
      const allowed = Object.keys(users)
      const isUserOf = (user: string) => (file: string) => file === user || file.startsWith(`${user}/`)
      assert.deepEqual(
        using.filter((file) => !allowed.some((user) => isUserOf(user)(file))),
        [],
        'files that are not in the table',
      )
      assert.deepEqual(
        allowed.filter((user) => !using.some(isUserOf(user))),
        [],
        'rows of the table that nothing needs',
      )
    })
  }

  test('every built-in module is in the table or computes only', () => {
    const unknown = files.flatMap((file) =>
      [...withoutComments(file).matchAll(/'node:([\w/]+)'/g)]
        .filter(([quoted, module]) => !PURE.includes(module!) && !isCapability(quoted))
        .map(([, module]) => `${file} imports node:${module}`),
    )
    assert.deepEqual(unknown, [])
  })
})

function folderOf(file: string): string {
  return file.split('/')[0]!
}

/** The files that a file imports, relative to src/. */
function importsOf(file: string): string[] {
  const specifiers = [...sources.get(file)!.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => path!)
  return specifiers.map((path) => relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/'))
}

/** Reads a cell of the table: `nothing`, `all`, `all but http and cli`, or a list of folders. */
function importsInWords(folder: string, cell: string): string[] {
  const named = Object.keys(MAY_IMPORT).filter((other) => new RegExp(`\\b${other}\\b`).test(cell))
  if (!cell.startsWith('all')) return named.sort()
  return Object.keys(MAY_IMPORT)
    .filter((other) => other !== folder && !named.includes(other))
    .sort()
}

function withoutComments(file: string): string {
  return sources.get(file)!.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/g, '')
}

function isCapability(text: string): boolean {
  return Object.values(CAPABILITIES).some(({ pattern }) => pattern.test(text))
}
