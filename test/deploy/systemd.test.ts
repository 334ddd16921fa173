import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { WorkingDirectory } from '../cli/vitrine.ts'
import { temporaryFolder } from '../temporary.ts'
import { findProgram } from './find-program.ts'
import { acceptedSettings } from './settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const UNIT = readFileSync(join(ROOT, 'deploy/vitrine.service'), 'utf8')
const FOLLOW_UNIT = readFileSync(join(ROOT, 'deploy/vitrine-follow.service'), 'utf8')

/** The exposure that `systemd-analyze security` may find at most, in tenths. 10.0 is no protection. */
const MAX_EXPOSURE = 20

const analyzer = findProgram('systemd-analyze')
const skip = analyzer === undefined && 'there is no systemd-analyze on the path: `apt-get install systemd` gets it'

for (const [name, text] of [
  ['vitrine.service', UNIT],
  ['vitrine-follow.service', FOLLOW_UNIT],
] as const) {
  describe(`deploy/${name}`, () => {
    test('is a unit that systemd accepts', { skip }, () => {
      using folder = temporaryFolder()
      // systemd looks for the program of the unit, which is not installed here.
      const unit = text.replace('/opt/node/bin/node', process.execPath)
      writeFileSync(join(folder.path, name), unit)
      const { status, stderr } = spawnSync(analyzer!, ['verify', '--man=no', join(folder.path, name)])
      assert.deepEqual([status, String(stderr)], [0, ''])
    })

    test('exposes little', { skip }, () => {
      using folder = temporaryFolder()
      const unit = join(folder.path, name)
      copyFileSync(join(ROOT, 'deploy', name), unit)
      execFileSync(analyzer!, ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit])
    })

    test('names files of the package', () => {
      const files = [...text.matchAll(/\/opt\/vitrine\/(\S+)/g)].map(([, file]) => file!)
      assert.deepEqual(
        files.filter((file) => !existsSync(join(ROOT, file))),
        [],
      )
      assert.ok(files.includes('packages/vitrine/bin/vitrine.js'))
    })
  })
}

describe('deploy/vitrine.service', () => {
  test('starts the server with settings that it accepts', async () => {
    assert.match(UNIT, /^ExecStart=\S+ \S+\/vitrine\.js serve$/m)
    const variables = [...readFileSync(join(ROOT, 'deploy/vitrine.env'), 'utf8').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(
      ([, name, value]) => [name!, value!],
    )
    const { database, grace } = await acceptedSettings(Object.fromEntries(variables))
    assert.equal(database, join('/var/lib', /^StateDirectory=(\w+)$/m.exec(UNIT)![1]!, 'vitrine.db'))
    assert.ok(Number(grace) < Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)![1]))
  })
})

describe('deploy/debian/vitrine-import.service', () => {
  test('has the sandbox of the server', () => {
    const sandbox = (unit: string) => /^UMask=[\s\S]*^MemoryDenyWriteExecute=no$/m.exec(unit)![0]
    assert.equal(sandbox(readFileSync(join(ROOT, 'deploy/debian/vitrine-import.service'), 'utf8')), sandbox(UNIT))
  })
})

describe('deploy/vitrine-follow.service', () => {
  test('starts a follower with options that it accepts', async () => {
    using place = await new WorkingDirectory().withStore('my-shop')
    const [, options] = /^ExecStart=\S+ \S+\/vitrine\.js (follow (?:.*\\\n)*.*)$/m.exec(FOLLOW_UNIT)!
    const [, credential] = /^LoadCredential=(\w+):/m.exec(FOLLOW_UNIT)!
    writeFileSync(place.path(credential!), `whsec_${Buffer.alloc(32).toString('base64')}`)
    const args = options!.replaceAll(/%d|\/var\/lib\/vitrine/g, '.').split(/[\s\\]+/)
    await place.start(args).waitFor(/following store my-shop for https:\/\/shop\.example/)
  })
})
