/**
 * Ends the process when the reader of a pipe has seen enough, as in `patchbay tenants list | head -1`: that is no failure, and what is
 * still to be written interests nobody.
 */
export const endWithReader = ({ stdout, stderr, exit }: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'exit'>): void => {
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') exit(0)
      throw error
    })
}
