/** Canvases don't know variables and `light-dark()`: an element of the page resolves them, in the theme as it is now. */
export const resolveColors = <Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> => {
  const probe = document.body.appendChild(document.createElement('i'))
  const resolved = names.map((name) => {
    probe.style.color = `var(${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(resolved) as Record<Name, string>
}
