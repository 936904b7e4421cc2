/** The bytes of an envelope that each client accepts, by its public documentation. */
const profiles: readonly {
  /** The names of the client, as in `clientInfo.name`. */
  readonly names: readonly string[]
  readonly resultBytes: number
  /** The source for that it hands text and structured content of a result to its model; left out: nothing is known of it. */
  readonly givesBoth?: string
  readonly source: string
}[] = [
  {
    // Larger results are written to a file, of which the model sees the beginning: over 8 KiB.
    names: ['Visual Studio Code', 'Visual Studio Code - Insiders'],
    resultBytes: 8000,
    source: 'https://github.com/microsoft/vscode/pull/329276',
  },
  {
    names: ['github-copilot-developer'],
    resultBytes: 8000,
    givesBoth: 'https://github.com/github/copilot-cli/issues/4515',
    source: 'https://github.com/microsoft/vscode/pull/329276',
  },
  {
    names: ['codex-mcp-client'],
    resultBytes: 10_000,
    source: 'https://github.com/openai/codex/issues/6544',
  },
  {
    // 25,000 tokens. JSON has at least two bytes a token, if it is full of ids.
    names: ['claude-code'],
    resultBytes: 50_000,
    source: 'https://code.claude.com/docs/en/mcp#mcp-output-limits-and-warnings',
  },
]

/** The bytes for clients that accept more, as Claude does (150,000 characters), and for clients that don't document it. */
const otherwise = 65_536

const bytesByName = new Map(profiles.flatMap(({ names, resultBytes }) => names.map((name) => [name, resultBytes])))

const namesOfBoth = new Set(profiles.flatMap(({ names, givesBoth }) => (givesBoth === undefined ? [] : names)))

/** True if a client of this name hands both copies of a result to its model. */
export const givesBothCopies = (client: string | undefined): boolean => client !== undefined && namesOfBoth.has(client)

/** The longest name that is compared. */
export const longestName = 64

/** The most bytes that a result may have for a client of this name, where the tenant has no option for it. */
export const resultBytesFor = (client: string | undefined): number =>
  (client !== undefined && bytesByName.get(client)) || otherwise
