/**
 * The names of a release's packages. Only the owner can register the scope: to use another one, write it here and into
 * the `name` of `core` and `packages/connect`, which `release` compares. npm's `patchbay` is another project, so the
 * gateway has a different name.
 */
export const packageNames = {
  core: '@patchbay/core',
  connect: '@patchbay/connect',
  client: '@patchbay/client',
  gateway: 'patchbay-gateway',
} as const
