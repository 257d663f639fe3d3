/** A rule with the tests that hold it. */
export interface Rule<Section extends string> {
  readonly section: Section
  readonly rule: string
  /** Test file to the titles of tests in it, as the source spells them. */
  readonly tests: Readonly<Record<string, readonly string[]>>
}
