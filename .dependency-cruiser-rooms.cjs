const { options } = require('./.dependency-cruiser.cjs')

/** `server` itself and its like put the rooms together, so that their files import any of them. */
const folder = '^(cli|core|server|codegen|console|packages|providers)/'

/** Folders lie on floors: none imports, by way of others, one that imports it. Tests may. */
module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: folder },
      to: { circular: true, viaOnly: { path: folder } },
    },
  ],
  options: { ...options, exclude: { path: '\\.test\\.ts$|/testing/|^(test|bench)/|/dist/' } },
}
