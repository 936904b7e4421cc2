import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildConnect } from '../../packages/connect/build.ts'
import { temporaryFolder } from '../gateway.ts'

const source = join(import.meta.dirname, '../../packages/connect')

/** A script for every page: it keeps all messages that reach the page, as a curious page would. */
const keepMessages = `
globalThis.heard = []
addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))
`

/** A product's page without React: what the component fires stands in the page. */
const component = `
<patchbay-connect link="/link">Connect</patchbay-connect>
<output></output>
<script type="module">
import '/index.js'
const show = ({ type, detail }) => {
  document.querySelector('output').textContent = type + ' ' + (detail?.message ?? JSON.stringify(detail))
}
for (const name of ['connected', 'closed', 'failed'])
  document.querySelector('patchbay-connect').addEventListener('patchbay-' + name, show)
</script>`

const reactPage = `
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectButton } from './react.tsx'

const providers = [{ id: 'crm', title: 'A CRM' }, { id: 'shop', title: 'A shop' }]
const createLink = async (provider) => {
  const response = await fetch('/link', { method: 'POST', body: JSON.stringify({ provider }) })
  return (await response.json()).url
}
const App = () => {
  const [connected, setConnected] = useState('nothing')
  return (
    <>
      <ConnectButton createLink={createLink} providers={providers} onConnected={({ provider }) => setConnected(provider)}>
        Connect
      </ConnectButton>
      <output>{connected}</output>
    </>
  )
}
createRoot(document.getElementById('app')).render(<App />)
`

const buildReactPage = async (): Promise<string> => {
  const page = join(source, 'page-of-a-product.tsx')
  const { outputs } = await Bun.build({
    entrypoints: [page],
    files: { [page]: reactPage },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputs[0]?.text() ?? ''
}

/** The strictest that a product may have: no inline style, and scripts from its own files alone. The pages' own script has a nonce. */
const policy =
  "default-src 'none'; script-src 'self' 'nonce-a'; connect-src 'self' http://localhost:* http://127.0.0.1:*"

/** A product on an origin of its own: pages with the button, and a backend that makes links by `makeLink`. */
export const startPages = async (makeLink: (origin: string, provider?: string) => Promise<string>) => {
  const folder = temporaryFolder()
  await buildConnect(folder)
  const react = await buildReactPage()
  const show = (body: string, headers: Record<string, string> = {}): Response =>
    new Response(`<!doctype html><title>A product</title><script nonce="a">${keepMessages}</script>${body}`, {
      headers: { 'content-type': 'text/html', 'content-security-policy': policy, ...headers },
    })
  const button = component.replace('<script', '<script nonce="a"')
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, origin } = new URL(request.url)
      if (pathname === '/link') {
        const { provider } = (await request.json()) as { provider?: string }
        return Response.json({ url: await makeLink(origin, provider) })
      }
      if (pathname === '/') return show(button)
      if (pathname === '/apart') return show(button, { 'cross-origin-opener-policy': 'same-origin' })
      if (pathname === '/react') return show('<div id="app"></div><script type="module" src="/react-page.js"></script>')
      if (pathname === '/react-page.js') return new Response(react, { headers: { 'content-type': 'text/javascript' } })
      return new Response(Bun.file(join(folder, pathname)))
    },
  })
  return {
    origin: server.url.origin,
    async stop() {
      await server.stop(true)
      rmSync(folder, { recursive: true })
    },
  }
}
