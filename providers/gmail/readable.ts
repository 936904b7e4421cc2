/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#messagepart */
interface Part {
  readonly mimeType?: string
  readonly filename?: string
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  readonly body?: { readonly attachmentId?: string; readonly size?: number; readonly data?: string }
  readonly parts?: readonly Part[]
}

/** Headers that people read; the others are many, and say how the message travelled. */
const shownHeaders = ['From', 'To', 'Cc', 'Bcc', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'In-Reply-To']

const withInner = (part: Part): readonly Part[] => [part, ...(part.parts ?? []).flatMap(withInner)]

const findText = (parts: readonly Part[]): string | undefined => {
  const texts = parts.filter(({ filename, body }) => !filename && body?.data !== undefined)
  const part = ['text/plain', 'text/html'].flatMap((type) => texts.find(({ mimeType }) => mimeType === type) ?? [])[0]
  return part && Buffer.from(part.body?.data ?? '', 'base64url').toString()
}

const pickHeaders = ({ headers = [] }: Part): Readonly<Record<string, string>> =>
  Object.fromEntries(
    shownHeaders.flatMap((shown) => {
      const found = headers.find(({ name }) => name.toLowerCase() === shown.toLowerCase())
      return found ? [[shown, found.value]] : []
    }),
  )

/** A message with its text, in place of its parts in base64. */
export const readable = (message: unknown): unknown => {
  const { payload, ...others } = Object(message) as { readonly payload?: Part }
  if (payload === undefined) return others
  const parts = withInner(payload)
  const attachments = parts
    .filter(({ filename }) => filename)
    .map(({ filename, mimeType, body }) => ({ id: body?.attachmentId, filename, mimeType, size: body?.size }))
  return { ...others, headers: pickHeaders(payload), text: findText(parts), attachments }
}
