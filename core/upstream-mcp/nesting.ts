/** The deepest nesting of a message. Schemas of tools need some twenty levels, answers fewer. */
const deepest = 200

/** True if lists and objects of a JSON text are nested more deeply than anything that walks them should go. */
export const isTooDeep = (json: string): boolean => {
  let depth = 0
  let isText = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (isText) {
      if (code === 92) index++
      else if (code === 34) isText = false
    } else if (code === 34) isText = true
    else if (code === 91 || code === 123) {
      if (++depth > deepest) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}
