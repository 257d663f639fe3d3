import { afterEach } from 'vitest'
import type { Kb, OpenKbOptions, SearchResult } from '../../src/contracts.js'
import { openKb } from '../../src/open-kb.js'
import { bagEmbedder } from './bag-embedder.js'
import { type TestDocument, type TestKb, type TestKbOptions, testKb } from './test-kb.js'

/** Makers of knowledge bases that are closed and removed after each test. */
export function useKbs() {
  const views: Kb[] = []
  const kbs: TestKb[] = []
  afterEach(async () => {
    for (const view of views.splice(0)) await view.close()
    for (const kb of kbs.splice(0)) kb.remove()
  })
  return {
    async make(
      documents: Record<string, TestDocument | string>,
      options: TestKbOptions = {},
    ): Promise<TestKb> {
      const kb = await testKb(documents, options)
      kbs.push(kb)
      return kb
    },
    async open(kb: TestKb, options: OpenKbOptions = { embedder: bagEmbedder() }): Promise<Kb> {
      const view = await openKb(kb.root, options)
      views.push(view)
      return view
    },
  }
}

/** The paths of the passages, in rank order. */
export function pathsOf({ passages }: SearchResult): string[] {
  return passages.map(({ path }) => path)
}

/** What the answer says of one channel. */
export function channelOf({ channels }: SearchResult, name: string) {
  return channels.find(({ channel }) => channel === name)
}
