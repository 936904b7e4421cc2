import type { WebhookRecord } from '@patchbay/core/store'
import { type Binding, type Vault, VaultError } from '@patchbay/core/vault'
import type { WebhookEvents, WebhookType } from './events.ts'

type Owner = Pick<WebhookRecord, 'id' | 'tenant'>

export const webhookUrlBinding = ({ id, tenant }: Owner): Binding => ({
  tenant: tenant ?? '',
  provider: '',
  account: '',
  field: `webhook ${id}`,
})

/** The address in the data of an event, which is a secret: whoever has it gets to the page that decides. */
const findUrl = (data: object): string | undefined =>
  'url' in data && typeof data.url === 'string' ? data.url : undefined

/** The data of an event without its secret, as logs and the store may have it. */
export const withoutUrl = <T extends WebhookType>(data: WebhookEvents[T]): WebhookEvents[T] =>
  findUrl(data) === undefined ? data : { ...data, url: null }

/** `null`: the event has no secret address. */
export const sealUrl = async (vault: Pick<Vault, 'seal'>, owner: Owner, data: object): Promise<string | null> => {
  const url = findUrl(data)
  return url === undefined ? null : await vault.seal(url, webhookUrlBinding(owner))
}

/** The event as it is sent. Without the key that sealed its address, it goes out without it. */
export const withUrl = async (vault: Pick<Vault, 'open'>, event: WebhookRecord): Promise<WebhookRecord> => {
  if (event.sealed_url === null) return event
  try {
    const url = await vault.open(event.sealed_url, webhookUrlBinding(event))
    const payload = JSON.parse(event.payload)
    return { ...event, payload: JSON.stringify({ ...payload, data: { ...payload.data, url } }) }
  } catch (error) {
    if (error instanceof VaultError) return event
    throw error
  }
}
