import { htmlLoads } from '@patchbay/core/provider'

/** Elements of the storage format that show what the wiki has: https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html */
const quiet = new Set(
  `ac:caption ac:emoticon ac:image ac:inline-comment-marker ac:layout ac:layout-cell ac:layout-section ac:link ac:link-body ac:parameter ac:placeholder
  ac:plain-text-body ac:plain-text-link-body ac:rich-text-body ac:structured-macro ac:task ac:task-body ac:task-id ac:task-list ac:task-status
  ri:attachment ri:blog-post ri:content-entity ri:page ri:space ri:user`.split(/\s+/),
)
/** Macros that show their own text, or what the wiki has; others may show pages of elsewhere. */
const quietMacros = new Set(
  'anchor attachments children code contentbylabel details excerpt expand info note noformat pagetree panel status tip toc warning'.split(
    ' ',
  ),
)
const macro = /<ac:structured-macro\b([^<>]*)/g
/** Text that nobody reads as markup, such as code. */
const literal = /<!\[CDATA\[[\s\S]*?\]\]>/g

/** False only if a page in the storage format surely loads nothing from elsewhere when somebody opens it. */
export const pageLoads = (storage: string): boolean => {
  const text = storage.replace(literal, '')
  if (htmlLoads(text, quiet)) return true
  return [...text.matchAll(macro)].some(([, attributes = '']) => {
    const [, name = ''] = /\bac:name="([^"]*)"/.exec(attributes) ?? []
    return !quietMacros.has(name)
  })
}

/** False only if a page surely mentions nobody, whom Confluence would write a mail: https://support.atlassian.com/confluence-cloud/docs/mention-a-person-or-team */
export const mentionsPeople = (storage: string): boolean =>
  /ri:(?:user|userkey|account-id)|ac:adf|data-account-id/i.test(storage)
