type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** `values` without those that were left out. */
export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}
