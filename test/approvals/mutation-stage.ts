import { rmSync } from 'node:fs'
import { createApprovalDesk } from '@patchbay/core/approvals'
import { createRunApproved } from '@patchbay/core/call'
import { CallRecord, type CallRequest } from '@patchbay/core/context'
import { type AnyProvider, Type, write } from '@patchbay/core/provider'
import { accessTokenBinding } from '@patchbay/core/refresh'
import { hashToken, type TenantConfiguration, toTokenId } from '@patchbay/core/store'
import { asIsoTime, currentMs, shiftTime } from '@patchbay/core/time'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { createCallPath } from '../../server/parts/create-call-path.ts'
import { openBase } from '../../server/parts/open-base.ts'
import { release } from '../../server/versions/release.ts'
import { fixture } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { temporaryFolder, testEnvironment } from '../gateway.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type Mutation, type MutationStage, mutatedAccount } from './mutate.ts'

const elsewhere = write('POST /v2/things', { description: 'Make a thing', params: { name: Type.String() } })
const changed = { ...fixture, actions: { ...fixture.actions, create: elsewhere } } as unknown as AnyProvider

const buildRequest = (name: string): CallRequest<Record<string, unknown>> => ({
  domain: 'fixture',
  noCache: () => false,
  read: async () => ({ action: 'create', name }),
  asText: () => undefined,
  parse: (body) => body,
  repetition: () => ({ idempotencyKey: undefined, repeat: false }),
})

const tenant: TenantConfiguration = {
  name: 'Acme',
  status: 'active',
  providers: { fixture: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } },
  options: { allow_raw: false, tools: 'domains', ask: ['*:write'] },
}

/** The fault of a case; `undefined`: it ended as intended. */
export type RunMutation = (mutation: Mutation) => Promise<string | undefined>

/** The call path of a gateway over the store of this run, and a vendor that counts. */
export const startMutations = async (): Promise<{ readonly run: RunMutation; readonly stop: () => Promise<void> }> => {
  const dataDir = temporaryFolder()
  const vendor = await startScripted(answer(201, { id: 1 }))
  const env = { ...testEnvironment(dataDir), PROVIDER_ORIGINS: JSON.stringify({ fixture: vendor.origin }) }
  const { configuration } = readConfiguration(env, ['fixture'])
  const base = await openBase(configuration, [domainOf(fixture)], release)
  const path = createCallPath(base, () => 'http://localhost:3000')
  const { store, vault, domains, membership } = base
  await path.effectsWatch.start()
  await store.tenants.put('acme', tenant, { now: new Date(), prune: false })

  const storeCredential = async (secret: string): Promise<void> => {
    const sealed = await vault.seal(secret, accessTokenBinding(mutatedAccount))
    await store.credentials.put(mutatedAccount, { sealed, token_type: 'Bearer', expires_at: null }, new Date())
  }
  await storeCredential('a-token')

  const makeDesk = (now = currentMs) =>
    createApprovalDesk({
      approvalUrl: (secret) => secret,
      store,
      vault,
      domains,
      auditLog: path.auditLog,
      gateway: membership,
      run: createRunApproved({ ...path, store }),
      onChange: () => {},
      onError: (error) => {
        throw error
      },
      now,
    })
  const desks = {
    desk: makeDesk(),
    otherDesk: makeDesk(),
    lateDesk: makeDesk(() => shiftTime(currentMs(), 48 * 3_600_000)),
  }

  const changeTenant = (changes: Partial<TenantConfiguration>) =>
    store.tenants.put('acme', (current) => ({ ...(current ?? tenant), ...changes }), { now: new Date(), prune: false })

  const ask = async (token: string, name: string) => {
    const arrival = {
      ip: '127.0.0.1',
      requestId: crypto.randomUUID(),
      startedAt: performance.now(),
      signal: new AbortController().signal,
    }
    const call = new CallRecord('rest', arrival)
    await path.calls.call({ source: 'rest', arrival, namedTenant: 'acme', token }, call, buildRequest(name))
    return desks.desk.find(call.approvalId ?? '')
  }

  const countSent = (name: string): number => {
    const bodies = vendor.requests.filter(({ body }) => body === JSON.stringify({ name }))
    return bodies.filter(({ url, method }) => url === '/things' && method === 'POST').length
  }

  const readEnd = async (id: string) => {
    for (;;) {
      const record = await store.approvals.get(id)
      if (record?.state !== 'approved') return record
      // If the store was too slow for the lease, nothing was sent; the job tries again when the call is due, as this sweep does.
      await desks.desk.sweep(10)
      await Bun.sleep(2)
    }
  }

  const run: RunMutation = async (mutation) => {
    const token = crypto.randomUUID()
    await store.tenantTokens.register('acme', hashToken(token), new Date())
    const name = crypto.randomUUID()
    const before = vendor.requests.length
    const record = await ask(token, name)
    const other = await ask(token, crypto.randomUUID())
    const stage: MutationStage = {
      ...desks,
      store,
      other,
      storeCredential,
      changeTenant,
      changeOptions: (options) =>
        store.tenants.put(
          'acme',
          (current = { ...tenant, id: '', created_at: asIsoTime(''), updated_at: asIsoTime(''), version: '' }) => ({
            ...current,
            options: { ...current.options, ...options },
          }),
          { now: new Date(), prune: false },
        ),
      tokenId: toTokenId(hashToken(token)),
      changePlugin: (isChanged) => {
        domains.set('fixture', domainOf(isChanged ? changed : fixture))
      },
    }
    let refusal: unknown
    try {
      await mutation.run(stage, record)
    } catch (error) {
      refusal = error
    }
    const end = await readEnd(record.id)
    await mutation.restore?.(stage)
    await desks.desk.withdraw(other.id, {
      tenant: 'acme',
      tokenId: other.token_id,
      tokenHash: null,
      grantId: undefined,
    })
    const sent = countSent(name)
    const all = vendor.requests.length - before
    if (mutation.want === 'sent')
      return sent === 1 && all === 1 && end?.state === 'done' ? undefined : `sent ${sent} of ${all}, ${end?.state}`
    const isTold = refusal !== undefined || (end?.state === 'failed' && end.reason !== null)
    return all === 0 && isTold && end?.state !== 'done' ? undefined : `sent ${all}, ${end?.state}: ${end?.reason}`
  }

  return {
    run,
    async stop() {
      await Promise.all(Object.values(desks).map((desk) => desk.close()))
      await path.effectsWatch.close()
      await path.auditLog.close()
      path.watch.close()
      path.storeCache.close()
      await membership.close()
      await store.close()
      await base.tracing.close()
      await base.log.close()
      await vendor.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
