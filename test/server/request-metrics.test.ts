import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestMetrics } from '@vitrine/server/request-metrics'
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client'

const REQUESTS = [
  ['GET', '/store/products', 200, 0.05],
  ['GET', '/store/products', 200, 0.1],
  ['GET', '/store/products', 200, 0.1001],
  ['GET', '/store/products', 304, 3],
  ['HEAD', '/store/products', 200, 2500],
  ['GET', 'none', 404, 2501],
] as const

const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** The metrics of requests as prom-client counts them itself. */
function expected(repetitions: number): Registry {
  const registry = new Registry()
  const options = { labelNames: ['method', 'route', 'status'], registers: [registry] }
  const requests = new Counter({ name: 'vitrine_http_requests_total', help: 'Requests answered.', ...options })
  const name = 'vitrine_http_request_duration_seconds'
  const durations = new Histogram({ name, help: 'Seconds to an answer.', buckets: BUCKETS, ...options })
  for (const [method, route, code, milliseconds] of Array.from({ length: repetitions }, () => REQUESTS).flat()) {
    const labels = { method, route, status: String(code) }
    requests.inc(labels)
    durations.observe(labels, milliseconds / 1000)
  }
  return registry
}

function counted(): Registry {
  const registry = new Registry()
  const count = requestMetrics(registry)
  for (const request of REQUESTS) count(...request)
  return registry
}

/** Doubles that are added in another order differ in the last digits. */
function lines(text: string): string[] {
  return text
    .replace(/(_sum\{.*\} \d+\.\d{6})\d*/g, '$1')
    .split('\n')
    .sort()
}

test('requests are counted as prom-client counts them, bounds included', async () => {
  assert.deepEqual(lines(await counted().metrics()), lines(await expected(1).metrics()))
})

test('the requests of several processes are added', async () => {
  const workers = await Promise.all([counted(), counted()].map((registry) => registry.getMetricsAsJSON()))
  const sum = AggregatorRegistry.aggregate(workers as object[])
  assert.deepEqual(lines(await sum.metrics()), lines(await expected(2).metrics()))
})
