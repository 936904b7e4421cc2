import { Webhook } from 'standardwebhooks'

/** An event as the receiver got it, after its signature was verified by the specification's own library. */
export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
  readonly data: any
}

/** A receiver of webhooks by the Standard Webhooks specification. It answers with `statuses` in turn, the last one for ever. */
export const startWebhookReceiver = () => {
  const key = crypto.getRandomValues(Buffer.alloc(32))
  const secret = `whsec_${key.toString('base64')}`
  const webhook = new Webhook(secret)
  const received: ReceivedEvent[] = []
  let statuses: number[] = [204]
  let headers: Record<string, string> = {}
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      // Throws, and so answers 500, where the signature or the time is wrong.
      const event = webhook.verify(await request.text(), Object.fromEntries(request.headers)) as Omit<
        ReceivedEvent,
        'id'
      >
      received.push({ id: request.headers.get('webhook-id') ?? '', ...event })
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 204
      return new Response(null, { status, headers })
    },
  })
  return {
    secret,
    url: `http://127.0.0.1:${server.port}/events?from=patchbay`,
    host: `127.0.0.1:${server.port}`,
    received,
    answer(next: readonly number[], also: Record<string, string> = {}): void {
      statuses = [...next]
      headers = also
    },
    stop: () => server.stop(true),
  }
}
