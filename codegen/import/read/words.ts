/** The words of a name, whatever its style: `issues/listForRepo`, `GetTasks`, `list_all-tasks`. */
export const splitName = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const toSingular = (word: string): string => {
  if (word.length < 4 || /(?:ss|us|is|news|series|status)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** What people do with things of an API. */
export const verbs: ReadonlySet<string> = new Set(
  `accept activate add allow analyze append apply approve archive assign associate attach authorize batch block bulk calculate
  cancel capture change check clear clone close commit compare complete compute configure confirm convert copy count create deactivate
  decline delete deny deploy describe detach disable disconnect discover dismiss download duplicate edit enable end enroll
  evaluate exchange execute exists export extract fetch find finish force generate get give grant hide import index init
  initiate insert install invalidate invite invoke is join kick kill leave link list load lock login logout lookup mark merge
  modify move mute open patch pause pin ping poll post preview process promote provision publish purge push put query read
  rebuild receive record redeem redeliver refresh refund register reject release reload remove rename render reorder replace
  report request rerequest rerun reset resend resize resolve restart restore resume retrieve retry revert review revoke rotate
  run save schedule search send set share show sign split star start stop submit subscribe suspend swap sync tag terminate
  test toggle track transfer trigger unarchive unassign unblock unfollow unlink unlock unmute unpin unpublish unstar
  unsubscribe unsuspend update upgrade upload upsert validate verify view void watch write analyse inspect prune reply logout`.split(
    /\s+/,
  ),
)

/** Words between two nouns of a name: `list issues for repo`. */
export const prepositions: ReadonlySet<string> = new Set(
  'for in by of to from with on at as via within without using per and all'.split(' '),
)

/** Whether a segment of a path names no resource: it is a version (`v2beta`, `2024-01`) or `api`. */
export const saysNothing = (segment: string): boolean =>
  segment === '' || /^(?:v\d[\w.]*|\d[\d.-]*|api|rest)$/i.test(segment)
