import { expect, test } from 'vitest'
import { quoteArgument } from './quote-argument.ts'

test.each(['resend', './shelves.yaml', 'https://api.example.com/v1?format=json&all', "it's $HOME", '`id`; "x" \\'])(
  'the shell gives the command %j as one argument',
  async (text) => {
    const shell = Bun.spawn(['sh', '-c', `printf %s ${quoteArgument(text)}`])
    expect(await new Response(shell.stdout).text()).toBe(text)
  },
)
