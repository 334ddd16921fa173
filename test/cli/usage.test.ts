// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WorkingDirectory } from './vitrine.ts'

const COMMANDS = [
  '',
  'serve',
  'import',
  'formats',
  'export',
  'try',
  'demo',
  'store',
  'store add',
  'store list',
  'store show',
  'store remove',
  'synonyms',
  'labels',
  'rules',
  'searches',
  'editions',
  'approve',
  'rollback',
  'follow',
  'verify',
  'migrate',
]

describe('vitrine', () => {
  for (const command of COMMANDS) {
    test(`vitrine ${command} --help prints usage and examples`, async () => {
      using place = new WorkingDirectory()
      const { code, stdout, stderr } = await place.run([...command.split(' ').filter(Boolean), '--help'])
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`^Usage: vitrine ${command}`))
      assert.match(stdout, /\nExamples:\n {2}\S/)
      assert.equal(stderr, '')
    })
  }

  test('help prints the help of a command', async () => {
    using place = new WorkingDirectory()
    for (const args of [['help'], ['help', 'import'], ['help', 'store', 'add']]) {
      const { code, stdout } = await place.run(args)
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`^Usage: vitrine ${args.slice(1).join(' ')}`))
    }
  })

  test('--version prints the version of the package', async () => {
    using place = new WorkingDirectory()
    const { code, stdout } = await place.run(['--version'])
    assert.equal(code, 0)
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
  })

  test('without a command prints the help and exits with 2', async () => {
    using place = new WorkingDirectory()
    const { code, stdout, stderr } = await place.run([])
    assert.equal(code, 2)
    assert.match(stderr, /^Usage: vitrine/)
    assert.equal(stdout, '')
  })
})

describe('wrong usage', () => {
  const cases: [string, string[], RegExp][] = [
    [
      'an unknown command',
      ['sreve'],
      /^vitrine: unknown command 'sreve' \(Did you mean serve\?\) \(see `vitrine --help`\)\n$/,
    ],
    [
      'help for an unknown command',
      ['help', 'improt'],
      /^vitrine: unknown command 'improt' \(Did you mean import\?\) \(see `vitrine --help`\)\n$/,
    ],
    [
      'an unknown command of store',
      ['store', 'rename'],
      /^vitrine: unknown command 'rename' \(see `vitrine store --help`\)\n$/,
    ],
    [
      'an unknown option that is nearly a destructive one',
      ['import', 'x', '--store', 'a', '--replac'],
      /^vitrine: unknown option '--replac' \(see `vitrine import --help`\)\n$/,
    ],
    [
      'an unknown option',
      ['import', 'x', '--store', 'a', '--dry'],
      /unknown option '--dry' .*\(see `vitrine import --help`\)\n$/,
    ],
    [
      'a misspelt required option',
      ['import', 'x', '--stor', 's'],
      /unknown option '--stor' \(Did you mean --store\?\) \(see `vitrine import --help`\)\n$/,
    ],
    ['an option without its value', ['serve', '--port'], /option '--port <number>' argument missing/],
    ['a missing argument', ['import', '--store', 'a'], /missing required argument 'source'/],
    ['one argument too many', ['export', '--store', 'a', 'x'], /too many arguments/],
    ['a missing option', ['import', 'x'], /required option '--store <id>' not specified/],
    [
      'an invalid store id',
      ['store', 'show', 'a b'],
      /'a b' is invalid.* Expected 1 to 64 characters of A-Z a-z 0-9 _ -/,
    ],
    ['an empty name', ['store', 'add', 'a', '--name', ' '], /Expected a name that is not empty/],
    [
      'an invalid tax rate',
      ['store', 'add', 'a', '--name', 'A', '--tax-rate', 'much'],
      /Expected a percentage of 0 or more/,
    ],
    [
      'a tax name without a rate',
      ['store', 'add', 'a', '--name', 'A', '--tax-name', 'VAT'],
      /--tax-name requires --tax-rate/,
    ],
    ['a name without --create', ['import', 'x', '--store', 'a', '--name', 'A'], /add --create/],
  ]
  for (const [what, args, expected] of cases) {
    test(`${what} gives one line and exit code 2`, async () => {
      using place = new WorkingDirectory()
      const { code, stdout, stderr } = await place.run(args)
      assert.match(stderr, expected)
      assert.match(stderr, /^vitrine: [^\n]+\n$/)
      assert.equal(stdout, '')
      assert.equal(code, 2)
    })
  }
})

describe('an error', () => {
  test('is printed without a stack trace', async () => {
    using place = new WorkingDirectory()
    const { code, stderr } = await place.run(['store', 'list'])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^vitrine: the database \.\/data\/vitrine\.db does not exist; `vitrine store add` creates one[^\n]*\n$/,
    )
  })

  test('is printed with a stack trace if DEBUG is set', async () => {
    using place = new WorkingDirectory()
    const { code, stderr } = await place.run(['store', 'list'], { DEBUG: '1' })
    assert.equal(code, 1)
    assert.match(stderr, /the database \S+ does not exist[\s\S]*\n {4}at .*open/)
  })

  test('is printed with a stack trace if the log level is debug', async () => {
    using place = new WorkingDirectory()
    const { code, stderr } = await place.run(['serve', '--log-level', 'debug'])
    assert.equal(code, 1)
    assert.match(stderr, /the database \S+ does not exist[\s\S]*\n {4}at /)
  })
})
