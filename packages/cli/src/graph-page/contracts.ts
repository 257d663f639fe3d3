/** A node of the page, where it is drawn. Properties that say nothing are left out. */
export interface PageNode {
  readonly kind: 'document' | 'foreign' | 'missing' | 'tag'
  readonly label: string
  readonly x: number
  readonly y: number
  readonly docId?: string
  readonly path?: string
  /** Place in {@link PageData.groups}. */
  readonly group?: number
  readonly type?: string
  readonly chunks?: number
  /** Places in {@link PageData.tags}. */
  readonly tags?: readonly number[]
  /** Of a document of another KB: that KB's name or id. */
  readonly kb?: string
  /** Of a tag: its place in {@link PageData.tags}. */
  readonly tag?: number
}

/** What the page's script draws. */
export interface PageData {
  readonly name: string
  readonly nodes: readonly PageNode[]
  /** Directories, as far as they tell documents apart. */
  readonly groups: readonly string[]
  /** Every tag with the number of its documents. */
  readonly tags: readonly (readonly [tag: string, documents: number])[]
  readonly rels: readonly string[]
  /** Source, target, place of the relation, 1 between two KBs or 0: four numbers a link. */
  readonly links: readonly number[]
  /** Document, tag: two numbers a tagging; tags of a single document have none. */
  readonly taggings: readonly number[]
}
