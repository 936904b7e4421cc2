import { showText } from '@patchbay/core/shown-text'
import { type ArgsDef, defineCommand, runCommand } from 'citty'
import { calledAs } from '../terminal/called-as.ts'
import { CommandError, exitCodes, usageError } from '../terminal/command-error.ts'
import { wrapText } from '../terminal/fit-text.ts'
import { openTerminal, type Terminal } from '../terminal/terminal.ts'
import { type Command, type CommandTree, commandInput, type Given, isGroup, listArgs } from './command.ts'
import { commandHelp, groupHelp, programHelp, usageLine } from './help.ts'

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help'

/** The program that the commands belong to. */
export interface Program {
  readonly version: string
  readonly commands: CommandTree
  /** The most similar known word; `undefined` if no word is similar. */
  findNearest(word: string, known: readonly string[]): Promise<string | undefined>
}

type FindNearest = Program['findNearest']

/** The error for an unknown word. A word that may be a secret (an option's value) is never repeated. */
const unknownWord = async (
  findNearest: FindNearest,
  what: string,
  word: string,
  known: readonly string[],
): Promise<CommandError> => {
  const shown = /^[a-z-]{1,30}$/.test(word) ? ` ${word}` : ''
  const nearest = await findNearest(word, known)
  return usageError(`unknown ${what}${shown}${nearest ? `; did you mean ${nearest}?` : `; known: ${known.join(', ')}`}`)
}

/** Throws a usage error for what the parser would ignore: unknown options, and too many arguments. */
const checkGiven = async (
  findNearest: FindNearest,
  words: readonly string[],
  args: ArgsDef,
  line: string,
): Promise<void> => {
  const options = Object.keys(args).filter((name) => args[name]?.type !== 'positional')
  const names = Object.keys(args).filter((name) => args[name]?.type === 'positional')
  const most = names.at(-1)?.endsWith('...') ? Number.POSITIVE_INFINITY : names.length
  let positional = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('-') || word === '-') {
      positional += 1
      continue
    }
    const [name = '', value] = word.replace(/^--?/, '').split('=', 2)
    if (!word.startsWith('--') || !options.includes(name)) throw await unknownWord(findNearest, 'option', name, options)
    const isFlag = args[name]?.type === 'boolean'
    if (isFlag && value !== undefined) throw usageError(`--${name} takes no value`)
    if (!isFlag && value === undefined) at += 1
  }
  if (positional > most) throw usageError(`too many arguments; ${line}`)
}

const runOne = async (
  { findNearest }: Program,
  words: string,
  command: Command,
  rest: readonly string[],
  terminal: Terminal,
): Promise<void> => {
  if (rest.some((word) => isHelp(word) && word !== 'help')) {
    terminal.out(commandHelp(words, command, terminal.width))
    return
  }
  const args = listArgs(command)
  const line = `usage: ${usageLine(words, args)}`
  await checkGiven(findNearest, rest, args, line)
  const run = ({ args: given }: { readonly args: Given }) => command.run(commandInput(given, terminal))
  try {
    await runCommand(defineCommand({ args, run }), { rawArgs: [...rest] })
  } catch (error) {
    // The parser throws it when an argument is missing, or an option doesn't accept the value.
    if (error instanceof Error && error.name === 'CLIError')
      throw usageError(`${Bun.stripANSI(error.message)}; ${line}`)
    throw error
  }
}

const hasCommand = (node: CommandTree[string] | undefined, name: string): boolean =>
  node !== undefined && isGroup(node) && Object.hasOwn(node.commands, name)

/** Finds the command that the first words name, and runs it. Throws CommandError. */
const dispatch = async (program: Program, words: readonly string[], terminal: Terminal): Promise<void> => {
  const { commands: tree, version, findNearest } = program
  const [first, second, ...others] = words
  if (first === undefined || isHelp(first)) return terminal.out(programHelp(tree, terminal.width))
  if (first === '--version') return terminal.out(version)
  const node = Object.hasOwn(tree, first) ? tree[first] : undefined
  if (!node) {
    if (first.startsWith('-')) throw usageError(`options come after the command: ${calledAs} <command> [options]`)
    const owners = Object.keys(tree).filter((name) => hasCommand(tree[name], first))
    if (owners.length > 0)
      throw usageError(
        `unknown command ${first}; did you mean ${owners.map((name) => `${name} ${first}`).join(' or ')}?`,
      )
    throw await unknownWord(findNearest, 'command', first, Object.keys(tree))
  }
  if (!isGroup(node)) return runOne(program, first, node, words.slice(1), terminal)
  if (second === undefined || isHelp(second)) return terminal.out(groupHelp(first, node, terminal.width))
  if (node.own && second.startsWith('-')) return runOne(program, first, node.own, words.slice(1), terminal)
  const command = Object.hasOwn(node.commands, second) ? node.commands[second] : undefined
  if (!command) throw await unknownWord(findNearest, `command ${calledAs} ${first}`, second, Object.keys(node.commands))
  return runOne(program, `${first} ${second}`, command, others, terminal)
}

/** The lines of a message, broken between words where a terminal has a width. */
const breakMessage = (message: string, width: number | undefined): string =>
  width === undefined
    ? message
    : message
        .split('\n')
        .flatMap((line) => wrapText(line, width))
        .join('\n')

/** Runs a command line, and returns the exit code. */
export const runCommandLine = async (
  program: Program,
  words: readonly string[],
  terminal: Terminal = openTerminal(),
): Promise<number> => {
  try {
    await dispatch(program, words, terminal)
    return exitCodes.ok.code
  } catch (error) {
    terminal.progress(undefined)
    if (!(error instanceof CommandError)) {
      const message = error instanceof Error ? error.message : 'the command failed'
      // It may quote a document or a server.
      terminal.say(`error: ${showText(message, 'lines')}`, 'bad')
      return exitCodes.failed.code
    }
    terminal.say(breakMessage(`error: ${error.message}`, terminal.width), 'bad')
    for (const detail of error.details) terminal.say(`  ${detail}`)
    return exitCodes[error.ending].code
  }
}
