const shownNames = 3

/** Some of the names, and how many there are besides. */
export const namesText = (names: readonly string[]): string =>
  names.length > shownNames
    ? `${names.slice(0, shownNames).join(', ')} and ${names.length - shownNames} more`
    : names.join(', ')
