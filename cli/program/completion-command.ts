import { usageError } from '../terminal/command-error.ts'
import type { Command, CommandTree } from './command.ts'
import { completionScript, shells } from './completion.ts'

/** `tree`: every command, this one included; known only when it runs. */
export const completion = (tree: () => CommandTree): Command => ({
  summary: 'Print a script that completes commands and options in a shell',
  isRemote: false,
  args: { shell: { type: 'positional', description: 'bash, zsh or fish' } },
  examples: [
    'source <(patchbay completion bash)',
    'patchbay completion zsh > ~/.zfunc/_patchbay',
    'patchbay completion fish > ~/.config/fish/completions/patchbay.fish',
  ],
  run({ required, terminal }) {
    const shell = shells.find((each) => each === required('shell'))
    if (!shell) throw usageError(`no completion for this shell; supported: ${shells.join(', ')}`)
    terminal.out(completionScript(tree(), shell))
  },
})
