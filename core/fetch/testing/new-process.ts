import { join } from 'node:path'

interface Setting {
  /** The addresses of each name; other names have none. */
  readonly names: Readonly<Record<string, readonly string[]>>
  readonly proxy?: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Requests each URL, and returns their statuses and the kinds of their errors. The fetcher runs in a new process, because
 * trusted certificates can be set only at its start, as an operator would.
 */
export const outcomesOf = async (
  urls: readonly string[],
  { names, proxy, environment }: Setting,
): Promise<string[]> => {
  const script = `
    import { createFetcher, parseAllowedHosts } from ${JSON.stringify(join(import.meta.dirname, '..', 'index.ts'))}
    const { urls, names, proxy } = ${JSON.stringify({ urls, names, proxy })}
    const allowed = parseAllowedHosts('127.0.0.0/8')
    const fetcher = createFetcher({ allowed, resolve: async (name) => names[name] ?? [], proxy })
    const rest = { method: 'GET', headers: {}, signal: AbortSignal.timeout(5000), maxBytes: 100, redirects: 'none' }
    const outcomes = []
    for (const url of urls) {
      outcomes.push(await fetcher({ url, ...rest }).then(({ status }) => String(status), (error) => error.kind))
    }
    console.log(JSON.stringify(outcomes))
    process.exit()`
  const env = { ...process.env, ...environment }
  const child = Bun.spawn([process.execPath, '-e', script], { env, stderr: 'inherit' })
  return JSON.parse(await new Response(child.stdout).text())
}
