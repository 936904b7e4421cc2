import { emojiOrHidden } from '@patchbay/core/shown-text'
import { approvalWords } from '../tasks/decided-answer.ts'

/**
 * The page of the card. It speaks to the client that frames it by messages alone (SEP-1865, protocol version 2026-01-26), shows the
 * state of the approval in the tool's result, and asks the client to open the page on which people decide. It decides nothing. Texts of
 * results are written as text, never as HTML.
 */
export const cardPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Approval</title>
<style>
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { padding: 12px 16px; }
h1 { margin: 0; font-size: 16px; }
p { margin: 4px 0 0; }
code { overflow-wrap: anywhere; }
button { margin: 8px 8px 0 0; padding: 6px 12px; font: inherit; }
</style>
<main aria-live="polite" hidden></main>
<script>
'use strict'
const words = ${JSON.stringify({ ...approvalWords, waiting: 'Waits for the approval of a person' })}
const main = document.querySelector('main')
const open = new Map()
let lastId = 0
let host = {}
let tool
let url

const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const notify = (method, params = {}) => post({ method, params })
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = ++lastId
    open.set(id, { resolve, reject })
    post({ id, method, params })
  })

const emojiOrHidden = new RegExp(${JSON.stringify(emojiOrHidden.source)}, 'gv')
const escapeCharacter = (character) => '\\\\u{' + character.codePointAt(0).toString(16) + '}'
const showText = (text) => text.replace(emojiOrHidden, (match, hidden) => (hidden === undefined ? match : escapeCharacter(hidden)))
const element = (name, text) => Object.assign(document.createElement(name), { textContent: showText(text) })
const button = (text, work) => Object.assign(element('button', text), { type: 'button', onclick: work })

const readData = ({ structuredContent, content }) => {
  if (structuredContent) return structuredContent.data
  try {
    return JSON.parse(content[0].text).data
  } catch {
    return undefined
  }
}

const resize = () => notify('ui/notifications/size-changed', { height: main.hidden ? 0 : main.offsetHeight })

const show = (result) => {
  const data = readData(result) ?? {}
  const { approval_id: id, state, reason, expires_at: end } = data
  main.replaceChildren()
  main.hidden = typeof id !== 'string' || !Object.hasOwn(words, state)
  if (!main.hidden) {
    url = result._meta?.['patchbay/approval_url'] ?? url
    main.append(element('h1', words[state]))
    if (typeof reason === 'string') main.append(element('p', reason))
    if (state === 'waiting' && typeof end === 'string') main.append(element('p', 'Until ' + new Date(end).toLocaleString()))
    const line = element('p', 'Approval ')
    line.append(element('code', id))
    main.append(line)
    if (state === 'waiting' && host.openLinks && /^https?:/.test(url ?? ''))
      main.append(button('Open the page that decides', () => ask('ui/open-link', { url })))
    if ((state === 'waiting' || state === 'approved') && host.serverTools && tool)
      main.append(button('Look again', () => ask('tools/call', { name: tool, arguments: { approval_id: id } }).then(show)))
  }
  resize()
}

addEventListener('message', ({ source, data: message }) => {
  if (source !== parent || message?.jsonrpc !== '2.0') return
  const { id, method, params, result, error } = message
  if (method === 'ui/notifications/tool-result') show(params)
  else if (method !== undefined && id !== undefined) post({ id, result: {} })
  else if (open.has(id)) {
    const { resolve, reject } = open.get(id)
    open.delete(id)
    if (error) reject(new Error(error.message))
    else resolve(result)
  }
})

const appInfo = { name: 'patchbay-approval', version: '1.0.0' }
ask('ui/initialize', { appInfo, appCapabilities: {}, protocolVersion: '2026-01-26' }).then(({ hostCapabilities, hostContext }) => {
  host = hostCapabilities ?? {}
  tool = hostContext?.toolInfo?.tool?.name
  notify('ui/notifications/initialized')
})
</script>
</html>
`
