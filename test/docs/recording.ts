/** The recording of the README: a customer connects an account by a link, a backend calls it, and an assistant does so over MCP. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import type { Page } from 'playwright-core'
import { startCrm } from '../../server/demo/crm/start-crm.ts'
import { type Html, html } from '../../server/pages/html.ts'
import { loadRegistry } from '../../server/registry.ts'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'

interface Frame {
  readonly png: Buffer
  /** Duration on the screen. */
  readonly ms: number
}

const credential = 'crm_a-key-of-the-demo'
const size = { width: 900, height: 680 }

const style = `
  body { margin: 0; font: 15px/1.45 system-ui, 'DejaVu Sans', sans-serif; background: #fff; color: #171a1f; }
  h1 { margin: 0; padding: 14px 24px; font-size: 18px; font-weight: 600; background: #1f4fd1; color: #fff; }
  img { display: block; margin: 0 auto; }
  pre { margin: 0; padding: 20px 24px; height: 586px; overflow: hidden; background: #16191f; color: #e9ecf1;
    font: 14px/1.5 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; }`

/** A frame: a terminal's output or a page, below a line that says what happens. */
const drawStage = (title: string, content: Html): string =>
  html`<style>${{ html: style }}</style><h1>${title}</h1>${content}`.html

const startScene = async () => {
  const crm = startCrm(credential)
  const gateway = await startTestGateway({
    domains: await loadRegistry({ demo: true }),
    env: { PROVIDER_ORIGINS: JSON.stringify({ demo: crm.origin }), BRAND_NAME: 'Initech Cloud' },
  })
  return {
    gateway,
    stop: async (): Promise<void> => {
      await gateway.stop()
      await crm.stop()
    },
  }
}

const search = {
  action: 'search_people',
  filters: [{ field: 'email', operator: 'contains', value: '@northwind.example' }],
  limit: 1,
}

const post = (url: string, token: string, body: object, accept = 'application/json') =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  })

/** As a person types it; the address is the one that the pages have. */
const command = (path: string, body: object): string =>
  `$ curl -s http://localhost:3000${path} -H "Authorization: Bearer $TOKEN" \\\n    -d '${JSON.stringify(body)}'`

const printed = (answer: object): string => JSON.stringify(answer, null, 2)

/** Plays the story in a browser's pages, and returns what is to be seen of it. */
export const playRecording = async (openPage: () => Promise<Page>): Promise<readonly Frame[]> => {
  const { gateway, stop } = await startScene()
  try {
    const [shown, person] = [await openPage(), await openPage()]
    await shown.setViewportSize(size)
    await person.setViewportSize({ width: size.width, height: size.height - 54 })
    const frames: Frame[] = []
    const take = async (title: string, content: Html, ms: number): Promise<void> => {
      await shown.setContent(drawStage(title, content))
      frames.push({ png: await shown.screenshot(), ms })
    }
    const takeTerminal = (title: string, text: string, ms: number) => take(title, html`<pre>${text}</pre>`, ms)
    const takePerson = async (title: string, ms: number): Promise<void> => {
      const image = `data:image/png;base64,${(await person.screenshot()).toString('base64')}`
      await take(title, html`<img src="${image}">`, ms)
    }

    const link = await gateway.admin('POST', '/admin/connect', {
      tenant_id: 'initech',
      create_tenant: { name: 'Initech' },
      provider: 'demo',
      account_id: 'main',
    })
    const linking = '1. Your customer connects an account, by a link of yours'
    await person.goto(link.body.url)
    await takePerson(linking, 2200)
    await person.getByLabel('Key').fill(credential)
    await takePerson(linking, 1300)
    await person.keyboard.press('Enter')
    await person.getByRole('button', { name: 'Connect this account' }).click()
    await person.getByRole('heading', { level: 1, name: 'is connected' }).waitFor()
    await takePerson(linking, 2200)

    const token = tokenOf('initech')
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'initech', token })
    const calling = '2. Your backend calls it: no credential, one format for every provider'
    const request = command('/api/v1/initech/demo', search)
    await takeTerminal(calling, request, 1800)
    const answer = (await (await post(`${gateway.url}/api/v1/initech/demo`, token, search)).json()) as object
    await takeTerminal(calling, `${request}\n\n${printed(answer)}`, 3500)

    const asking = '3. An assistant uses the same account, over MCP'
    const toolCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'demo', arguments: search } }
    const toolRequest = command('/mcp', toolCall)
    await takeTerminal(asking, toolRequest, 1800)
    const both = 'application/json, text/event-stream'
    const told = (await (await post(`${gateway.url}/mcp`, token, toolCall, both)).json()) as {
      readonly result: { readonly structuredContent: object }
    }
    const { structuredContent } = told.result
    await takeTerminal(asking, `${toolRequest}\n\n${printed({ structuredContent })}`, 4000)
    return frames
  } finally {
    await stop()
  }
}

/** Decodes a picture, as a function of the browser's. */
const decode = `async (source) => {
  const image = new Image()
  image.src = source
  await image.decode()
  const { width, height } = image
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  let text = ''
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192))
  return { width, height, pixels: btoa(text) }
}`

interface Decoded {
  readonly width: number
  readonly height: number
  readonly pixels: string
}

/** Makes an animated GIF of the frames. Of each, all colours that it has are kept, up to 256. */
export const writeRecording = async (frames: readonly Frame[], page: Page): Promise<Uint8Array> => {
  const gif = GIFEncoder()
  for (const { png, ms } of frames) {
    const source = JSON.stringify(`data:image/png;base64,${png.toString('base64')}`)
    const { width, height, pixels } = await page.evaluate<Decoded>(`(${decode})(${source})`)
    const data = new Uint8Array(Buffer.from(pixels, 'base64'))
    const palette = quantize(data, 256)
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: ms })
  }
  gif.finish()
  return gif.bytes()
}
