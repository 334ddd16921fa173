import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, normalize, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'

/**
 * The folders of the engine and what each may import of the others. ARCHITECTURE.md shows the same table to readers.
 */
const FOLDERS_OF_ENGINE: Readonly<Record<string, readonly string[]>> = {
  index: [],
  edition: ['index'],
  publish: ['index', 'edition'],
  serve: ['index', 'edition'],
  database: ['index', 'edition'],
}

/**
 * The sides of the wall. What is not the core is behind a seam: products come in as records of `catalog/stream`, and
 * answers go out over HTTP and as the products of an export. ARCHITECTURE.md shows the same table to readers.
 */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  core: ['catalog', 'runtime', 'engine', 'server', 'client', 'vitrine'],
  in: ['convert'],
  out: ['agents', 'feeds', 'follow', 'instantsearch'],
}

/** The only file of the core that loads packages of other sides, when they are asked for. */
const DOOR = 'vitrine/cli/optional-packages.ts'

interface Capability {
  readonly pattern: RegExp
  /** The folders and files of packages/ that may use it, each with its reason. */
  readonly users: Readonly<Record<string, string>>
}

/** Everything outside the program that code can reach, and who may reach it. */
const CAPABILITIES: Readonly<Record<string, Capability>> = {
  process: {
    pattern: /\bprocess\.|'node:(process|child_process|cluster)'/,
    users: {
      'vitrine/cli': 'reads arguments and environment, prints, sets the exit code, starts workers',
      'runtime/disk-room.ts': 'finds the folder of temporary files as SQLite does',
      'follow/command.ts': 'runs the command of a follower',
    },
  },
  console: {
    pattern: /\bconsole\./,
    users: {
      'vitrine/cli': 'prints results and errors',
      'instantsearch/search-parameters.ts': 'warns developers of parameters that do nothing',
    },
  },
  terminal: {
    pattern: /'node:(readline|tty)\b/,
    users: { 'vitrine/cli': 'asks before it removes a store' },
  },
  files: {
    pattern: /'node:fs\b/,
    users: {
      'vitrine/cli': 'opens the files that a command names',
      'vitrine/remote/fetch-file.ts': 'keeps a file until all of it has arrived',
      'engine/database': 'makes the folder of the database file, checks its permissions and its size',
      'runtime/disk-room.ts': 'asks how much room a disk has',
      'follow/follower-state.ts': 'makes a file that only its user can read',
      'follow/webhook.ts': 'reads the secrets of a webhook at each attempt',
      'server/reference/resources.ts': 'reads the style and the script of the reference when it starts',
    },
  },
  'operating system': {
    pattern: /'node:os'/,
    users: {
      'vitrine/cli': 'finds the temporary folder and the memory of the machine',
      'runtime/disk-room.ts': 'names the folder of temporary files when a disk is full',
      'runtime/worker-rpc.ts': 'lowers the priority of a worker thread',
    },
  },
  'the JavaScript engine': {
    pattern: /'node:v8'/,
    users: { 'vitrine/cli': 'sets the garbage collector to the memory of a server' },
  },
  SQLite: {
    pattern: /'node:sqlite'/,
    users: {
      'runtime/sqlite-file.ts': 'opens a file, and translates its errors',
      'engine/database/sqlite': 'the embedded database',
      'engine/publish/posting-staging.ts': 'keeps changes of posting lists in a temporary file until they are merged',
      'convert/products/grouping.ts': 'groups rows of files that are larger than memory',
      'vitrine/remote/spool.ts': 'keeps the products of a remote server until all have arrived',
    },
  },
  threads: {
    pattern: /'node:worker_threads'/,
    users: {
      'runtime/worker-rpc.ts': 'starts worker threads and calls their methods',
      'engine/database/sqlite/worker-writer.ts': 'reads its `workerData`',
    },
  },
  'asynchronous context': {
    pattern: /'node:async_hooks'/,
    users: { 'engine/edition/recorded-reads.ts': 'notes what a value is computed from' },
  },
  network: {
    pattern: /(?<!#)\bfetch\(|'node:(net|http|https|dns|tls)'/,
    users: {
      server: 'the server',
      'agents/http': 'reads the requests of assistants',
      'vitrine/cli': 'checks addresses, stops to listen, and hands `fetch` to the remote import',
      'vitrine/remote/client.ts': 'declares the `fetch` that it is given',
      'vitrine/remote/fetch-file.ts': 'fetches the file at an address',
      'follow/webhook.ts': 'posts events',
      'client/transport.ts': 'sends requests to the service',
      'client/events.ts': 'reads the stream of events',
    },
  },
  'wall clock': {
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    users: {
      'vitrine/cli': 'the time of a command',
      'vitrine/library': 'the time of a publish',
      'engine/database': 'the time at which an edition is replaced',
      'engine/edition/catalogs.ts': 'the age of the editions that may be pruned',
      'engine/edition/store-change.ts': 'the time of a publication',
      'client/transport.ts': 'the date of a `Retry-After`',
      follow: 'the time of a delivery',
    },
  },
  'monotonic clock': {
    pattern: /\bperformance\.now\(/,
    users: {
      'agents/http': 'the deadline of a request, and the age of what was read of hosts',
      'vitrine/cli': 'the duration of a command',
      server: 'the latency, the deadline and the wait of a request',
      runtime: 'yields to the event loop after some milliseconds',
      'engine/database/postgres': 'the age of what was last read from a server',
      'engine/database/sqlite': 'the time since another process committed, or since a file was tried',
      follow: 'the schedule of deliveries',
      instantsearch: 'the duration of a search, which the widgets show, and the age of names',
    },
  },
  timers: {
    pattern: /'node:timers|\bset(Timeout|Interval|Immediate)\(/,
    users: {
      'vitrine/cli': 'polls, retries, and ends a shutdown that takes too long',
      server: 'ends a request at its deadline, and looks for publications',
      runtime: 'yields to the event loop',
      'engine/database': 'retries locks and connections, and looks for new editions',
      'convert/products/grouping.ts': 'yields to the event loop',
      follow: 'looks at the log again and again, and ends what takes too long',
      'vitrine/remote': 'yields to the event loop, and ends a silent connection',
      'client/transport.ts': 'waits before a retry',
      'client/events.ts': 'ends a silent stream',
    },
  },
  randomness: {
    pattern: /\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/,
    users: {
      'vitrine/cli': 'names temporary files, and spreads retries',
      'server/common-headers.ts': 'makes request ids unique',
      'engine/database/sqlite/reader.ts': 'chooses the product that a health check reads',
      'engine/database/postgres/failover.ts': 'spreads readers over servers',
      'client/transport.ts': 'spreads retries',
      'client/events.ts': 'spreads connections',
      'follow/follow.ts': 'spreads retries',
    },
  },
}

/** Modules that compute and reach nothing. Every folder may use them. */
const PURE = ['buffer', 'crypto', 'events', 'path', 'stream', 'stream/promises', 'url', 'util', 'zlib']

/** Names that say where a thing was put down, not what it is. */
const DRAWERS =
  'base common constants core general helper helpers index lib manager misc other service shared stuff tools types util utils'

const LONGEST_FILE = 400
/** As wide as the formatter lets code be, in columns. */
const WIDEST_COMMENT = 120
/** The file that `npm run openapi` writes. */
const GENERATED = 'client/api.ts'

const root = resolve(import.meta.dirname, '../packages')
const files = globSync('**/*.ts', { cwd: root })
  .map((file) => normalize(file).replaceAll('\\', '/'))
  .filter((file) => !file.includes('node_modules'))
  .sort()
const sources = new Map(files.map((file) => [file, readFileSync(resolve(root, file), 'utf8')]))
const manifests = new Map(
  globSync('*/package.json', { cwd: root }).map((file) => [
    dirname(file),
    JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Manifest,
  ]),
)

/** What a package gives that is imported by its name alone. */
const mainFiles = new Map(
  [...manifests].flatMap(([folder, { name, exports }]) => {
    const main = exports['.']
    return main === undefined ? [] : [[name, `${folder}/${main.slice('./'.length)}`]]
  }),
)

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  /** npm installs these too, unless it is told `--omit=optional`. */
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

describe('the layout of packages/', () => {
  test('every folder is a package of the same name and version', () => {
    assert.deepEqual([...new Set(files.map(packageOf))].sort(), [...manifests.keys()].sort())
    for (const [folder, { name, version }] of manifests) {
      assert.equal(name, folder === 'vitrine' ? 'vitrine' : `@vitrine/${folder}`)
      assert.equal(version, manifests.get('vitrine')!.version, name)
    }
  })

  test('a package imports what its package.json lists, and all of it', () => {
    for (const [folder, { dependencies, optionalDependencies }] of manifests) {
      const own = files.filter((file) => packageOf(file) === folder)
      // The package of the commands has the example shop, which uses the client.
      const ofShop = folder === 'vitrine' ? ['@vitrine/client'] : []
      const imported = own.flatMap((file) => [...importedPackages(withoutTypeImports(file))])
      const withTypes = own.flatMap((file) => [...importedPackages(withoutComments(file))]).filter(isOurs)
      assert.deepEqual(
        [...new Set([...imported, ...withTypes, ...ofShop])].sort(),
        Object.keys({ ...dependencies, ...optionalDependencies }).sort(),
        folder,
      )
    }
  })

  test('every package is on one side of the wall', () => {
    assert.deepEqual(Object.values(SIDES).flat().sort(), [...manifests.keys()].sort())
  })

  test('the core needs no package of another side, in its manifests and in its code', () => {
    const isOfCore = (folder: string) => SIDES.core!.includes(folder)
    const others = [...manifests.keys()].filter((folder) => !isOfCore(folder)).map((folder) => `@vitrine/${folder}`)
    for (const folder of SIDES.core!) {
      const needed = Object.keys(manifests.get(folder)!.dependencies ?? {})
      assert.deepEqual(
        needed.filter((name) => others.includes(name)),
        [],
        folder,
      )
    }
    const wrong = files
      .filter((file) => isOfCore(packageOf(file)))
      .flatMap((file) => [...importsFrom(file, others)].filter(({ isStatic }) => isStatic || file !== DOOR))
    assert.deepEqual(wrong, [])
    // A door that nobody uses would pass.
    assert.deepEqual(
      new Set([...importsFrom(DOOR, others)].map(({ name }) => name)),
      new Set(others.filter((name) => name !== '@vitrine/instantsearch')),
    )
  })

  test('a package depends on none that depends on it', () => {
    const below = (folder: string): string[] => dependenciesOf(folder).flatMap((other) => [other, ...below(other)])
    for (const folder of manifests.keys()) assert.ok(!below(folder).includes(folder), folder)
  })

  test('only the name of a package leads into it', () => {
    const wrong = files.flatMap((file) =>
      [...sources.get(file)!.matchAll(SPECIFIER)]
        .filter(([, path]) => path!.startsWith('.') && packageOf(resolved(file, path!)) !== packageOf(file))
        .map(([, path]) => `${file} imports ${path}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('a folder of the engine imports only from itself and from those in the table', () => {
    const ofEngine = files.filter((file) => packageOf(file) === 'engine')
    assert.deepEqual([...new Set(ofEngine.map(folderOfEngine))].sort(), Object.keys(FOLDERS_OF_ENGINE).sort())
    const wrong = ofEngine.flatMap((file) =>
      importsOf(file)
        .filter((imported) => packageOf(imported) === 'engine')
        .filter((imported) => folderOfEngine(imported) !== folderOfEngine(file))
        .filter((imported) => !FOLDERS_OF_ENGINE[folderOfEngine(file)]!.includes(folderOfEngine(imported)))
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
    // engine/index/ is the search index, not the door of a folder.
    const wrong = files.filter((file) =>
      file
        .replace(/^engine\/index\//, '')
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

  test(`no comment is wider than ${WIDEST_COMMENT} columns`, () => {
    const wide = [...sources]
      .filter(([file]) => file !== GENERATED)
      .flatMap(([file, source]) => source.split('\n').map((line, index) => ({ line, place: `${file}:${index + 1}` })))
      .filter(({ line }) => line.length > WIDEST_COMMENT && /^\s*(\/\*|\*|\/\/)/.test(line))
    assert.deepEqual(
      wide.map(({ place }) => place),
      [],
    )
  })

  test('a file that exports a function, a class or a type of its own name begins with it', () => {
    const nameOf = (text: string) => text.replaceAll(/[-_]/g, '').toLowerCase()
    const wrong = files
      .map((file) => ({ file, name: nameOf(basename(file, '.ts')), declared: declarationsOf(file) }))
      // A constant stands below what it needs when the file is loaded.
      .filter(({ name, declared }) => declared.some((one) => one.isFirst && nameOf(one.name) === name))
      .filter(({ name, declared: [first] }) => nameOf(first!.name) !== name)
      .map(({ file, declared: [first] }) => `${file} begins with ${first!.name}`)
    assert.deepEqual(wrong, [])
  })

  test('ARCHITECTURE.md shows the sides of the wall', () => {
    const text = readFileSync(resolve(root, '../ARCHITECTURE.md'), 'utf8')
    const shown = Object.keys(SIDES).map((side) => {
      const row = new RegExp(`^\\| ${side} \\| ([^|]+) \\|`, 'm').exec(text)?.[1] ?? ''
      return [side, [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name!)]
    })
    assert.deepEqual(Object.fromEntries(shown), SIDES)
  })

  test('ARCHITECTURE.md shows the same packages, in an order in which none comes before what it imports', () => {
    const text = readFileSync(resolve(root, '../ARCHITECTURE.md'), 'utf8')
    const rows = [...text.matchAll(/^\| `([\w/]+)` \|.*\| ([^|]+) \|$/gm)]
    const shown = Object.fromEntries(rows.map(([, folder, imports]) => [folder, wordsOf(imports!)]))
    const packages = [...manifests.keys()].map((folder) => [folder, dependenciesOf(folder).sort()])
    const folders = Object.entries(FOLDERS_OF_ENGINE).map(([folder, imports]) => [
      `engine/${folder}`,
      imports.toSorted(),
    ])
    assert.deepEqual(shown, Object.fromEntries([...packages, ...folders]))
    const order = rows.map(([, folder]) => folder!)
    for (const folder of manifests.keys())
      for (const other of dependenciesOf(folder)) assert.ok(order.indexOf(other) < order.indexOf(folder), folder)
  })
})

describe('what the code of packages/ reaches outside itself', () => {
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

/** `catalog` of `catalog/money.ts`. */
function packageOf(file: string): string {
  return file.split('/')[0]!
}

/** `index` of `engine/index/kernels.ts`. */
function folderOfEngine(file: string): string {
  return file.split('/')[1]!
}

interface Declared {
  readonly name: string
  /** Whether a file of this name begins with it: it is exported and no constant. */
  readonly isFirst: boolean
}

/** The declarations of a file at its top level, in order. */
function declarationsOf(file: string): Declared[] {
  const declaration = /^(export )?(?:declare |abstract |async )*(function\*?|class|interface|type|const|let) (\w+)/gm
  return [...sources.get(file)!.matchAll(declaration)].map(([, exported, keyword, name]) => {
    return { name: name!, isFirst: exported !== undefined && keyword !== 'const' }
  })
}

function isOurs(name: string): boolean {
  return name.startsWith('@vitrine/')
}

/** The packages of this project that a package needs. */
function dependenciesOf(folder: string): string[] {
  return Object.keys(manifests.get(folder)!.dependencies ?? {})
    .filter(isOurs)
    .map((name) => name.slice('@vitrine/'.length))
}

/** What follows `from` or `import`. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['`]([^'`]+)['`]/g

interface PackageImport {
  readonly file: string
  readonly name: string
  /** Whether it is loaded, or its types are read, when the file is. */
  readonly isStatic: boolean
}

/** The imports of these packages, also those of types. */
function* importsFrom(file: string, names: readonly string[]): Generator<PackageImport> {
  for (const [text, path] of withoutComments(file).matchAll(SPECIFIER)) {
    const name = names.find((one) => path === one || path!.startsWith(`${one}/`))
    if (name !== undefined) yield { file, name, isStatic: !/^import\s*\(/.test(text) }
  }
}

/** The names of packages, without those that Node has. */
function* importedPackages(source: string): Generator<string> {
  for (const [, path] of source.matchAll(SPECIFIER)) {
    const name = /^(?:@[a-z-]+\/)?[a-z][\w-]*/.exec(path!)?.[0]
    if (name !== undefined && !path!.startsWith('node:')) yield name
  }
}

/** A type needs no package when the code runs. */
function withoutTypeImports(file: string): string {
  return withoutComments(file).replaceAll(/^(?:import|export) type [^']*'[^']+'$/gm, '')
}

/** The files of code that a file imports, relative to packages/. Data of JSON imports nothing. */
function importsOf(file: string): string[] {
  const paths = [...withoutComments(file).matchAll(SPECIFIER)].map(([, path]) => path!)
  const code = paths.filter((path) => (path.startsWith('.') ? path.endsWith('.ts') : isOurs(path)))
  return code.map((path) => resolved(file, path))
}

/** The file behind a specifier, relative to packages/. */
function resolved(file: string, specifier: string): string {
  const main = mainFiles.get(specifier)
  if (main !== undefined) return main
  if (isOurs(specifier)) return `${specifier.slice('@vitrine/'.length)}.ts`
  return relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/')
}

/** The names of a cell of the table. `nothing` is none. */
function wordsOf(cell: string): string[] {
  return cell === 'nothing' ? [] : cell.split(', ').sort()
}

function withoutComments(file: string): string {
  return sources.get(file)!.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/g, '')
}

function isCapability(text: string): boolean {
  return Object.values(CAPABILITIES).some(({ pattern }) => pattern.test(text))
}
