import type { Fetcher } from '@patchbay/core/fetch'

const maxBytes = 2 ** 20

/** The guarded fetcher in the form that the AI SDK's providers take: one POST of a text. */
export const guardedFetch =
  (fetcher: Fetcher) =>
  async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { status, headers, bytes } = await fetcher({
      url: String(url),
      method: 'POST',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: String(init.body ?? ''),
      signal: init.signal ?? new AbortController().signal,
      maxBytes,
      redirects: 'none',
    })
    return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers })
  }
