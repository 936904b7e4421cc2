// Test lanes: slow

/** The Helm chart, as Helm renders it. Not run where there is no Helm; `.ci/install-helm` builds one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import project from '../../package.json'
import { configurationTable, secretFileVariables } from '../../server/configuration/help.ts'
import { findHelm } from './find-helm.ts'
import { parseStrictly } from './strict-yaml.ts'

const root = join(import.meta.dirname, '../..')
const chart = join(root, 'deploy/helm')

const helm = findHelm() ?? ''
const missing = helm === '' ? 'Helm is not installed' : undefined

const run = (...words: readonly string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([helm, ...words])
  return { exitCode, output: stdout.toString(), errors: stderr.toString() }
}

const baseUrl = 'baseUrl=https://gateway.example.com'

// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
const render = (...values: readonly string[]): any[] => {
  const set = [baseUrl, ...values].flatMap((value) => [value.startsWith('env.') ? '--set-string' : '--set', value])
  const { exitCode, output, errors } = run('template', 'patchbay', chart, ...set)
  expect([exitCode, errors]).toEqual([0, ''])
  return [...parseStrictly(output)]
}
// biome-ignore lint/suspicious/noExplicitAny: as above
const find = (objects: readonly any[], kind: string) => objects.find((object) => object.kind === kind)

// biome-ignore lint/suspicious/noExplicitAny: as above
const environmentOf = (objects: readonly any[]): Record<string, string> =>
  Object.fromEntries(
    find(objects, 'Deployment').spec.template.spec.containers[0].env.map(
      ({ name, value }: { readonly name: string; readonly value: string }) => [name, value],
    ),
  )

const models: Readonly<Record<string, new (object: never) => { validate(): void }>> = {
  Deployment,
  Service,
  Ingress,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  NetworkPolicy,
}

const known = new Set([
  ...configurationTable.map(({ variable }) => variable.replaceAll('`', '')),
  ...secretFileVariables,
])

const testChart = test.skipIf(missing)
const meta = { meta: { missing } }

describe('the Helm chart', () => {
  testChart('has no fault that Helm knows', meta, () => {
    for (const values of [['--set', baseUrl], []]) {
      const { exitCode, output } = run('lint', '--strict', ...values, chart)
      expect(exitCode, output).toBe(0)
    }
  })

  testChart.each([
    ['an embedded store', [], ['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Service', 'Service']],
    ['a volume that is there', ['data.existingClaim=mine'], ['Deployment', 'NetworkPolicy', 'Service', 'Service']],
    [
      'no network policy',
      ['data.existingClaim=mine', 'networkPolicy.enabled=false'],
      ['Deployment', 'Service', 'Service'],
    ],
    [
      'MongoDB and an ingress',
      ['mongodb=true', 'replicas=3', 'ingress.enabled=true', 'ingress.tlsSecretName=tls', 'ingress.className=nginx'],
      ['Deployment', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Service'],
    ],
  ])('with %s is valid under the schema of Kubernetes', meta, (_, values, kinds) => {
    const objects = render(...values)
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    for (const object of objects) new (models[object.kind] as (typeof models)[string])(object as never).validate()
    const { selector, template } = find(objects, 'Deployment').spec
    for (const { spec } of objects.filter(({ kind }) => kind === 'Service')) {
      expect(spec.selector).toEqual(selector.matchLabels)
      expect(spec.selector).toEqual(template.metadata.labels)
    }
  })

  testChart('runs a pod as deploy/kubernetes.yaml does', meta, () => {
    const [manifest] = parseStrictly(readFileSync(join(root, 'deploy/kubernetes.yaml'), 'utf8')) as ReturnType<
      typeof render
    >
    const expected = manifest.spec.template.spec
    const objects = render('mongodb=true', 'replicas=3', 'trustedProxies=10.250.0.0/28')
    const pod = find(objects, 'Deployment').spec.template.spec
    const { topologySpreadConstraints: _spread, containers: _all, ...others } = expected
    expect(pod).toMatchObject(others)
    const { env: _env, image: _image, ...container } = expected.containers[0]
    expect(pod.containers[0]).toMatchObject(container)
    expect(find(objects, 'Deployment').spec.strategy).toEqual(manifest.spec.strategy)
    const variables = expected.containers[0].env.map(({ name }: { readonly name: string }) => name)
    expect(Object.keys(environmentOf(objects))).toEqual(variables)
  })

  testChart('lets in and out what deploy/kubernetes.yaml does, with the namespaces that are named', meta, () => {
    const manifests = [...parseStrictly(readFileSync(join(root, 'deploy/kubernetes.yaml'), 'utf8'))] as ReturnType<
      typeof render
    >
    const expected = find(manifests, 'NetworkPolicy').spec
    const policyOf = (...values: readonly string[]) => find(render(...values), 'NetworkPolicy').spec
    const { podSelector, ...rules } = policyOf('mongodb=true')
    const { podSelector: _, ...others } = expected
    expect(rules).toEqual(others)
    expect(podSelector.matchLabels).toEqual(find(render(), 'Deployment').spec.selector.matchLabels)
    // An embedded store reaches no database.
    expect(policyOf().egress).toEqual(
      expected.egress.filter(({ ports }: { readonly ports: { port: number }[] }) => ports[0]?.port !== 27017),
    )
    const named = policyOf('mongodb=true', 'networkPolicy.ingressNamespace=edge', 'networkPolicy.mongodbNamespace=data')
    expect(named.ingress[0].from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name']).toBe('edge')
    expect(named.egress[1].to[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name']).toBe('data')
    const more = policyOf('networkPolicy.egress[0].ports[0].port=4318')
    expect(more.egress.at(-1)).toEqual({ ports: [{ port: 4318 }] })
  })

  testChart('sets variables that the gateway reads, and those that are added', meta, () => {
    const environment = environmentOf(render('env.CALLS_PER_MINUTE=600'))
    expect(environment).toMatchObject({ BASE_URL: 'https://gateway.example.com', CALLS_PER_MINUTE: '600' })
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
  })

  testChart('keeps the embedded store in a volume that outlives the release, for one gateway at a time', meta, () => {
    const objects = render()
    const { spec } = find(objects, 'Deployment')
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
    expect(spec.template.spec.containers[0].volumeMounts).toContainEqual({ name: 'data', mountPath: '/data' })
    expect(find(objects, 'PersistentVolumeClaim').metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' })
  })

  testChart('has an ingress through which files pass as streams of any length, with what is added', meta, () => {
    const added = render('ingress.enabled=true', 'ingress.annotations.example=mine')
    expect(find(added, 'Ingress').metadata.annotations).toMatchObject({
      example: 'mine',
      'nginx.ingress.kubernetes.io/proxy-body-size': '0',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
    })
  })

  testChart('is of the version of the gateway, whose image it names', meta, () => {
    const { image } = find(render(), 'Deployment').spec.template.spec.containers[0]
    expect(image).toBe(`registry.example.com/patchbay:${project.version}`)
  })

  testChart.each([
    ['without the address of the gateway', [], 'baseUrl'],
    ['with several gateways on an embedded store', [baseUrl, 'replicas=2'], 'replicas'],
    ['with a value that there is not', [baseUrl, 'mongo=true'], 'mongo'],
    ['without a gateway', [baseUrl, 'replicas=0'], 'replicas'],
  ])('%s is refused', meta, (_, values, named) => {
    const { exitCode, errors } = run('template', chart, ...values.flatMap((value) => ['--set', value]))
    expect([exitCode, errors]).toEqual([1, expect.stringContaining(named)])
  })
})
