/** Runs before the server: has it make faults that nobody foresaw, at a signal. */
process.on('SIGUSR2', () => {
  Promise.reject(new Error('a planted rejection'))
})
process.on('SIGWINCH', () => {
  setTimeout(() => {
    throw new Error('a planted exception')
  })
})
