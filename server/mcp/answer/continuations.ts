import { invalid } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import type { Continuations as ContinuationStore } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type { Logger } from 'pino'
import type { Position } from './cut-data.ts'

/** An answer that was cut, and its call. */
export interface CutAnswer {
  readonly domain: string
  /** The account that was called. */
  readonly account: string
  /** The body of the call: the checks of a call are repeated for each part. */
  readonly body: Readonly<Record<string, unknown>>
  readonly status: number
  /** The whole answer. */
  readonly envelope: string
}

/** The part of an answer that a continuation names. */
export interface AnswerPart {
  readonly id: string
  readonly cutAnswer: CutAnswer
  /** The end of the previous part. */
  readonly position: Position
}

export interface AnswerParts {
  /** Keeps an answer until ten minutes after its last use. Returns its id, or `undefined` when the store is down. */
  keep(tenant: string, answer: CutAnswer): Promise<string | undefined>
  /** Finds an answer. Throws VALIDATION_ERROR if the tenant has none of that name. */
  find(tenant: string, name: string): Promise<AnswerPart>
}

/** The name of a continuation. It has the end of the previous part, so that a repeated request returns the same part. */
export const formatContinuationName = (id: string, position: Position): string => [id, ...position].join('.')

const namePattern = /^([0-9a-f]{32})((?:\.[0-9]{1,9})+)$/

export const unknownContinuation = () =>
  invalid('/continuation', 'is unknown or older than ten minutes; call again without it')

const buildBinding = (tenant: string, { domain, account }: Pick<CutAnswer, 'domain' | 'account'>, id: string) => ({
  tenant,
  provider: domain,
  account,
  field: `continuation ${id}`,
})

/**
 * Keeps answers that were cut, whole, in the store, where every gateway finds them. They are sealed, because a provider's answers
 * are never stored in plain text. The provider isn't asked again: a write must not be sent twice, and a list may have changed.
 */
export const createContinuations = (
  store: ContinuationStore,
  vault: Pick<Vault, 'seal' | 'open'>,
  log: Pick<Logger, 'error'>,
): AnswerParts => ({
  async keep(tenant, answer) {
    const id = crypto.randomUUID().replaceAll('-', '')
    const { domain: provider, account, body, status, envelope } = answer
    // The envelope follows on lines of its own: as a member of the JSON it would have to be escaped.
    const text = `${JSON.stringify({ body, status })}\n${envelope}`
    const sealed = await vault.seal(text, buildBinding(tenant, answer, id))
    try {
      await store.put({ id, tenant, provider, account, sealed }, new Date())
      return id
    } catch (error) {
      // The provider has answered, so the part of its answer that fits is returned anyway.
      log.error(
        { err: error, tenant, provider },
        'the rest of a large result could not be stored, so the client can not ask for it',
      )
      return undefined
    }
  },
  async find(tenant, name) {
    const [, id = '', steps = ''] = namePattern.exec(name) ?? []
    const record = id === '' ? undefined : await store.use(tenant, id, new Date())
    if (!record) throw unknownContinuation()
    const { provider: domain, account, sealed } = record
    const text = await vault.open(sealed, buildBinding(tenant, { domain, account }, id))
    const end = text.indexOf('\n')
    const { body, status } = parseExact(text.slice(0, end)) as Pick<CutAnswer, 'body' | 'status'>
    const cutAnswer = { domain, account, body, status, envelope: text.slice(end + 1) }
    return { id, cutAnswer, position: steps.slice(1).split('.').map(Number) }
  },
})
