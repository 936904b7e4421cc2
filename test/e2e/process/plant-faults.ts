/** Runs before the server: has it make faults that nobody foresaw, at a signal. */
process.on('SIGWINCH', () => {
  Promise.reject(new Error('a planted rejection'))
})
process.on('SIGURG', () => {
  setTimeout(() => {
    throw new Error('a planted exception')
  })
})
