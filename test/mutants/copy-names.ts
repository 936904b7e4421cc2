const copyName = /\.mutant-(\d+)\.test\.ts$/

/** The name of a test file's copy that is run with one mutant on: it stands beside the file, so that its imports hold. */
export const nameCopy = (path: string, mutant: number): string =>
  path.replace(/\.test\.ts$/, `.mutant-${mutant}.test.ts`)

/** The mutant that is on in a copy; `undefined`: it is no copy. */
export const readMutantOfCopy = (path: string): number | undefined => {
  const [, n] = copyName.exec(path) ?? []
  return n === undefined ? undefined : Number(n)
}
