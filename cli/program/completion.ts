import type { ArgDef } from 'citty'
import { program } from '../terminal/called-as.ts'
import { type CommandTree, isGroup, listArgs, listCommands } from './command.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

/** The words that may follow, by the words so far: `''`, `tokens` or `tokens mint`. */
type Candidates = ReadonlyMap<string, readonly string[]>

const listCandidates = (tree: CommandTree): Candidates => {
  const found = new Map<string, readonly string[]>([['', Object.keys(tree)]])
  for (const [name, node] of Object.entries(tree)) {
    if (isGroup(node)) found.set(name, Object.keys(node.commands))
    for (const [words, command] of listCommands(name, node)) {
      const args = listArgs(command)
      const options = Object.keys(args).filter((each) => args[each]?.type !== 'positional')
      found.set(words, [...(found.get(words) ?? []), ...options.map((option) => `--${option}`), '--help'])
    }
  }
  return found
}

/** Both shells use the same lookup; only how they ask for it and take its result differs. */
const cases = (candidates: Candidates): string =>
  [...candidates].map(([words, next]) => `    "${words}") found="${next.join(' ')}" ;;`).join('\n')

/** The longest known beginning of the line decides; files are completed where nothing else fits. */
const lookUp = (candidates: Candidates): string => `  local found=""
  case "$1" in
${cases(candidates)}
  esac
  printf '%s' "$found"`

const bash = (candidates: Candidates): string => `_${program}_next() {
${lookUp(candidates)}
}
_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" next=""
  if (( COMP_CWORD > 1 )); then words="\${COMP_WORDS[1]}"; fi
  if (( COMP_CWORD > 2 )) && [[ -n "$(_${program}_next "$words \${COMP_WORDS[2]}")" ]]; then words+=" \${COMP_WORDS[2]}"; fi
  next="$(_${program}_next "$words")"
  COMPREPLY=( $(compgen -W "$next" -- "$current") )
}
complete -o default -F _${program} ${program}`

const zsh = (candidates: Candidates): string => `#compdef ${program}
_${program}_next() {
${lookUp(candidates)}
}
_${program}() {
  local line="" next=""
  (( CURRENT > 2 )) && line="\${words[2]}"
  if (( CURRENT > 3 )) && [[ -n "$(_${program}_next "$line \${words[3]}")" ]]; then line+=" \${words[3]}"; fi
  next="$(_${program}_next "$line")"
  compadd -- \${=next} || _files
}
compdef _${program} ${program}`

/** Files are offered only where a path is expected (`-F`). */
const fishArgument = (name: string, { type, valueHint = '' }: ArgDef): string | undefined => {
  if (type === 'positional') return name === 'file' ? '-F' : undefined
  if (type === 'boolean') return `-l ${name}`
  return `-l ${name} -r${/^(path|folder)$/.test(valueHint) ? ' -F' : ''}`
}

const fish = (tree: CommandTree): string => {
  const lines = [`complete -c ${program} -f`]
  const names = Object.keys(tree).join(' ')
  for (const [name, node] of Object.entries(tree)) {
    lines.push(
      `complete -c ${program} -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d ${JSON.stringify(node.summary)}`,
    )
    const isHere = `__fish_seen_subcommand_from ${name}`
    const commands = isGroup(node) ? Object.entries(node.commands) : []
    const words = commands.map(([word]) => word).join(' ')
    for (const [word, { summary }] of commands) {
      const isOpen = `${isHere}; and not __fish_seen_subcommand_from ${words}`
      lines.push(`complete -c ${program} -n '${isOpen}' -a ${word} -d ${JSON.stringify(summary)}`)
    }
    for (const [line, command] of listCommands(name, node)) {
      const word = line.slice(name.length + 1)
      const isOpen = words === '' ? isHere : `${isHere}; and not __fish_seen_subcommand_from ${words}`
      const condition = word === '' ? isOpen : `${isHere}; and __fish_seen_subcommand_from ${word}`
      for (const [name, arg] of Object.entries(listArgs(command))) {
        const completed = fishArgument(name, arg)
        if (completed) lines.push(`complete -c ${program} -n '${condition}' ${completed}`)
      }
    }
  }
  return lines.join('\n')
}

/** A script that completes commands and options in a shell. */
export const completionScript = (tree: CommandTree, shell: (typeof shells)[number]): string => {
  if (shell === 'fish') return fish(tree)
  return (shell === 'bash' ? bash : zsh)(listCandidates(tree))
}
