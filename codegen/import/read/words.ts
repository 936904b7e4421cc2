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

/** The verbs of an API's operations. */
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
  unsubscribe unsuspend update upgrade upload upsert validate verify view void watch write analyse inspect prune reply logout
  bind unbind destroy finalize finalise harvest ignore instantiate map unmap migrate optimise optimize reactivate regenerate relink
  stage trash untrash unfurl vote favourite unfavourite favorite unfavorite fave unfave compact initialize initialise rebuild rotate
  switch unset whitelist blacklist mint settle wipe resync reindex place do store prepare sanitise sanitize redact reenable override
  manage handle take transact wait restrict bookmark unbookmark reblog unreblog call build launch notify parse flush estimate elevate
  connect reconnect hide unhide follow email obliterate pull pay encode decode encrypt decrypt transcribe translate simulate classify fulfil fulfill reschedule inject
  scrape crawl summarize summarise uninstall reinstall redeploy reboot shut unregister deregister undelete
  unmark`.split(/\s+/),
)

/** Verbs that are nouns at least as often: a name that has one in its middle may be about it. */
export const nounsToo: ReadonlySet<string> = new Set(
  `allow archive batch block bookmark build bulk call change charge check clone commit compact complete copy count discover display download edit email estimate exchange exists export favorite favourite grant harvest import
  index invite is kick leave link list load lock lookup map mark match merge move mute override patch pause pin ping poll post preview process prune pull
  purge push query read record refund release reply report request reset restore resume review run schedule search set share show sign split
  stage star start stop store submit switch sync tag test toggle transfer trash trigger upload view void vote wait watch write`.split(
    /\s+/,
  ),
)

/** Nouns for what a read does. */
export const readNouns: ReadonlySet<string> = new Set(
  'check count display download export list match ping poll preview query read search show test view watch'.split(' '),
)

/** Words between two nouns of a name: `list issues for repo`. */
export const prepositions: ReadonlySet<string> = new Set(
  'for in by of to from with on at as via within without using per and all'.split(' '),
)

/** True if a word is a version: `v2`, `v1beta1`. */
export const isVersion = (word: string): boolean => /^v\d+(?:(?:alpha|beta)\d*)?$/.test(word)

/** True if a segment of a path names no resource: it is a version (`v2beta`, `2024-01`) or `api`. */
export const saysNothing = (segment: string): boolean =>
  segment === '' || /^(?:v\d[\w.]*|\d[\d.-]*|api|rest)$/i.test(segment)
