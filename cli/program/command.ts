import type { ArgsDef } from 'citty'
import { type AdminApi, defaultUrl, gatewayUrl, isExposed, openAdminApi } from '../api/admin-api.ts'
import { readAdminKey } from '../api/admin-key.ts'
import { usageError } from '../terminal/command-error.ts'
import { openTerminal, type Terminal } from '../terminal/terminal.ts'

/** The words of the command line, by the names of positional arguments and options; in `_` all positional arguments. */
export type Given = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface CommandInput {
  readonly given: Given
  /** The text of an argument or option; `undefined` if it was left out. */
  text(name: string): string | undefined
  /** The text of a required argument or option. */
  required(name: string): string
  /** All positional arguments, each one once. */
  words(): string[]
  /** The entries of an option such as `--allow a,b`. */
  list(name: string): string[] | undefined
  /** A whole number. */
  number(name: string): number | undefined
  flag(name: string): boolean
  readonly terminal: Terminal
  /** The client of the gateway. Asks for the admin key on first use. */
  admin(): Promise<AdminApi>
}

/** A command: everything that is needed to run it, and for its help, completion and documentation. */
export interface Command {
  /** Its purpose, in a few words. */
  readonly summary: string
  /** Details that the summary leaves out. */
  readonly description?: string
  /** Positional arguments and options, in the order of the help. A last positional argument named `<name>...` may be given several times. */
  readonly args: ArgsDef
  readonly examples: readonly string[]
  /** True if it talks to a gateway: then it takes `--url` and `--key-file`. */
  readonly isRemote: boolean
  /** The admin API route that it calls, as the OpenAPI document writes it. */
  readonly route?: string
  run(input: CommandInput): undefined | Promise<void>
}

export interface CommandGroup {
  readonly summary: string
  /** The command that runs if options follow the group's name directly. */
  readonly own?: Command
  readonly commands: Readonly<Record<string, Command>>
}

/** The first words of the command line: a command, or a group of them. */
export type CommandTree = Readonly<Record<string, Command | CommandGroup>>

export const isGroup = (node: Command | CommandGroup): node is CommandGroup => 'commands' in node

/** The commands behind a first word, with the words that call them. */
export const listCommands = (
  name: string,
  node: Command | CommandGroup,
): readonly (readonly [words: string, command: Command])[] => {
  if (!isGroup(node)) return [[name, node]]
  const named = Object.entries(node.commands).map(([word, command]) => [`${name} ${word}`, command] as const)
  return node.own ? [[name, node.own], ...named] : named
}

/** The options of every command that talks to a gateway. */
export const remoteOptions = {
  url: {
    type: 'string',
    valueHint: 'origin',
    description: `the gateway or its admin listener (default: PATCHBAY_URL, then ${defaultUrl})`,
  },
  'key-file': {
    type: 'string',
    valueHint: 'path',
    description: 'a file with the admin key (default: PATCHBAY_ADMIN_KEY, then a prompt)',
  },
} as const satisfies ArgsDef

export const jsonOption = {
  json: { type: 'boolean', description: "print the gateway's response as JSON" },
} as const satisfies ArgsDef

/** The option of every command that shows a table. */
export const wideOption = {
  wide: { type: 'boolean', description: 'show all columns in full, whatever the width of the terminal' },
} as const satisfies ArgsDef

export const listArgs = ({ args, isRemote }: Command): ArgsDef => (isRemote ? { ...args, ...remoteOptions } : args)

const readOption = (given: Given, name: string): string | undefined => {
  const value = given[name]
  if (value === undefined) return undefined
  // The parser takes the next option as the value of an option without one.
  if (typeof value !== 'string' || value === '' || value.startsWith('--')) throw usageError(`--${name} needs a value`)
  return value
}

const readNumberOption = (given: Given, name: string): number | undefined => {
  const text = readOption(given, name)
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw usageError(`--${name} must be a whole number`)
  return text === undefined ? undefined : Number(text)
}

const openAdmin = async (given: Given, terminal: Terminal): Promise<AdminApi> => {
  const url = gatewayUrl(readOption(given, 'url') ?? (process.env.PATCHBAY_URL?.trim() || defaultUrl))
  if (isExposed(url)) terminal.say(`warning: the admin key is sent to ${url} unencrypted; use https`)
  return openAdminApi(url, await readAdminKey(readOption(given, 'key-file'), terminal), terminal.wait)
}

export const commandInput = (given: Given, opened: Terminal = openTerminal()): CommandInput => {
  const terminal = given.wide === true ? { ...opened, width: undefined } : opened
  let admin: Promise<AdminApi> | undefined
  return {
    given,
    terminal,
    text: (name) => readOption(given, name),
    required: (name) => readOption(given, name) ?? '',
    words: () => [...new Set(Array.isArray(given._) ? given._.map(String) : [])],
    list: (name) =>
      readOption(given, name)
        ?.split(',')
        .flatMap((entry) => entry.trim() || []),
    number: (name) => readNumberOption(given, name),
    flag: (name) => given[name] === true,
    admin() {
      admin ??= openAdmin(given, terminal)
      return admin
    },
  }
}
