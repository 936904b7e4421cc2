// Test lanes: slow

import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../server-process.ts'

/** Tells if a process runs or waits for the processor: an idle one sleeps (proc(5), `stat`), however busy the machine is. */
const isBusy = (pid: number): boolean => /^.*\) R /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const connected = ({ port, hostname }: URL): Socket => {
  const socket = connect({ port: Number(port), host: hostname })
  // Being refused or cut off is what happens to most of them.
  socket.on('error', () => {})
  return socket
}

test('with more connections held than it may have, the gateway is idle, and takes calls again', async () => {
  const server = await startServerProcess({
    under: ['prlimit', '--nofile=256:256'],
    env: { HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
  })
  onTestFinished(() => server.stop())
  const url = new URL(server.url)
  url.hostname = '127.0.0.1'
  const held = Array.from({ length: 400 }, () => connected(url))
  onTestFinished(() => {
    for (const socket of held) socket.destroy()
  })

  // Whoever is cut off comes back at once, as an attacker would.
  let attacking = true
  for (const socket of held) {
    const again = (): void => {
      if (!attacking) return
      const next = connected(url)
      held.push(next)
      next.once('close', () => setTimeout(again, 200))
    }
    socket.once('close', () => setTimeout(again, 200))
  }
  await expect.poll(() => server.output.stdout).toContain('descriptors are nearly used up')
  let busy = 0
  for (let sample = 0; sample < 100; sample++) {
    if (isBusy(server.child.pid)) busy++
    // Not waiting for something: this is the time over which is looked.
    await wait(20)
  }
  expect(busy).toBeLessThan(50)

  attacking = false
  for (const socket of held) socket.destroy()
  await expect.poll(async () => (await fetch(`${url.origin}/health`).catch(() => undefined))?.status).toBe(200)
})
