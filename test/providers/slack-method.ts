import type { Arguments } from './slack-arguments.ts'
import type { Workspace } from './slack-workspace.ts'

/** Who asks: the owner of the token. */
export interface TokenOwner {
  readonly user: string
  readonly scopes: readonly string[]
  readonly kind: 'bot' | 'user'
}

/** A method of the Web API, as the fake carries it out. */
export interface Method {
  /** What the token needs: one of these. */
  readonly scopes: readonly string[]
  /** Writes take JSON too. */
  readonly writes?: boolean
  /** Not for bots. */
  readonly usersOnly?: boolean
  /** The answer without `ok`. Throws SlackError. */
  run(asked: Arguments, workspace: Workspace, owner: TokenOwner): object
}

export type Methods = Readonly<Record<string, Method>>
