import type { ArgDef, ArgsDef } from 'citty'
import { calledAs } from '../terminal/called-as.ts'
import { exitCodes } from '../terminal/command-error.ts'
import { type Command, type CommandGroup, type CommandTree, isGroup, listArgs, listCommands } from './command.ts'

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const widest = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`).join('\n')
}

const isPositional = ([, { type }]: readonly [string, ArgDef]): boolean => type === 'positional'

/** `--limit <number>`, or `[--json]` as part of a usage line. */
export const optionText = (name: string, { type, valueHint, ...definition }: ArgDef): string => {
  if (type === 'boolean') return `--${name}`
  const values = 'options' in definition ? definition.options?.join('|') : undefined
  return `--${name} <${valueHint ?? values ?? name}>`
}

const isRequiredOption = (entry: readonly [string, ArgDef]): boolean =>
  !isPositional(entry) && entry[1].required === true

/** How a command is called: `patchbay tokens revoke <tenant> <token_id> [options]`. */
export const usageLine = (words: string, args: ArgsDef): string => {
  const entries = Object.entries(args)
  const names = entries
    .filter(isPositional)
    .map(([name, { required }]) => (required === false ? `[${name}]` : `<${name}>`))
  const required = entries.filter(isRequiredOption).map(([name, definition]) => optionText(name, definition))
  const isComplete = names.length + required.length === entries.length
  return [calledAs, words, ...names, ...required, ...(isComplete ? [] : ['[options]'])].join(' ')
}

/** The options of a command with their descriptions. */
export const optionRows = (args: ArgsDef): readonly (readonly [string, string])[] =>
  Object.entries(args)
    .filter((entry) => !isPositional(entry))
    .map(([name, definition]) => [optionText(name, definition), definition.description ?? ''] as const)

const section = (title: string, rows: readonly (readonly [string, string])[]): string[] =>
  rows.length === 0 ? [] : ['', `${title}:`, columns(rows)]

export const commandHelp = (words: string, command: Command): string => {
  const args = listArgs(command)
  const named = Object.entries(args)
    .filter(isPositional)
    .map(([name, { description = '' }]) => [name, description] as const)
  return [
    `${command.summary}.`,
    ...(command.description ? [command.description] : []),
    '',
    `  ${usageLine(words, args)}`,
    ...section('Arguments', named),
    ...section('Options', optionRows(args)),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example.replace(/(?<=^| )patchbay(?= )/, calledAs)}`),
  ].join('\n')
}

export const groupHelp = (name: string, group: CommandGroup): string =>
  [
    `${group.summary}.`,
    ...section(
      'Commands',
      listCommands(name, group).map(([words, command]) => [usageLine(words, command.args), command.summary]),
    ),
    ...section('Options', group.own ? optionRows(listArgs(group.own)) : []),
    '',
    `For help on a command: ${calledAs} ${name} <command> --help`,
  ].join('\n')

const endings = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning] as const)

export const programHelp = (tree: CommandTree): string =>
  [
    'Patchbay, a multi-tenant gateway in front of third-party APIs.',
    '',
    `  ${calledAs} <command> [arguments] [options]`,
    ...section(
      'Commands',
      Object.entries(tree).map(([name, node]) => [
        name,
        isGroup(node) ? `${node.summary} (${Object.keys(node.commands).join(', ')})` : node.summary,
      ]),
    ),
    ...section('Exit codes', endings),
    '',
    'Commands for a running gateway read its URL from --url or PATCHBAY_URL, and the admin key from PATCHBAY_ADMIN_KEY,',
    'PATCHBAY_ADMIN_KEY_FILE, --key-file or a prompt.',
    '',
    `For help on a command: ${calledAs} <command> --help`,
  ].join('\n')
