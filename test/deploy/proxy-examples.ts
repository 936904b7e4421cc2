import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

/** The gateway's name in the examples. */
export const name = 'gateway.example.com'

export const readExample = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

/** What an example is moved to on this machine: nothing else of it is changed. */
interface Place {
  readonly folder: string
  readonly port: number
  readonly gatewayPorts: readonly string[]
}

export const proxies: readonly {
  readonly program: string
  configuration(place: Place): string
  check(file: string): readonly string[]
  start(file: string): readonly string[]
}[] = [
  {
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
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      return `daemon off;
        ${process.getuid?.() === 0 ? 'user root;' : ''}
        pid ${folder}/nginx.pid;
        events {}
        http {
          access_log off;
          ${temporary.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
          ${example}
        }`
    },
    check: (file) => ['-t', '-q', '-e', 'stderr', '-c', file],
    start: (file) => ['-e', 'stderr', '-c', file],
  },
  {
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
