import type { Answer, Failure } from '@patchbay/core/provider'

/** `{"error": "RecordNotFound", "description": "Not found"}` */
export const failure = (body: unknown, { status }: Answer): Failure | undefined => {
  const { error, description } = Object(body) as { readonly error?: unknown; readonly description?: unknown }
  if (status < 400 || typeof error !== 'string') return undefined
  return { message: typeof description === 'string' ? `${error}: ${description}` : error }
}
