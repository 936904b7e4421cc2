import { api, unwrap } from '../../state/gateway/api.ts'

const send = async (tenant: string, file: File): Promise<string> => {
  const { file_id } = await unwrap(
    api.POST('/admin/files/{tenant}', {
      params: { path: { tenant }, header: { 'X-File-Name': encodeURIComponent(file.name) } },
      // The document has binary bodies as texts.
      body: file as unknown as string,
      bodySerializer: (body) => body,
      headers: { 'content-type': file.type || 'application/octet-stream' },
    }),
  )
  return file_id
}

/** Sends the files among parameters, each once for a tenant, and puts their ids in their places. */
export const createSender = () => {
  const sent = new WeakMap<File, Map<string, string>>()
  const sendOnce = async (tenant: string, file: File): Promise<string> => {
    const ids = sent.get(file) ?? new Map<string, string>()
    sent.set(file, ids)
    const id = ids.get(tenant) ?? (await send(tenant, file))
    ids.set(tenant, id)
    return id
  }
  const replace = async (tenant: string, value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((each) => replace(tenant, each)))
    return value instanceof File ? { file_id: await sendOnce(tenant, value) } : value
  }
  return async (tenant: string, params: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    const entries = Object.entries(params).map(async ([name, value]) => [name, await replace(tenant, value)])
    return Object.fromEntries(await Promise.all(entries))
  }
}
