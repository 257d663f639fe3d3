/** Hubs with their members, as they are found. */
export class HubTable {
  readonly #members = new Map<string, number[]>()

  /** Hangs members on the hub `key`; nobody hangs on a hub twice. */
  add(key: string, members: readonly number[]): void {
    const known = this.#members.get(key)
    if (known === undefined) this.#members.set(key, [...members])
    else known.push(...members)
  }

  /** The hubs with at least two members, numbered by their place, and hub, member, … */
  minted(): { readonly keys: readonly string[]; readonly spokes: readonly number[] } {
    const keys: string[] = []
    const spokes: number[] = []
    for (const [key, members] of this.#members) {
      if (members.length < 2) continue
      for (const member of members) spokes.push(keys.length, member)
      keys.push(key)
    }
    return { keys, spokes }
  }
}
