import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

/** An identity provider on loopback, which signs whatever it is told to. */
export const startIdentityProvider = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'ES256', use: 'sig' }]
  const asked: string[] = []
  const answers = { status: 200, metadata: {} as object }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const { pathname, origin } = new URL(url)
      asked.push(pathname)
      const { status } = answers
      if (pathname === '/jwks') return Response.json({ keys }, { status })
      if (pathname !== '/.well-known/openid-configuration') return new Response('', { status: 404 })
      return Response.json({ issuer: origin, jwks_uri: `${origin}/jwks`, ...answers.metadata }, { status })
    },
  })
  const issuer = `http://127.0.0.1:${server.port}`
  const sign = (
    claims: Readonly<Record<string, unknown>>,
    header: { readonly [M in keyof JWTHeaderParameters]?: JWTHeaderParameters[M] | undefined } = {},
    key: Parameters<SignJWT['sign']>[0] = privateKey,
  ): Promise<string> =>
    new SignJWT(claims)
      // JSON leaves out a member that is undefined.
      .setProtectedHeader({ alg: 'ES256', kid: 'first', typ: 'oauth-id-jag+jwt', ...header } as JWTHeaderParameters)
      .sign(key)
  return { issuer, sign, asked, answers, publicKey, stop: () => server.stop(true) }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** Claims of a valid assertion for the user `ada`. */
export const goodClaims = (issuer: string, audience: string, client_id: string): Readonly<Record<string, unknown>> => {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    aud: audience,
    sub: 'ada',
    client_id,
    resource: `${audience}/mcp`,
    jti: crypto.randomUUID(),
    iat: seconds,
    exp: seconds + 300,
  }
}
