/** Words that say of a person what they do; documents have them by GET, too. */
const acts = /^(?:un)?(?:like|follow|watch|block)$/i

/** True for a path whose end does something: `/posts/{id}/like`. It is no read, whatever its method is. */
export const isAct = (path: string): boolean =>
  acts.test(
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '',
  )

/** True for a name or path about such things: `POST /users/{id}/block_list` adds to a list, and reads none. */
export const isAboutAct = (text: string): boolean =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[^a-z]+/i)
    .some((word) => acts.test(word))
