// Complete run only: it checks the rules of alerts with programs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { serve } from '../cli/served-shop.ts'
import { lines, SHIRT, WorkingDirectory } from '../cli/vitrine.ts'
import { until } from '../database/until.ts'
import { findProgram } from './find-program.ts'

const DEPLOY = resolve(import.meta.dirname, '../../deploy')
const RULES = join(DEPLOY, 'prometheus-rules.yml')

/** An expression of PromQL, and the labels that the text beside it names. */
interface Query {
  readonly name: string
  readonly expression: string
  readonly labels: readonly string[]
}

/** Labels and a metric that Prometheus itself adds to each target. */
const OF_PROMETHEUS = ['job', 'instance']
const UP = 'up'

/** Metrics that a server has only with `--workers`. */
const OF_WORKERS = /^vitrine_workers/

function rules(): Query[] {
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts what the file has.
  const { groups } = parseYaml(readFileSync(RULES, 'utf8')) as any
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  return groups[0].rules.map(({ alert, expr, annotations }: any) => ({
    name: alert,
    expression: expr,
    labels: namesIn(annotations.summary, /\$labels\.(\w+)/g),
  }))
}

function panels(): Query[] {
  const dashboard = JSON.parse(readFileSync(join(DEPLOY, 'grafana-dashboard.json'), 'utf8'))
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts what the file has.
  return dashboard.panels.flatMap(({ title, targets }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    targets.map(({ expr, legendFormat }: any) => ({
      name: title,
      expression: expr,
      labels: namesIn(legendFormat, /\{\{(\w+)\}\}/g),
    })),
  )
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!)
}

/** What a query needs of the metrics and does not find. */
function missing({ expression, labels }: Query, metrics: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const selectors = [...expression.matchAll(/\b(up|(?:vitrine|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
  assert.notEqual(selectors.length, 0, expression)
  const faults: string[] = []
  const available = new Set(OF_PROMETHEUS)
  for (const [, metric, matchers = ''] of selectors) {
    const own = metrics.get(metric!) ?? (metric === UP ? new Set<string>() : undefined)
    if (!own) faults.push(`no metric ${metric}`)
    for (const label of own ?? []) available.add(label)
    for (const label of namesIn(matchers, /(\w+)\s*(?:=|!=|=~|!~)"/g))
      if (!own?.has(label) && !OF_PROMETHEUS.includes(label)) faults.push(`${metric} has no label ${label}`)
  }
  const grouped = namesIn(expression, /\bby \(([^)]*)\)/g).flatMap((list) => list.split(/,\s*/))
  for (const label of [...grouped, ...labels]) if (!available.has(label)) faults.push(`no label ${label}`)
  return faults
}

/** The metrics of a running server, each with the labels of its series. */
async function metricsOf(place: WorkingDirectory, args: readonly string[]) {
  const { url, operations } = await serve(place, args)
  const read = async () => await (await fetch(`${operations}/metrics`)).text()
  await (await fetch(`${url}/stores/a/store/products?search=shirt`)).arrayBuffer()
  // A worker may count a request after its client has the answer.
  await until(async () => (await read()).includes('vitrine_http_requests_total{'))
  const metrics = new Map<string, Set<string>>()
  for (const [, name, labels = ''] of (await read()).matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name!) ?? new Set()
    for (const label of namesIn(labels, /(\w+)="/g)) known.add(label)
    metrics.set(name!, known)
  }
  return metrics
}

describe('alerts and dashboard', () => {
  let place: WorkingDirectory
  before(async () => {
    place = new WorkingDirectory()
    writeFileSync(place.path('catalog.ndjson'), lines([SHIRT]))
    for (const args of [
      ['import', 'catalog.ndjson', '--store', 'a', '--create'],
      ['store', 'set', 'a', '--currency', 'EUR'],
      ['market', 'add', 'a', 'de', '--language', 'de', '--currency', 'EUR'],
    ]) {
      const { code, stderr } = await place.run(args)
      assert.equal(code, 0, stderr)
    }
  })
  after(() => place[Symbol.dispose]())

  for (const [server, args] of [
    ['one process', []],
    ['workers', ['--workers', '2']],
  ] as const)
    test(`use metrics and labels that a server of ${server} gives`, async () => {
      const metrics = await metricsOf(place, args)
      const faults = [...rules(), ...panels()].flatMap((query) =>
        missing(query, metrics).map((fault) => `${query.name}: ${fault}`),
      )
      const expected =
        args.length > 0 ? [] : faults.filter((fault) => OF_WORKERS.test(fault.split('no metric ')[1] ?? ''))
      assert.deepEqual(faults, expected)
    })

  test('a metric or a label of another name is found out', () => {
    const metrics = new Map([['vitrine_stores', new Set(['store'])]])
    const query = {
      name: '',
      labels: ['store', 'shop'],
      expression: 'sum by (kind) (vitrine_stores{status="5"}) > vitrine_shops',
    }
    assert.deepEqual(missing(query, metrics), [
      'vitrine_stores has no label status',
      'no metric vitrine_shops',
      'no label kind',
      'no label shop',
    ])
  })

  const promtool = findProgram('promtool')
  const skip = promtool === undefined && 'there is no promtool on the path: `apt-get install prometheus` gets it'
  test('the rules are rules that Prometheus accepts', { skip }, () => {
    const { status, stdout, stderr } = spawnSync(promtool!, ['check', 'rules', RULES], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })
})
