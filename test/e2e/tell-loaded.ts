/** Preloaded into a server by a test, and no part of the server: told by SIGWINCH, it prints the packages that are loaded. */
const packageOf = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/
/** The console and the code generator are packages of the repository itself. */
const ownPackageOf = new RegExp(`^${process.cwd()}/(console|codegen)/`)

process.on('SIGWINCH', () => {
  // Bun lists the ES modules here as well.
  const packages = new Set(
    Object.keys(require.cache).map((file) => (packageOf.exec(file) ?? ownPackageOf.exec(file))?.[1]),
  )
  console.log(`loaded: ${[...packages].join(' ')};`)
})
