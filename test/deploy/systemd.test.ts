import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../temporary.ts'
import { findProgram } from './find-program.ts'
import { acceptedSettings } from './settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const UNIT = readFileSync(join(ROOT, 'deploy/vitrine.service'), 'utf8')

/** The exposure that `systemd-analyze security` may find at most, in tenths. 10.0 is no protection. */
const MAX_EXPOSURE = 20

const analyzer = findProgram('systemd-analyze')
const skip = analyzer === undefined && 'there is no systemd-analyze on the path: `apt-get install systemd` gets it'

describe('deploy/vitrine.service', () => {
  test('is a unit that systemd accepts', { skip }, () => {
    using folder = temporaryFolder()
    // systemd looks for the program of the unit, which is not installed here.
    const unit = UNIT.replace('/usr/bin/node', process.execPath)
    writeFileSync(join(folder.path, 'vitrine.service'), unit)
    const { status, stderr } = spawnSync(analyzer!, ['verify', '--man=no', join(folder.path, 'vitrine.service')])
    assert.deepEqual([status, String(stderr)], [0, ''])
  })

  test('exposes little', { skip }, () => {
    using folder = temporaryFolder()
    const unit = join(folder.path, 'vitrine.service')
    copyFileSync(join(ROOT, 'deploy/vitrine.service'), unit)
    execFileSync(analyzer!, ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit])
  })

  test('starts a file of the package, with settings that the server accepts', async () => {
    const [, program, command] = /^ExecStart=\S+ \/opt\/vitrine\/(\S+) (\w+)$/m.exec(UNIT)!
    assert.ok(existsSync(join(ROOT, program!)))
    assert.equal(command, 'serve')
    for (const [, document] of UNIT.matchAll(/\/opt\/vitrine\/(docs\S+)/g)) assert.ok(existsSync(join(ROOT, document!)))
    const variables = [...readFileSync(join(ROOT, 'deploy/vitrine.env'), 'utf8').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(
      ([, name, value]) => [name!, value!],
    )
    const { database, grace } = await acceptedSettings(Object.fromEntries(variables))
    assert.equal(database, join('/var/lib', /^StateDirectory=(\w+)$/m.exec(UNIT)![1]!, 'vitrine.db'))
    assert.ok(Number(grace) < Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)![1]))
  })
})
