import { answered, tokenOf } from '../client.ts'

/** A tenant backend's requests for files. */
export const createFiles = (url: string) => {
  const at = (tenant: string, path = ''): string => `${url}/api/v1/${tenant}/files${path}`
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    upload: async (
      body: Uint8Array | AsyncIterable<Uint8Array>,
      headers: Readonly<Record<string, string>> = {},
      token = tokenOf('acme'),
      tenant = 'acme',
    ) =>
      answered(
        await fetch(at(tenant), {
          method: 'POST',
          headers: { ...as(token), ...headers },
          body: body as Uint8Array<ArrayBuffer>,
        }),
      ),
    read: async (id: string, token = tokenOf('acme'), tenant = 'acme') =>
      answered(await fetch(at(tenant, `/${id}`), { headers: as(token) })),
    content: (id: string, token = tokenOf('acme'), tenant = 'acme') =>
      fetch(at(tenant, `/${id}/content`), { headers: as(token) }),
    remove: async (id: string, token = tokenOf('acme'), tenant = 'acme') =>
      answered(await fetch(at(tenant, `/${id}`), { method: 'DELETE', headers: as(token) })),
  }
}
