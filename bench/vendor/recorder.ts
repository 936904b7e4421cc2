import { type Recorded, record } from '../../test/providers/recorded.ts'

/** A provider's request, with the mock's verdict. */
export interface MockedExchange {
  readonly request: Recorded
  /** The reasons for refusing the request; empty: it was accepted. */
  readonly problems: readonly string[]
}

interface Violation {
  /** Unset if there is no body. */
  readonly location?: readonly string[]
  readonly message: string
}

/** Reads the faults of a request: Prism lists them under `validation`; other errors have a `detail`. */
const problemsOf = (status: number, text: string): string[] => {
  if (status < 400) return []
  const { validation, detail } = JSON.parse(text) as { validation?: Violation[]; detail?: string }
  return validation?.map(({ location = ['body'], message }) => `${location.join('/')}: ${message}`) ?? [detail ?? text]
}

/** A proxy on loopback that keeps every request and passes it on, its path without the one of `basePaths` that it begins with. */
export const startRecorder = (target: string, basePaths: readonly string[] = []) => {
  let exchanges: MockedExchange[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (arrived) => {
      const request = await record(arrived)
      const { method, url, headers, body } = request
      const base = basePaths.find((path) => url.startsWith(`${path}/`)) ?? ''
      const answer = await fetch(target + url.slice(base.length), { method, headers, ...(body !== '' && { body }) })
      const text = await answer.text()
      exchanges.push({ request, problems: problemsOf(answer.status, text) })
      const forwarded = new Headers(answer.headers)
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) forwarded.delete(name)
      return new Response(text === '' ? null : text, { status: answer.status, headers: forwarded })
    },
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** Returns the exchanges since the last call. */
    take(): readonly MockedExchange[] {
      const taken = exchanges
      exchanges = []
      return taken
    },
    stop: () => server.stop(true),
  }
}
