// Test lanes: slow

/** Generators of clients in Go, as `generators.test.ts` has those in other languages: what has no Go leaves out this file alone. */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fetchPython, openapiGenerator } from './openapi-generator.ts'
import { type Client, testGenerators } from './test-generators.ts'

const goModule = (version: string, required: string): string =>
  `module client\n\ngo ${version}\n\nrequire ${required}\n`
const buildGo: Client['steps'] = [
  { command: ['go', 'mod', 'tidy'], fetches: 'the modules of the client in Go' },
  // Without optimising: the program makes three requests.
  { command: ['go', 'build', '-gcflags=client/...=-N -l', '-o', 'client', '.'] },
]
const go = { env: { CGO_ENABLED: '0' }, start: ['./client'] }
const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

await testGenerators([
  {
    name: 'openapi-generator-go',
    program: 'openapi_generator.go',
    needs: ['go'],
    fetch: fetchPython,
    client: (packages) => ({
      ...go,
      files: { 'go.mod': goModule('1.21', 'gopkg.in/validator.v2 v2.0.1') },
      steps: [
        {
          command: [
            ...openapiGenerator(packages),
            ...['-g', 'go', '-o', 'gateway', '--package-name', 'gateway', '--additional-properties=withGoMod=false'],
          ],
        },
        ...buildGo,
      ],
    }),
  },
  {
    name: 'oapi-codegen',
    program: 'oapi_codegen.go',
    needs: ['go'],
    fetch: async () => {
      const folder = join(homedir(), '.cache/patchbay/generators-go')
      mkdirSync(folder, { recursive: true })
      return folder
    },
    client: () => ({
      ...go,
      files: { 'go.mod': goModule('1.24', 'github.com/oapi-codegen/runtime v1.9.0') },
      steps: [
        { command: ['sh', '-c', `GOBIN="$PWD" go install ${oapiCodegen} && mkdir gateway`], fetches: oapiCodegen },
        {
          command: [
            ...['./oapi-codegen', '-generate', 'types,client', '-package', 'gateway', '-o', 'gateway/gateway.go'],
            'openapi.json',
          ],
        },
        ...buildGo,
      ],
    }),
  },
])
