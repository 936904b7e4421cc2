const { options } = require('./.dependency-cruiser.cjs')

const room = '^(core|server)/[^/]+$'

/** Rooms lie on floors: no folder of core or server imports, by way of others, one that imports it. Tests may. */
module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-rooms',
      severity: 'error',
      scope: 'folder',
      from: { path: room },
      to: { circular: true, viaOnly: { path: room } },
    },
  ],
  options: { ...options, exclude: { path: '\\.test\\.ts$|/testing/|^test/' } },
}
