import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The site of a client: it hosts metadata documents and the keys by which the client signs assertions. */
export const startClientSite = async () => {
  const keys = { own: await generateKeyPair('RS256'), other: await generateKeyPair('RS256') }
  const jwks = { keys: [{ ...(await exportJWK(keys.own.publicKey)), kid: 'cimd-1', alg: 'RS256', use: 'sig' }] }
  const documents = new Map<string, object>([['/jwks.json', jwks]])
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const document = documents.get(new URL(url).pathname)
      return document ? Response.json(document) : new Response(null, { status: 404 })
    },
  })
  const origin = `http://127.0.0.1:${server.port}`
  return {
    origin,
    jwks,
    /** The client id of a client whose document is new. */
    publish(documentAt: (url: string) => object): string {
      const path = `/oauth/${documents.size}/client.json`
      documents.set(path, documentAt(origin + path))
      return origin + path
    },
    /** An assertion with a `jti` and an end; a claim that is undefined is left out. */
    sign(claims: Readonly<Record<string, unknown>>, key: keyof typeof keys = 'own'): Promise<string> {
      const seconds = Math.floor(Date.now() / 1000)
      const usual = { jti: crypto.randomUUID(), iat: seconds, exp: seconds + 300 }
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'cimd-1' })
        .sign(keys[key].privateKey)
    },
    stop: () => server.stop(true),
  }
}
