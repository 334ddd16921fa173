import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { openShop } from '../server/shop.ts'
import { acceptedSettings } from './settings.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test asserts what a manifest has.
type Manifest = any

const manifests = readFileSync(new URL('../../deploy/kubernetes.yaml', import.meta.url), 'utf8')
  .split(/^---$/m)
  .map((text) => parseYaml(text) as Manifest)
const [deployment, service, budget] = manifests
const pod = deployment.spec.template.spec
const [container] = pod.containers

describe('deploy/kubernetes.yaml', () => {
  test('has a deployment, a service and a disruption budget for the same pods', () => {
    assert.deepEqual(
      manifests.map(({ kind }) => kind),
      ['Deployment', 'Service', 'PodDisruptionBudget'],
    )
    const { labels } = deployment.spec.template.metadata
    const { selector, replicas } = deployment.spec
    assert.deepEqual(
      [selector.matchLabels, service.spec.selector, budget.spec.selector.matchLabels],
      [labels, labels, labels],
    )
    assert.ok(budget.spec.minAvailable < replicas, 'no pod could be moved')
  })

  test('starts the server with settings that it accepts, on the ports of the manifest', async () => {
    assert.deepEqual(container.args, ['serve'])
    const variables = container.env.map(({ name, value = 'postgres://db.example/vitrine' }: Manifest) => [name, value])
    const settings = await acceptedSettings(Object.fromEntries(variables))
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }: Manifest) => [name, containerPort]))
    assert.deepEqual(ports, { http: settings.port, metrics: settings.metricsPort })
    assert.deepEqual([settings.host, settings.metricsHost], ['0.0.0.0', '0.0.0.0'])
    assert.equal(service.spec.ports[0].targetPort, 'http')
    const ending = container.lifecycle.preStop.sleep.seconds + Number(settings.grace)
    assert.ok(ending < pod.terminationGracePeriodSeconds)
    // Of a service called vitrine, Kubernetes would set VITRINE_PORT to tcp://….
    assert.equal(pod.enableServiceLinks, false)
  })

  test('asks paths that the server has', async () => {
    await using shop = await openShop()
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[probe].httpGet
      assert.equal(port, 'metrics', probe)
      assert.equal((await shop.get(path)).status, 200, probe)
    }
  })

  test('gives the container no rights that it does not need', () => {
    assert.equal(pod.automountServiceAccountToken, false)
    assert.equal(pod.securityContext.runAsNonRoot, true)
    assert.equal(pod.securityContext.runAsUser, 65_532)
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})
