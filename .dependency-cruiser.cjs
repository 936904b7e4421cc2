const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/** The import directions of the house. Tests may reach further than what they test, but not for npm packages. */
module.exports = {
  forbidden: [
    rule('no-circular', {}, { circular: true }, 'data flows one way'),
    rule(
      'core-imports-nobody',
      { path: '^core/', pathNot: '\\.test\\.ts$' },
      { path: '^(providers|codegen|server|cli|test|bench)/' },
      'core knows no server, no database and no particular provider',
    ),
    rule(
      'shown-text-stands-alone',
      { path: '^core/shown-text/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^core/shown-text/' },
      'the console and the command line import it, which know nothing else of the gateway',
    ),
    rule(
      'core-is-free-of-frameworks',
      { path: '^core/' },
      { path: '^(bun:sqlite$|node_modules/(elysia|mongodb|agenda|@agendajs|rate-limiter-flexible|pino)/)' },
      'Elysia, mongodb, agenda and bun:sqlite never enter core',
    ),
    rule(
      'the-contract-stands-alone',
      { path: '^core/provider/', pathNot: '\\.test\\.ts$' },
      { path: '^core/', pathNot: '^core/(provider/|(errors|time)\\.ts$)' },
      'a plugin that imports the contract must not pull in the gateway',
    ),
    rule(
      'providers-import-the-contract',
      { path: '^providers/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^(core|codegen|server|test|providers)/', pathNot: '^(core/provider/index\\.ts$|providers/$1/)' },
      'a provider imports @patchbay/core/provider and itself',
    ),
    rule(
      'providers-need-no-package',
      { path: '^providers/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^crypto$' },
      'a provider is data and pure functions over the contract; hashes and signatures are pure',
    ),
    rule(
      'codegen-imports-core',
      { path: '^codegen/', pathNot: '(\\.test\\.ts$|^codegen/emit/openapi-admin\\.ts$)' },
      { path: '^(server|test|bench)/' },
      'codegen imports core and, as plugins, providers',
    ),
    rule(
      'the-openapi-document-knows-the-admin-api',
      { path: '^codegen/emit/openapi-admin\\.ts$' },
      { path: '^(server|test|bench)/', pathNot: '^server/admin/index\\.ts$' },
      'the declarations of the admin routes are all that codegen takes of the server',
    ),
    rule(
      'console-knows-the-api-only',
      { path: '^console/' },
      {
        path: '^(core|providers|codegen|server|test|bench)/',
        pathNot: '^core/(shown-text/|encoding/exact-json|time\\.ts)',
      },
      'the console is a client of the admin API like any other; how texts are shown and numbers are read is the same everywhere',
    ),
    rule(
      'cli-knows-the-api-only',
      { path: '^cli/', pathNot: '\\.test\\.ts$' },
      {
        path: '^(core|providers|codegen|console|packages|server|test|bench)/',
        pathNot: '^core/(shown-text/|encoding/exact-json|time\\.ts)',
      },
      'the command line is a client of the admin API; what needs a server stands in server/commands',
    ),
    rule(
      'packages-know-the-api-and-the-contract',
      { path: '^packages/', pathNot: '\\.test\\.ts$' },
      {
        path: '^(core|providers|codegen|console|server|test|bench)/',
        pathNot: '^core/((provider|schema|shown-text)/|time\\.ts)',
      },
      'a package talks to a gateway by its API; of plugins it knows what they declare',
    ),
    rule(
      'examples-import-nobody',
      { path: '^examples/([^/]+)/' },
      { path: '^(core|providers|codegen|console|cli|packages|server|test|bench|examples)/', pathNot: '^examples/$1/' },
      'an example is copied as a folder, and knows a gateway by its API',
    ),
    rule(
      'the-command-line-is-joined-in-one-room',
      { path: '^(core|server)/', pathNot: '^server/commands/' },
      { path: '^(cli|packages)/' },
      'a gateway needs no command line',
    ),
    rule(
      'server-imports-core-and-generated',
      { path: '^server/', pathNot: '(\\.test\\.ts$|^server/generated/)' },
      { path: '^(providers|codegen|console|test|bench)/' },
      'only the generated registry imports providers; server/registry.ts loads it, and codegen where there is one',
    ),
    rule(
      'only-tests-import-what-is-for-tests',
      { pathNot: '(\\.test\\.ts$|/testing/|^(test|bench)/|^vitest\\.config\\.ts$)' },
      { path: '(^(test|bench)/|/testing/)' },
      'what is for tests is neither packed nor in the image',
    ),
    rule(
      'no-gateway-reaches-a-compiler',
      { path: '^(server/program|codegen/(import/write/compare-main|own-plugins))\\.ts$' },
      { path: 'node_modules/(ts-morph|typescript|vitepress|vue)/', reachable: true },
      'what reads and writes TypeScript is for codegen, and what makes the site for `docs:site`: no gateway loads it, no image has it',
    ),
    rule('nobody-imports-sinclair', {}, { path: 'node_modules/@sinclair/typebox' }, 'our schema library is typebox'),
    rule(
      'no-unresolvable',
      {},
      { couldNotResolve: true, pathNot: '^bun|^lucide:|^simple-icons:|/\\.?generated/' },
      'every import resolves, but of what codegen makes, and of the icons that console/build.ts resolves',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/|^server/generated/\\.?bundle' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['bun', 'import', 'types', 'default'] },
  },
}
