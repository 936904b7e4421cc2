import type { CallWitness } from '../context/index.ts'
import { createRedaction, redactValue } from '../fetch/redaction.ts'
import type { FailedCallRecord } from '../store/index.ts'
import type { ShownExchange } from '../tries.ts'
import type { Binding, Vault } from '../vault/index.ts'
import { boundFailedCall, type FailedCall } from './bound-failed-call.ts'
import { maskHeaders, maskSecrets } from './mask-secrets.ts'

/** The record that a sealed call belongs to. */
type Owner = Pick<FailedCallRecord, 'id' | 'tenant'>

const bind = ({ id, tenant }: Owner): Binding => ({ tenant, provider: '', account: '', field: `failed_call/${id}` })

const maskBody = (body: ShownExchange['request']['body']): string | null => {
  if (body === null) return null
  if (typeof body === 'string') return String(maskSecrets(body))
  return `(${Buffer.byteLength(body.base64, 'base64')} bytes that are no text)`
}

const maskExchange = ({ request, answer }: ShownExchange) => ({
  request: {
    ...request,
    url: String(maskSecrets(request.url)),
    headers: maskHeaders(request.headers),
    body: maskBody(request.body),
  },
  answer: answer && {
    ...answer,
    headers: maskHeaders(answer.headers),
    body: answer.body === null ? null : String(maskSecrets(answer.body)),
  },
})

/** The credentials go first, in all forms in which a vendor could repeat them; then what looks like a secret. */
export const sealFailedCall = (
  vault: Pick<Vault, 'seal'>,
  owner: Owner,
  { parameters, exchange, secrets }: CallWitness,
): Promise<string> => {
  const redact = createRedaction([...secrets])
  const clean = <T>(value: T): T => redactValue(value, redact) as T
  const { request = null, answer = null } = exchange ? maskExchange(clean(exchange.show())) : {}
  const shown = { parameters: maskSecrets(clean(parameters ?? null)), request, answer }
  return vault.seal(boundFailedCall(shown), bind(owner))
}

/** Throws VaultError if the key is gone. */
export const openFailedCall = async (vault: Pick<Vault, 'open'>, record: FailedCallRecord): Promise<FailedCall> =>
  JSON.parse(await vault.open(record.sealed, bind(record))) as FailedCall
