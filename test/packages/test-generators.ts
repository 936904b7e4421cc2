import { afterAll, expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { tokenOf } from '../client.ts'
import { leaveOut } from '../fetch-packages.ts'
import { startTestGateway } from '../gateway.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { type ClientParts, makeClient, NotFetched, run } from './generated-client.ts'

export type Client = Pick<ClientParts, 'steps'> & {
  readonly files?: ClientParts['files']
  readonly env?: ClientParts['env']
  /** Started in the client's folder. */
  readonly start: readonly string[]
}
export type Skip = ReturnType<typeof leaveOut>

export interface Generator {
  readonly name: string
  /** A file of `generated-clients`. */
  readonly program: string
  /** Programs that no registry here has. */
  readonly needs?: readonly string[]
  readonly fetch: (skip: Skip) => Promise<string>
  readonly client: (packages: string) => Client
}

/** The output of each client: the cache's part in its call, the code of the refusal, and the bytes of its file. */
const printed = expect.stringMatching(/^\["(?:MISS|HIT)", ?"AUTH_FAILED", ?4\]\n$/)

/** Compiling the models of all providers is most of it. */
const longestBuildMs = 600_000

/** Tests of clients by generators, each against one gateway. */
export const testGenerators = async (generators: readonly Generator[]): Promise<void> => {
  const upstream = await startScripted(answer(200, { results: [] }))
  const gateway = await startTestGateway({
    domains: (await loadRegistry()).filter(({ provider }) => provider.id === 'hubspot'),
    env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }) },
  })
  afterAll(() => Promise.all([gateway.stop(), upstream.stop()]))
  await gateway.seed('acme', { hubspot: 'secret' })

  for (const { name, program, needs = [], fetch, client } of generators) {
    const absent = needs.find((command) => Bun.which(command) === null)
    const missing = absent && `there is no ${absent}`
    test.skipIf(missing)(
      `${name} writes a client that compiles or imports, calls, is refused and uploads`,
      { meta: { missing }, timeout: longestBuildMs },
      async (context) => {
        const skip = leaveOut(context)
        const packages = await fetch(skip)
        const { steps, start, files = {}, env = {} } = client(packages)
        const folder = await makeClient(packages, { generator: name, program, files, steps, env }).catch((error) => {
          if (error instanceof NotFetched) skip(error.message)
          throw error
        })
        const access = { GATEWAY_URL: gateway.url, TENANT_TOKEN: tokenOf('acme') }
        expect(await run(folder, start, { ...env, ...access })).toEqual(printed)
      },
    )
  }
}
