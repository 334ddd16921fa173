// Complete run only: it makes and opens a package.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { cleanEnvironment, lines, Running, SHIRT, TEAPOT } from '../cli/vitrine.ts'
import { freePort } from '../postgres/daemon.ts'
import { leftOut } from '../quick.ts'
import { temporaryFolder } from '../temporary.ts'
import { findProgram } from './find-program.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/debian.md'), 'utf8')

const needed = ['nginx', 'openssl', 'flock', 'curl', 'systemd-analyze']
const lacking = needed.filter((program) => findProgram(program) === undefined)
const skip =
  leftOut('a database on disk') ||
  (process.platform !== 'linux' && 'the page is for Debian') ||
  (lacking.length > 0 &&
    `not installed: ${lacking.join(', ')}; \`apt-get install nginx openssl util-linux curl systemd\``)

/** The command lines of the page, in order. Those that end with `&&` go on in the next one. */
function commandLines(): string[] {
  const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
  return blocks.flatMap((block) => block.trimEnd().split(/(?<!&&)\n/))
}

/** A folder that stands for the root of a machine. */
class Machine implements Disposable {
  readonly #folder = temporaryFolder()
  readonly #ports: Readonly<Record<string, number>>

  constructor(ports: Readonly<Record<string, number>>) {
    this.#ports = ports
    for (const folder of ['opt/node/bin', 'usr/local/bin', 'usr/sbin', 'etc/systemd/system', 'etc/nginx/conf.d'])
      mkdirSync(this.path(folder), { recursive: true })
    for (const folder of ['etc/prometheus', 'var/lib', 'var/backups', 'checkout'])
      mkdirSync(this.path(folder), { recursive: true })
    symlinkSync(process.execPath, this.path('opt/node/bin/node'))
    for (const name of ['packages', 'node_modules', 'demo', 'examples'])
      symlinkSync(join(ROOT, name), this.path(`checkout/${name}`))
    cpSync(join(ROOT, 'deploy'), this.path('checkout/deploy'), { recursive: true })
    for (const file of globSync('checkout/deploy/{*.*,debian/*}', { cwd: this.path('.') }))
      writeFileSync(this.path(file), this.moved(readFileSync(this.path(file), 'utf8')))
    for (const [name, text] of Object.entries(STUBS)) this.addProgram(`usr/sbin/${name}`, text)
    const nginx = `user root;\nerror_log stderr;\npid ${this.path('nginx.pid')};\nevents {}\nhttp {\n  access_log off;\n  include ${this.path('etc/nginx/conf.d')}/*.conf;\n}\n`
    writeFileSync(this.path('nginx.conf'), nginx)
    writeFileSync(this.path('catalog.ndjson'), lines([SHIRT]))
    writeFileSync(this.path('export.ndjson'), lines([SHIRT, TEAPOT]))
    writeFileSync(
      this.path('.curlrc'),
      `silent\nconnect-to = "api.shop.example:443:127.0.0.1:${ports['listen 443']}"\n`,
    )
  }

  path(name: string): string {
    return join(this.#folder.path, name)
  }

  addProgram(name: string, text: string): void {
    writeFileSync(this.path(name), `#!/bin/sh\nset -eu\n${text}`, { mode: 0o755 })
  }

  /** A text with the paths and ports of this machine. */
  moved(text: string): string {
    let moved = text.replaceAll(/(?<![\w.])\/(?:opt|etc|var|usr\/local|usr\/sbin)\//g, `${this.#folder.path}$&`)
    for (const [written, port] of Object.entries(this.#ports))
      moved = moved.replaceAll(written, written.replace(/\d+$/, String(port)))
    return moved.replace(/^CATALOG_URL=.*$/m, `CATALOG_URL=${this.path('export.ndjson')}`)
  }

  /** Runs a script as the operator. */
  async run(script: string): Promise<{ readonly code: number | null; readonly output: string }> {
    const path = [this.path('usr/sbin'), this.path('usr/local/bin'), process.env.PATH, '/usr/sbin'].join(':')
    const own = { PATH: path, HOME: this.path('.'), MACHINE: this.path('.'), VITRINE: ROOT }
    const env = { ...cleanEnvironment(), ...own, CURL_CA_BUNDLE: this.path('certificate.pem') }
    const output = this.path('output')
    const child = spawn('sh', ['-c', `exec > ${output} 2>&1\ncd ${this.path('.')}\n${script}`], { env })
    const { code } = await new Running(child).waitForExit()
    return { code, output: readFileSync(output, 'utf8') }
  }

  [Symbol.dispose](): void {
    for (const file of ['server.pid', 'nginx.pid']) {
      try {
        process.kill(Number(readFileSync(this.path(file), 'utf8')), 'SIGTERM')
      } catch {
        // It has ended, or was never started.
      }
    }
    this.#folder[Symbol.dispose]()
  }
}

/**
 * What stands in for programs that change a machine, or need its first process. `systemctl` does what systemd would: it starts what the units
 * say. nginx is the real one, with a folder of its own.
 */
const STUBS: Readonly<Record<string, string>> = {
  'apt-get': '',
  useradd: '',
  npm: '',
  sudo: 'if [ "$1" = -u ]; then shift 2; fi\nexec "$@"\n',
  git: '[ "$1" = clone ]\ncp -R "$MACHINE/checkout" "$3"\n',
  // The user of the server does not exist.
  install: `for argument; do
  shift
  case $argument in --owner | --group) skip=yes ;; vitrine) [ "\${skip-}" ] || set -- "$@" vitrine; skip= ;; *) set -- "$@" "$argument" ;; esac
done
exec /usr/bin/install "$@"\n`,
  certbot: `folder=$MACHINE/etc/letsencrypt/live/api.shop.example
mkdir -p "$folder"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=api.shop.example -addext subjectAltName=DNS:api.shop.example \\
  -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2> /dev/null
cp "$folder/fullchain.pem" "$MACHINE/certificate.pem"\n`,
  nginx: `exec ${findProgram('nginx')} -p "$MACHINE" -e stderr -c "$MACHINE/nginx.conf" "$@"\n`,
  sendmail: 'cat >> "$MACHINE/mail"\n',
  journalctl: 'echo "log of $2"\n',
  systemctl: `units=$MACHINE/etc/systemd/system
setting() { sed -n "s#^$2=##p" "$units/$1"; }
job() {
  set -a; . "$(setting "$1" EnvironmentFile)"; set +a
  sh -c "$(setting "$1" ExecStart | sed "s#%i#\${2-}#")"
}
serve() {
  [ ! -e "$MACHINE/server.pid" ] || kill "$(cat "$MACHINE/server.pid")"
  set -a; . "$(setting vitrine.service EnvironmentFile)"; set +a
  $(setting vitrine.service ExecStart) > "$MACHINE/server.log" 2>&1 &
  echo $! > "$MACHINE/server.pid"
  curl --retry 60 --retry-delay 1 --retry-all-errors --fail "http://127.0.0.1:$VITRINE_PORT/readyz"
}
case "$*" in
  daemon-reload | 'reload prometheus') ;;
  'enable --now vitrine' | 'restart vitrine') serve ;;
  'start '*.timer | 'stop '*.timer) ;;
  'enable --now '*.timer) test -e "$units/$3" ;;
  'reload nginx') nginx ;;
  'start '*.service)
    job "$2" || { job "$(setting "$2" OnFailure | sed 's#%n.*#.service#')" "$2"; exit 1; } ;;
  *) echo "no stand-in for systemctl $*"; exit 1 ;;
esac\n`,
}

describe('docs/debian.md', { skip }, () => {
  let machine: Machine
  before(async () => {
    const names = ['127.0.0.1:3000', '127.0.0.1:9464', 'listen 80', 'listen 443']
    const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()])))
    const settings = {
      'VITRINE_PORT=3000': ports['127.0.0.1:3000'],
      'VITRINE_METRICS_PORT=9464': ports['127.0.0.1:9464'],
    }
    machine = new Machine({ ...ports, ...settings })
  })
  after(() => machine?.[Symbol.dispose]())

  test('has command lines that do what it says, from the first to the last', async () => {
    const commands = commandLines()
    assert.ok(commands.length > 30)
    const checked = commands.map(
      (line) => `echo '$ ${line.replaceAll("'", '')}'\n{\n${machine.moved(line)}\n} || exit 1\n`,
    )
    const { code, output } = await machine.run(checked.join(''))
    assert.equal(code, 0, output)
    // Over TLS, from the drill, after the rollback, and from the server of both versions, and of both files.
    assert.match(output, /my-shop: .* edition \d+\n[\s\S]*my-shop: .*, copied before\n/)
    assert.match(output, /https:\/\/api\.shop\.example\/store\/products\n.*"slug":"red-shirt"/)
    assert.match(output, /no damage/)
    assert.match(output, /\$ sudo -u vitrine vitrine rollback my-shop --yes\n.*edition 1/)
    assert.equal(output.match(/readyz\n\{"status":"ok"\}/g)?.length, 4)
    assert.equal(readdirSync(machine.path('var/backups/vitrine')).filter((name) => name.endsWith('.db')).length, 2)
  })

  test('a nightly import that fails changes nothing and mails the end of its log', async () => {
    const show = 'vitrine store show my-shop --json'
    const shown = (await machine.run(show)).output
    assert.match(shown, /"edition":\{"number":2,/)
    const settings = machine.path('etc/vitrine-jobs.env')
    const before = readFileSync(settings, 'utf8')
    writeFileSync(settings, before.replace(/^CATALOG_URL=.*$/m, 'CATALOG_URL=/none'))
    const { code } = await machine.run('systemctl start vitrine-import.service')
    writeFileSync(settings, before)
    assert.equal(code, 1)
    const mail = readFileSync(machine.path('mail'), 'utf8')
    assert.match(mail, /^To: root\nSubject: vitrine-import\.service failed on \S+\n\nlog of vitrine-import\.service\n$/)
    assert.equal((await machine.run(show)).output, shown)
  })

  test('a nightly import does not run beside another one', async () => {
    const lock = machine.path('var/lib/vitrine/nightly-import.lock')
    const { code, output } = await machine.run(`flock ${lock} systemctl start vitrine-import.service`)
    assert.equal(code, 1)
    assert.match(output, /another nightly import is running/)
  })

  test('a nightly backup keeps the newest copies only', async () => {
    const settings = machine.path('etc/vitrine-jobs.env')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('KEEP_BACKUPS=14', 'KEEP_BACKUPS=1'))
    const { code, output } = await machine.run('systemctl start vitrine-backup.service')
    assert.equal(code, 0, output)
    assert.equal(readdirSync(machine.path('var/backups/vitrine')).filter((name) => name.endsWith('.db')).length, 1)
  })

  test('has units that systemd accepts, with programs that exist', () => {
    const units = machine.path('etc/systemd/system')
    const names = readdirSync(units).map((name) => join(units, name.replace('@.', '@vitrine-import.service.')))
    assert.equal(names.length, 6)
    const { status, stderr } = spawnSync(findProgram('systemd-analyze')!, ['verify', '--man=no', ...names], {
      encoding: 'utf8',
    })
    assert.deepEqual([status, stderr], [0, ''])
    for (const time of ['*-*-* 03:30:00', '*-*-* 02:30:00'])
      execFileSync(findProgram('systemd-analyze')!, ['calendar', time])
  })
})
