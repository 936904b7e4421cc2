import type { ArgsDef } from 'citty'
import { type AdminApi, defaultUrl, gatewayUrl, isExposed, openAdminApi } from './admin-api.ts'
import { readAdminKey } from './admin-key.ts'
import { usageError } from './command-error.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** What the person wrote, by the names of positional arguments and options. */
export type Given = Readonly<Record<string, string | boolean | undefined>>

export interface CommandInput {
  readonly given: Given
  /** The text of an argument or option; `undefined`: it was left out. */
  text(name: string): string | undefined
  /** The text of one that is always there. */
  required(name: string): string
  /** The entries of an option such as `--allow a,b`. */
  list(name: string): readonly string[] | undefined
  /** A whole number. */
  number(name: string): number | undefined
  flag(name: string): boolean
  readonly terminal: Terminal
  /** The gateway; asks for the admin key at its first use. */
  admin(): Promise<AdminApi>
}

/** One command: everything that its help, its completion, the documentation and its run need. */
export interface Command {
  /** What it does, in a few words. */
  readonly summary: string
  /** What a reader must know beyond the summary. */
  readonly description?: string
  /** Positional arguments and options, in the order of the help. */
  readonly args: ArgsDef
  readonly examples: readonly string[]
  /** Whether it talks to a gateway: then it takes `--url` and `--key-file`. */
  readonly isRemote: boolean
  /** The route of the admin API that it stands for, as the OpenAPI document writes it. */
  readonly route?: string
  run(input: CommandInput): Promise<void>
}

export interface CommandGroup {
  readonly summary: string
  readonly commands: Readonly<Record<string, Command>>
}

/** The first words of the command line: a command, or a group of them. */
export type CommandTree = Readonly<Record<string, Command | CommandGroup>>

export const isGroup = (node: Command | CommandGroup): node is CommandGroup => 'commands' in node

/** The options of every command that talks to a gateway. */
export const remoteOptions = {
  url: {
    type: 'string',
    valueHint: 'origin',
    description: `the gateway, or its admin listener; else PATCHBAY_URL, else ${defaultUrl}`,
  },
  'key-file': {
    type: 'string',
    valueHint: 'path',
    description: 'a file with the admin key; else PATCHBAY_ADMIN_KEY, else it is asked for',
  },
} as const satisfies ArgsDef

export const jsonOption = {
  json: { type: 'boolean', description: "print the gateway's answer as JSON, for programs" },
} as const satisfies ArgsDef

export const argsOf = ({ args, isRemote }: Command): ArgsDef => (isRemote ? { ...args, ...remoteOptions } : args)

const textOf = (given: Given, name: string): string | undefined => {
  const value = given[name]
  if (value === undefined) return undefined
  // The parser takes the next option for the value of one that has none.
  if (typeof value !== 'string' || value === '' || value.startsWith('--')) throw usageError(`--${name} needs a value`)
  return value
}

const numberOf = (given: Given, name: string): number | undefined => {
  const text = textOf(given, name)
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw usageError(`--${name} must be a whole number`)
  return text === undefined ? undefined : Number(text)
}

const openAdmin = async (given: Given, terminal: Terminal): Promise<AdminApi> => {
  const url = gatewayUrl(textOf(given, 'url') ?? (process.env.PATCHBAY_URL?.trim() || defaultUrl))
  if (isExposed(url)) terminal.say(`warning: the admin key goes to ${url} unencrypted; prefer https`)
  return openAdminApi(url, await readAdminKey(textOf(given, 'key-file'), terminal))
}

export const commandInput = (given: Given, terminal: Terminal = openTerminal()): CommandInput => {
  let admin: Promise<AdminApi> | undefined
  return {
    given,
    terminal,
    text: (name) => textOf(given, name),
    required: (name) => textOf(given, name) ?? '',
    list: (name) =>
      textOf(given, name)
        ?.split(',')
        .flatMap((entry) => entry.trim() || []),
    number: (name) => numberOf(given, name),
    flag: (name) => given[name] === true,
    admin() {
      admin ??= openAdmin(given, terminal)
      return admin
    },
  }
}
