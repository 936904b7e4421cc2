import { invalid, list, object, optional, type ParamsOf, text } from '@patchbay/core/provider'
import { html } from './parameters.ts'

const mention = object(
  { user_id: text(100, 'Id of the person'), name: text(255, 'Name that is shown') },
  'Who is mentioned',
)

/** The text of a message, and whom it mentions. */
export const content = {
  html,
  mentions: optional(
    list(mention, { min: 1, max: 20, description: 'Who is mentioned: html has <at id="0">Ada</at> for the first one' }),
  ),
}

/** https://learn.microsoft.com/en-us/graph/api/resources/chatmessagemention */
export const toContent = ({ html, mentions }: ParamsOf<typeof content>) => {
  for (const index of (mentions ?? []).keys())
    if (!html.includes(`<at id="${index}">`))
      throw invalid('/html', `has no <at id="${index}"> for a person that it mentions`)
  return {
    html: undefined,
    body: { contentType: 'html', content: html },
    mentions: mentions?.map(({ user_id, name }, id) => ({
      id,
      mentionText: name,
      mentioned: { user: { id: user_id, displayName: name, userIdentityType: 'aadUser' } },
    })),
  }
}
