import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { debianProgram } from './debian-program.ts'

/** The gateway's name in the examples. */
export const name = 'gateway.example.com'

export const readExample = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

/** An example's values on this machine: nothing else of the example is changed. */
export interface Place {
  readonly folder: string
  readonly port: number
  readonly gatewayPorts: readonly string[]
}

/** A proxy of which we ship an example. */
export interface ProxyExample {
  readonly name: string
  readonly program: string
  configuration(place: Place): string
  check(file: string): readonly string[]
  start(file: string): readonly string[]
}

/** A whole configuration of nginx around the part within `http`. */
export const nginxFile = (folder: string, http: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${temporary.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
      ${http}
    }`
}

export const proxies: readonly ProxyExample[] = [
  {
    name: 'nginx',
    program: 'nginx',
    configuration({ folder, port, gatewayPorts }) {
      const example = readExample('deploy/nginx.conf')
        .replaceAll(/listen \[::\]:\d+.*\n/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${freePort()};`)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
        .replaceAll(`/etc/ssl/${name}/`, `${folder}/`)
        .replace(/ *server 127\.0\.0\.1:3000(.*)\n/, (_, how) =>
          gatewayPorts.map((one) => `server 127.0.0.1:${one}${how}\n`).join(''),
        )
      return nginxFile(folder, example)
    },
    check: (file) => ['-t', '-q', '-e', 'stderr', '-c', file],
    start: (file) => ['-e', 'stderr', '-c', file],
  },
  {
    name: 'caddy',
    program: 'caddy',
    configuration: ({ folder, port, gatewayPorts }) =>
      readExample('deploy/Caddyfile')
        .replace('{\n', '{\n\tadmin off\n\tauto_https disable_redirects\n')
        .replace(`\n${name} {`, `\nhttps://${name}:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`)
        .replace('127.0.0.1:3000', gatewayPorts.map((one) => `127.0.0.1:${one}`).join(' ')),
    check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    start: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
]

export const makeCertificate = (folder: string): void => {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const { success, stderr } = Bun.spawnSync(
    ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...names],
    { stderr: 'pipe' },
  )
  if (!success) throw new Error(stderr.toString())
}

/** A proxy's program, and what is missing here to run it with a certificate. */
export interface FoundProgram {
  readonly binary: string
  readonly missing: string | undefined
}

export const findProgram = (name: string): FoundProgram => {
  const binary = debianProgram(name) ?? ''
  const needed = { [name]: binary, openssl: Bun.which('openssl') }
  const [missing] = Object.entries(needed).flatMap(([tool, path]) => (path ? [] : [`${tool} is not installed`]))
  return { binary, missing }
}

/** Starts a proxy by a file of its configuration. It keeps its data in the folder, and what it complains of in `<file>.errors`. */
export const startProxy = (
  binary: string,
  { start }: Pick<ProxyExample, 'start'>,
  { file, folder }: { readonly file: string; readonly folder: string },
): Bun.Subprocess =>
  Bun.spawn([binary, ...start(file)], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    // Not a pipe: a proxy that complains of much would wait for somebody to read it.
    stderr: Bun.file(`${file}.errors`),
  })
