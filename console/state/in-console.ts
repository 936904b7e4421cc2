/** Where the console has what a path of the admin API stands for. */
const screens: Readonly<Record<string, string>> = {
  apps: 'Connect links',
  auth: 'Tokens',
  billing: 'Usage and bills',
  clients: 'Applications',
  connect: 'Connect links',
  crons: 'Jobs',
  grants: 'Applications',
  providers: 'Providers',
  suggestions: 'Suggestions',
  tenants: 'Tenants',
  tokens: 'Accounts',
}

const words: readonly (readonly [RegExp, string])[] = [
  [/: its ETag is .*; read it again$/, ''],
  [/, so If-None-Match does not hold; leave the header out to replace it$/, ' already'],
  [/ does not exist, so If-Match can't hold$/, ' does not exist any more'],
  [/; send \?prune=true to remove these tokens as well$/, ': check the box below to delete what is stored for them'],
  [/^The header x-admin-key is missing; send an admin key in it$/, 'You are signed out: sign in again'],
  [/; programs send the header x-admin-key$/, ': load it again'],
  [/\bwith hard_limit\b/, 'with "Refuse calls over this limit"'],
]

/** What a refusal names first is a member of the request; a form names it in words. */
const withoutPath = (message: string): string =>
  message.replace(
    /^\/(?:\w+\/)*(\w)(\w*): /,
    (_, first, rest) => `${first.toUpperCase()}${rest.replaceAll('_', ' ')}: `,
  )

/** A refusal that the admin API words for programs, in words for people who look at a screen. */
export const inConsole = (message: string): string =>
  words
    .reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), withoutPath(message))
    .replace(
      /\b(?:with|as|see) (?:GET|PUT|POST|PATCH) \/admin\/([a-z-]+)[^\s,;)]*( gives it| gave| lists it)?/g,
      (whole, name) => {
        const screen = screens[name]
        return screen === undefined ? whole.replace(/^with /, 'by the API: ') : `on the screen "${screen}"`
      },
    )
