import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'

/** A self-signed certificate for the names, and its key, as files in `folder`. */
export const makeCertificate = (folder: string, names: readonly string[]) => {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const made = Bun.spawnSync([
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
    '-keyout',
    key,
    '-out',
    certificate,
    '-subj',
    `/CN=${names[0]}`,
    '-addext',
    `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
  ])
  if (!made.success) throw new Error(made.stderr.toString())
  return { certificate, key }
}

/**
 * HTTPS on loopback with a certificate for the names that nobody vouches for, unless NODE_EXTRA_CA_CERTS names its file.
 * Answers JSON to everything, `{}` unless it is told another; notes the SNI and the Host of each request.
 */
export const startTlsUpstream = async (...names: string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-tls-'))
  const { certificate, key } = makeCertificate(folder, names)
  const seen: string[] = []
  let answer = '200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const sni = 'servername' in socket ? socket.servername : undefined
      seen.push(`${sni} ${/^host: (.*)\r$/im.exec(data.toString())?.[1]}`)
      socket.write(`HTTP/1.1 ${answer}`)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    certificate,
    seen,
    answers(status: number, text: string): void {
      answer = `${status} x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    },
    async stop(): Promise<void> {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
