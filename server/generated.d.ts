/** What codegen makes; the type checker works without it. */
declare module '*registry.js' {
  import type { Domain } from '@patchbay/core/schema'

  export const registry: readonly Domain[]
}
