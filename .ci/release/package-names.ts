/**
 * What the packages of a release are called. The scope is the owner's to register: another one is written here and into the `name` of
 * `core` and `packages/connect`, which `release` compares. npm's `patchbay` is somebody else's program, so the gateway has another name.
 */
export const packageNames = {
  core: '@patchbay/core',
  connect: '@patchbay/connect',
  client: '@patchbay/client',
  gateway: 'patchbay-gateway',
} as const
