import { describe, expect, it } from 'vitest'
import { encodeMessage } from './mail.ts'
import { readable } from './readable.ts'

const base64url = (text: string): string => Buffer.from(text).toString('base64url')
const written = (mail: Partial<Parameters<typeof encodeMessage>[0]>): string =>
  Buffer.from(
    encodeMessage({ to: ['ada@example.com'], subject: 'Hello', text: 'It works.', ...mail }),
    'base64url',
  ).toString()
const headersOf = (message: string): string => message.split('\r\n\r\n', 1)[0] ?? ''
const subjectOf = (message: string): string => {
  const [, words = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(message) ?? []
  const encoded = [...words.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)]
  return encoded.length === 0 ? words : encoded.map(([, word = '']) => Buffer.from(word, 'base64').toString()).join('')
}

describe('a message', () => {
  it('has its receivers and its text', () => {
    const message = written({ cc: ['bob@example.com', 'eve@example.com'], text: 'Größe\n'.repeat(40) })
    expect(message).toMatch(/^To: ada@example\.com\r\nCc: bob@example\.com,\r\n eve@example\.com\r\nSubject: Hello\r\n/)
    const [, body = ''] = message.split('\r\n\r\n')
    expect(Math.max(...body.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76)
    expect(Buffer.from(body, 'base64').toString()).toBe('Größe\n'.repeat(40))
  })

  it.each(['Hello', 'Grüße 🙂', 'ä'.repeat(300), 'x'.repeat(500), '=?UTF-8?B?SGVsbG8=?=', 'a\r\nBcc: x@example.com'])(
    'has the subject %j and nothing else of it',
    (subject) => {
      const message = written({ subject })
      expect(subjectOf(message)).toBe(subject)
      expect(headersOf(message)).not.toMatch(/^Bcc/m)
      expect(
        Math.max(
          ...headersOf(message)
            .split('\r\n')
            .map(({ length }) => length),
        ),
      ).toBeLessThanOrEqual(85)
    },
  )

  it('of an answer names the message that is answered', () => {
    expect(written({ in_reply_to: '<a@b>', html: true })).toMatch(
      /In-Reply-To: <a@b>\r\nReferences: <a@b>[\s\S]*text\/html/,
    )
  })
})

describe('a message that is read', () => {
  const part = (mimeType: string, text: string) => ({ mimeType, filename: '', body: { data: base64url(text) } })
  const file = { mimeType: 'application/pdf', filename: 'a.pdf', body: { attachmentId: 'f1', size: 9 } }
  const payload = {
    mimeType: 'multipart/mixed',
    headers: [
      { name: 'Received', value: 'by a host' },
      { name: 'from', value: 'Ada <ada@example.com>' },
      { name: 'Message-ID', value: '<a@b>' },
    ],
    parts: [
      { mimeType: 'multipart/alternative', parts: [part('text/html', '<b>Hi</b>'), part('text/plain', 'Grüße')] },
      file,
    ],
  }

  it('has its headers, its plain text, and what is attached', () => {
    expect(readable({ id: '1', threadId: '2', payload })).toEqual({
      id: '1',
      threadId: '2',
      text: 'Grüße',
      headers: { From: 'Ada <ada@example.com>', 'Message-ID': '<a@b>' },
      attachments: [{ id: 'f1', filename: 'a.pdf', mimeType: 'application/pdf', size: 9 }],
    })
  })

  it.each([
    [part('text/html', '<b>Hi</b>'), '<b>Hi</b>'],
    [file, undefined],
  ])('has the text that there is: %j', (payload, text) => {
    expect(readable({ id: '1', payload })).toMatchObject({ id: '1', text })
  })

  it('stays as it is where it has no parts', () => {
    expect([readable({ id: '1' }), readable(null)]).toEqual([{ id: '1' }, {}])
  })
})
