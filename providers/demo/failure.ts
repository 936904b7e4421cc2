import type { Answer, Failure } from '@patchbay/core/provider'

/** The CRM's error: `{"error": {"code", "message", "fields": [{"path", "message"}]}}`. */
export const failure = (body: unknown, { status }: Answer): Failure | undefined => {
  const { error } = Object(body) as { readonly error?: { readonly message?: unknown } }
  return status >= 400 && typeof error?.message === 'string' ? { message: error.message } : undefined
}
