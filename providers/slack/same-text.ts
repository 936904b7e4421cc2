/** Slack writes `&lt;` for `<`, and marks addresses and names, as `<https://a.example|a>`: https://docs.slack.dev/messaging/formatting-message-text */
const essence = (text: unknown): string =>
  String(text)
    .replaceAll(/&(?:lt|gt|amp);/g, ' ')
    .replaceAll(/<([^|>]*)(?:\|[^>]*)?>/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** True if a message has the sent words, though Slack may have changed marks in it. */
export const isSimilarText = (message: unknown, sent: string): boolean =>
  essence(Object(message).text) === essence(sent)

const readEntities = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim()

/** True if a message has exactly the sent text. */
export const isSameText = (message: unknown, sent: string): boolean =>
  readEntities(String(Object(message).text)) === readEntities(sent)

/** The reads take ids of conversations alone; messages can be posted by the name of a channel, too. */
export const isId = (channel: string): boolean => /^[CDG][A-Z0-9]{4,}$/.test(channel)

/** Slack's times: Unix seconds. */
export const toTime = (since: Date): string => String(Math.floor(since.getTime() / 1000))
