import type { Repository } from './github-repositories.ts'

/** A request as the routes read it. */
export interface Asked {
  readonly url: URL
  readonly query: (name: string) => string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

export interface Answered {
  readonly status: number
  readonly body?: unknown
  /** Paged, and put into `body` by its name where it has one. */
  readonly list?: { readonly items: readonly unknown[]; readonly name?: string }
}

/** Something that a repository can be asked for: its method, its path below the repository, what it does. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: RegExp
  run(repository: Repository, asked: Asked, ...segments: string[]): Answered
}

export const ok = (body: unknown, status = 200): Answered => ({ status, body })

export const list = (items: readonly unknown[], name?: string): Answered => ({
  status: 200,
  list: { items, ...(name && { name }) },
})

/** The texts of a list in a body. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
