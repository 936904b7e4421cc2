/** The examples for Traefik and ingress-nginx, as `proxy-examples.ts` has those for nginx and Caddy. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { name, nginxFile, type Place, type ProxyExample, proxies, readExample } from './proxy-examples.ts'
import { parseStrictly } from './strict-yaml.ts'

// biome-ignore lint/suspicious/noExplicitAny: files of YAML, whose form `manifests.test.ts` checks.
type Yaml = any

const readYaml = (path: string): Yaml => parseStrictly(readExample(path))[0]

/** `a.b.c=v` as `{ a: { b: { c: v } } }`. */
const nest = (entries: readonly (readonly [path: string, value: unknown])[]) => {
  const root: Yaml = {}
  for (const [path, value] of entries) {
    const names = path.split('.')
    let at = root
    for (const part of names.slice(0, -1)) {
      at[part] ??= {}
      at = at[part]
    }
    at[names.at(-1) ?? ''] = value
  }
  return root
}

/**
 * Traefik reads labels from Docker, which isn't here: the same words as a file. Certificates come from a file in place of Let's Encrypt, and the
 * gateways by their ports.
 */
const traefikFiles = ({ folder, port, gatewayPorts }: Place) => {
  const { services } = readYaml('deploy/compose.traefik.yaml')
  const flags: readonly string[] = services.traefik.command
  const fixed = nest(
    flags
      .filter((flag) => !/^--(providers\.docker|certificatesresolvers)/.test(flag))
      .map((flag) => {
        const [, path = '', value = ''] = /^--([^=]+)=(.*)$/.exec(flag) ?? []
        return [path, value] as const
      }),
  )
  fixed.entrypoints.http.address = `127.0.0.1:${freePort()}`
  fixed.entrypoints.https.address = `127.0.0.1:${port}`
  fixed.providers = { file: { filename: join(folder, 'dynamic.yaml') } }
  const { traefik: dynamic } = nest(Object.entries(services.gateway.labels))
  const { patchbay: router } = dynamic.http.routers
  router.entrypoints = [router.entrypoints]
  router.tls = {}
  router.service = 'patchbay'
  const { loadbalancer } = dynamic.http.services.patchbay
  delete loadbalancer.server
  loadbalancer.servers = gatewayPorts.map((one) => ({ url: `http://127.0.0.1:${one}` }))
  const certificates = [{ certFile: join(folder, 'fullchain.pem'), keyFile: join(folder, 'privkey.pem') }]
  return { fixed, dynamic: { http: dynamic.http, tls: { certificates } } }
}

export const traefik: ProxyExample = {
  name: 'Traefik',
  program: 'traefik',
  configuration(place) {
    const { fixed, dynamic } = traefikFiles(place)
    writeFileSync(join(place.folder, 'dynamic.yaml'), JSON.stringify(dynamic))
    return JSON.stringify(fixed)
  },
  check: () => [],
  start: (file) => [`--configFile=${file}`],
}

const [nginx] = proxies
if (!nginx) throw new Error('there is no example for nginx')

/** The directives that ingress-nginx makes of the chart's annotations. */
const directives: Readonly<Record<string, string>> = {
  'proxy-body-size': 'client_max_body_size',
  'proxy-request-buffering': 'proxy_request_buffering',
  'proxy-buffering': 'proxy_buffering',
  'proxy-read-timeout': 'proxy_read_timeout',
  'proxy-next-upstream': 'proxy_next_upstream',
}

const readAnnotations = (): readonly string[] => {
  const annotations: Readonly<Record<string, string>> = readYaml('deploy/helm/values.yaml').ingress.annotations
  return Object.entries(annotations).map(([key, value]) => {
    const directive = directives[key.replace('nginx.ingress.kubernetes.io/', '')]
    if (!directive) throw new Error(`what ingress-nginx makes of ${key} is not known here`)
    return `${directive} ${value}${directive === 'proxy_read_timeout' ? 's' : ''};`
  })
}

/**
 * nginx with the location that the template of ingress-nginx makes of the chart's annotations. Both gateways stay listed: the controller takes one
 * out only when Kubernetes has seen that it isn't ready.
 */
export const ingress: ProxyExample = {
  ...nginx,
  name: 'ingress-nginx',
  configuration: ({ folder, port, gatewayPorts }) =>
    nginxFile(
      folder,
      `upstream gateways {
        ${gatewayPorts.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n')}
        keepalive 320;
      }
      server {
        listen 127.0.0.1:${port} ssl;
        server_name ${name};
        ssl_certificate ${folder}/fullchain.pem;
        ssl_certificate_key ${folder}/privkey.pem;
        location / {
          proxy_set_header Host $host;
          proxy_set_header Connection "";
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_http_version 1.1;
          proxy_connect_timeout 5s;
          proxy_next_upstream_tries 3;
          ${readAnnotations().join('\n')}
          proxy_pass http://gateways;
        }
      }`,
    ),
}
