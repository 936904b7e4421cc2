import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { type JwtBearer, toScopeParameter } from '../../provider/index.ts'
import { currentMs, secondsOf } from '../../time.ts'
import type { StoredSigner } from '../stored-grant.ts'

/** Half of an assertion's life: a minute in all, as some vendors refuse longer ones, half of it past and half ahead, as clocks differ. */
const halfLifeSeconds = 30

/** The error for a stored key that doesn't fit the provider's algorithm. It has no cause, as that could quote the key. */
export class UnfitKeyError extends Error {
  constructor(algorithm: JwtBearer['algorithm']) {
    super(`the private key can't sign with ${algorithm}`)
  }
}

/** An assertion for one token request (RFC 7523, section 3). Rejects with UnfitKeyError. */
export const signAssertion = async (
  { algorithm, audience, claims, scopes }: JwtBearer,
  stored: StoredSigner,
  { issuer, tokenEndpoint }: { readonly issuer: string; readonly tokenEndpoint: string },
): Promise<string> => {
  const now = secondsOf(currentMs())
  const payload = {
    ...claims,
    ...toScopeParameter(scopes),
    iss: issuer,
    ...(stored.subject !== undefined && { sub: stored.subject }),
    aud: stored.audience ?? audience ?? tokenEndpoint,
    iat: now - halfLifeSeconds,
    exp: now + halfLifeSeconds,
    jti: crypto.randomUUID(),
  }
  const header = { alg: algorithm, typ: 'JWT', ...(stored.keyId !== undefined && { kid: stored.keyId }) }
  try {
    return await new SignJWT(payload).setProtectedHeader(header).sign(createPrivateKey(stored.privateKey))
  } catch {
    throw new UnfitKeyError(algorithm)
  }
}
