import { expect, onTestFinished, test } from 'vitest'
import { terminalDialog } from './terminal-dialog.ts'

const look = { width: 80, bold: String, quiet: String, wrap: (text: string) => [text], cut: String }

test.each([
  ['a terminal without a size has the width of the dialog', 0, 80],
  ['one that reports its width keeps it', 60, 60],
])('%s', (_, reported, width) => {
  const before = process.stderr.columns
  onTestFinished(() => {
    process.stderr.columns = before
  })
  process.stderr.columns = reported
  terminalDialog(look)
  expect(process.stderr.columns).toBe(width)
})
