/** Lets work run that nobody waits for. A failure goes where those of the browser's own callbacks go: to the console of its tools. */
export const letRun = (work: Promise<unknown>): void => {
  work.catch(reportError)
}
