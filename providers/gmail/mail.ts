/** The parts of a message. */
export interface Mail {
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: boolean
  readonly in_reply_to?: string
}

/** The most bytes of an encoded word's text, so that the word has at most 75 characters: RFC 2047, section 2. */
const mostInWord = 45

/** A header's text as encoded words, which no character of it can leave: RFC 2047, section 4.1. */
const encodedWords = (text: string): string => {
  const words = ['']
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`
    if (Buffer.byteLength(longer) > mostInWord) words.push(character)
    else words[words.length - 1] = longer
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}

const isPlain = (text: string): boolean => /^[ -~]{0,60}$/.test(text) && !text.includes('=?')

/** A message (RFC 5322) in UTF-8, as the vendor takes it: in base64url. */
export const encodeMessage = ({ to, cc = [], bcc = [], subject, text, html = false, in_reply_to }: Mail): string => {
  const receivers = Object.entries({ To: to, Cc: cc, Bcc: bcc }).filter(([, all]) => all.length > 0)
  const lines = [
    ...receivers.map(([name, all]) => `${name}: ${all.join(',\r\n ')}`),
    `Subject: ${isPlain(subject) ? subject : encodedWords(subject)}`,
    ...(in_reply_to === undefined ? [] : [`In-Reply-To: ${in_reply_to}`, `References: ${in_reply_to}`]),
    'MIME-Version: 1.0',
    `Content-Type: text/${html ? 'html' : 'plain'}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ]
  return Buffer.from(lines.join('\r\n')).toString('base64url')
}
