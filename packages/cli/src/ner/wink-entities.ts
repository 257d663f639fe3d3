import type { EntityExtractor, ExtractedEntity } from '@pinakes/graph'
import { codePointLength } from '@pinakes/manifest'
import type winkNlp from 'wink-nlp'
import type { Detail, ItemEntity, Model } from 'wink-nlp'

/** wink-nlp itself, its language model, and the versions of both. */
export interface Wink {
  readonly nlp: typeof winkNlp
  readonly model: Model
  /** As an index records it. */
  readonly name: string
}

/** A token of a text with its place, in code points. */
interface Token {
  readonly text: string
  readonly start: number
  /** Whether it goes on in the line of the one before, with no more than spaces between. */
  readonly follows: boolean
  /** The type of the entity that it makes or belongs to; null: none. */
  readonly type: string | null
}

/** Token types of wink that are names by themselves. */
const NAMES: ReadonlySet<string> = new Set(['email', 'hashtag', 'mention', 'url'])

const PROPER_NOUN = 'proper-noun'

/**
 * Finds the proper nouns of English texts, and addresses, hashtags and handles. wink's model has no names of people or
 * places as entities of their own; what it has is the part of speech of each token, and a run of proper nouns in one
 * line is a name. Numbers, dates and amounts are none: they would join everything of one month.
 */
export function winkEntities({ nlp: wink, model, name }: Wink): EntityExtractor {
  const nlp = wink(model, ['sbd', 'pos', 'ner'])
  const { its } = nlp
  const read = (text: string): Token[] => {
    const document = nlp.readDoc(text)
    const quantities = new Set<number>()
    document.entities().each((entity: ItemEntity) => {
      const [from = 0, to = -1] = entity.out(its.span) as unknown as [number, number]
      const { type } = entity.out(its.detail) as unknown as Detail
      if (!NAMES.has(type.toLowerCase())) for (let i = from; i <= to; i++) quantities.add(i)
    })
    const tokens: Token[] = []
    let at = 0
    document.tokens().each((token, i) => {
      const [spaces, own] = [token.out(its.precedingSpaces), token.out()]
      const start = at + codePointLength(spaces)
      at = start + codePointLength(own)
      const [kind, part] = [token.out(its.type), token.out(its.pos)]
      const type = NAMES.has(kind) ? kind : part === 'PROPN' && !quantities.has(i) ? PROPER_NOUN : null
      tokens.push({ text: own, start, follows: /^ *$/.test(spaces), type })
    })
    return tokens
  }
  return { model: name, extractEntities: (text) => namesIn(read(text)) }
}

/** Runs of proper nouns, and every other name by itself. */
function namesIn(tokens: readonly Token[]): ExtractedEntity[] {
  const names: ExtractedEntity[] = []
  for (const [i, { text, start, follows, type }] of tokens.entries()) {
    if (type === null) continue
    const end = start + codePointLength(text)
    const last = names.at(-1)
    const goesOn = type === PROPER_NOUN && tokens[i - 1]?.type === PROPER_NOUN && follows
    if (goesOn && last !== undefined) {
      const gap = ' '.repeat(start - last.end)
      names[names.length - 1] = { ...last, surface: `${last.surface}${gap}${text}`, end }
    } else names.push({ surface: text, type, start, end })
  }
  return names
}
