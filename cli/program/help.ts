import type { ArgDef, ArgsDef } from 'citty'
import { calledAs } from '../terminal/called-as.ts'
import { exitCodes } from '../terminal/command-error.ts'
import { wrapText } from '../terminal/fit-text.ts'
import { type Command, type CommandGroup, type CommandTree, isGroup, listArgs, listCommands } from './command.ts'

type HelpRow = readonly [name: string, description: string]

/** The widest name, in characters, that gets its description on the same line. */
const mostLeft = 30

const indent = (lines: readonly string[], by: number): readonly string[] => lines.map((line) => ' '.repeat(by) + line)

/** Names with their descriptions beside them, or below those that are long. */
const columnLines = (rows: readonly HelpRow[], width: number): readonly string[] => {
  const start = 4 + Math.max(2, ...rows.map(([left]) => left.length).filter((length) => length <= mostLeft))
  return rows.flatMap(([left, right]) => {
    const lines = indent(wrapText(right, width - start), start)
    if (left.length + 4 <= start) return [`  ${left}`.padEnd(start) + lines.join('\n').slice(start)]
    return [...indent(wrapText(left, width - 2), 2), ...lines]
  })
}

/** A command to copy: in a shell, a backslash continues it in the next line. */
const exampleLines = (example: string, width: number): readonly string[] => {
  if (example.length + 2 <= width) return [`  ${example}`]
  const lines: string[] = []
  for (const part of example.split(/ (?=--|\| )/)) {
    const longer = lines.length === 0 ? `  ${part}` : `${lines.at(-1)} ${part}`
    if (lines.length > 0 && longer.length + 2 > width) lines.push(`    ${part}`)
    else lines.splice(-1, 1, longer)
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line))
}

/** Help is read in a terminal or a pager; longer lines are hard to read. */
const toHelpWidth = (width = 80): number => Math.min(width, 100)

const isPositional = ([, { type }]: readonly [string, ArgDef]): boolean => type === 'positional'

/** `--limit <number>`, or `[--json]` as part of a usage line. */
export const optionText = (name: string, { type, valueHint, ...definition }: ArgDef): string => {
  if (type === 'boolean') return `--${name}`
  const values = 'options' in definition ? definition.options?.join('|') : undefined
  return `--${name} <${valueHint ?? values ?? name}>`
}

const isRequiredOption = (entry: readonly [string, ArgDef]): boolean =>
  !isPositional(entry) && entry[1].required === true

/** The usage line of a command: `patchbay tokens revoke <tenant> <token_id> [options]`. */
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
const optionRows = (args: ArgsDef): readonly HelpRow[] =>
  Object.entries(args)
    .filter((entry) => !isPositional(entry))
    .map(([name, definition]) => [optionText(name, definition), definition.description ?? ''] as const)

const section = (title: string, rows: readonly HelpRow[], width: number): readonly string[] =>
  rows.length === 0 ? [] : ['', `${title}:`, ...columnLines(rows, width)]

/** The usage line, wrapped with an indent. */
const usageLines = (line: string, width: number): readonly string[] => {
  const [first = '', ...more] = wrapText(line, width - 6)
  return [`  ${first}`, ...indent(more, 6)]
}

/** The help of a command, for a terminal of a width. */
export const commandHelp = (words: string, command: Command, terminalWidth?: number): string => {
  const width = toHelpWidth(terminalWidth)
  const args = listArgs(command)
  const named = Object.entries(args)
    .filter(isPositional)
    .map(([name, { description = '' }]) => [name, description] as const)
  return [
    ...wrapText(`${command.summary}.`, width),
    ...(command.description ? wrapText(command.description, width) : []),
    '',
    ...usageLines(usageLine(words, args), width),
    ...section('Arguments', named, width),
    ...section('Options', optionRows(args), width),
    '',
    'Examples:',
    ...command.examples.flatMap((each) => exampleLines(each.replace(/(?<=^|[ (])patchbay(?= )/, calledAs), width)),
  ].join('\n')
}

export const groupHelp = (name: string, group: CommandGroup, terminalWidth?: number): string => {
  const width = toHelpWidth(terminalWidth)
  const rows = listCommands(name, group).map(
    ([words, command]) => [usageLine(words, command.args), command.summary] as const,
  )
  return [
    `${group.summary}.`,
    ...section('Commands', rows, width),
    ...section('Options', group.own ? optionRows(listArgs(group.own)) : [], width),
    '',
    ...wrapText(`For help on a command: ${calledAs} ${name} <command> --help`, width),
  ].join('\n')
}

const endings = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning] as const)

const connection =
  'Commands for a running gateway read its URL from --url or PATCHBAY_URL, and the admin key from PATCHBAY_ADMIN_KEY, PATCHBAY_ADMIN_KEY_FILE, --key-file or a prompt.'

const toRow = ([name, node]: readonly [string, Command | CommandGroup]): HelpRow => [
  name,
  isGroup(node) ? `${node.summary} (${Object.keys(node.commands).join(', ')})` : node.summary,
]

export const programHelp = (tree: CommandTree, terminalWidth?: number): string => {
  const width = toHelpWidth(terminalWidth)
  return [
    'Patchbay, a multi-tenant gateway in front of third-party APIs.',
    '',
    `  ${calledAs} <command> [arguments] [options]`,
    ...section('Commands', Object.entries(tree).map(toRow), width),
    ...section('Exit codes', endings, width),
    '',
    ...wrapText(connection, width),
    '',
    ...wrapText(`For help on a command: ${calledAs} <command> --help`, width),
  ].join('\n')
}
