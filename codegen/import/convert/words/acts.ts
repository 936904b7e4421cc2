/** Words that say of a person what they do; documents have them by GET, too. */
const acts = /^(?:un)?(?:like|follow|watch|block)$/i

/** Words that are a command, whomever it is for: `GET /logout`, `GET /flows/trigger/{id}` (directus/openapi), `GET /auth.revoke`. */
const commands =
  /^(?:(?:log|sign)[-_]?(?:out|off)|revoke|(?:un|re)?install|(?:un)?publish|trigger|reset|restart|reboot|start|stop|(?:re)?deploy|(?:de|re)?activate|enable|disable|terminate|kill|purge|wipe)$/i

const extension = /\.(?:json|xml|php|aspx?|html?|do)$/i

/** True for a path whose end does something: `/posts/{id}/like`. It is no read, whatever its method is. */
export const isAct = (path: string): boolean =>
  acts.test(
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '',
  )

/** True for a path whose last fixed part is a command. */
export const isCommand = (path: string): boolean => {
  const fixed = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return commands.test(fixed.at(-1)?.replace(extension, '').split('.').at(-1) ?? '')
}

/** True for a name or path about such things: `POST /users/{id}/block_list` adds to a list, and reads none. */
export const isAboutAct = (text: string): boolean =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[^a-z]+/i)
    .some((word) => acts.test(word))
