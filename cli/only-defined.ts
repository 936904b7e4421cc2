type Defined<T> = { [N in keyof T]?: Exclude<T[N], undefined> }

/** The members that have a value: options that were left out are not sent. */
export const onlyDefined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>
