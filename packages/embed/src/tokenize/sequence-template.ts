import type { TokenizerStep } from './tokenizer-json.js'

/** A part of what the model reads: fixed ids, or the ids of a text. */
export type TemplatePart =
  | { readonly ids: readonly number[]; readonly typeId: number }
  | { readonly text: 'A' | 'B'; readonly typeId: number }

/** How one text, or two, become the model's input. */
export interface SequenceTemplates {
  readonly single: readonly TemplatePart[]
  readonly pair: readonly TemplatePart[]
}

/** Without a post-processor the model reads the text's ids alone. */
const BARE: SequenceTemplates = {
  single: [{ text: 'A', typeId: 0 }],
  pair: [
    { text: 'A', typeId: 0 },
    { text: 'B', typeId: 1 },
  ],
}

/** The templates of a `post_processor`: `TemplateProcessing`, BERT's or RoBERTa's own, or a sequence that holds one. */
export function sequenceTemplates(step: TokenizerStep | null | undefined): SequenceTemplates {
  switch (step?.type) {
    case 'TemplateProcessing':
      return fromTemplate(step as unknown as TemplateStep)
    case 'BertProcessing':
      return bert(step as unknown as EndsStep)
    case 'RobertaProcessing':
      return roberta(step as unknown as EndsStep)
    case 'Sequence': {
      const steps = step.processors as readonly TokenizerStep[]
      return sequenceTemplates(steps.find(({ type }) => type !== 'ByteLevel'))
    }
    default:
      return BARE
  }
}

/** How many ids a template adds to those of the texts. */
export function addedLength(template: readonly TemplatePart[]): number {
  return template.reduce((sum, part) => sum + ('ids' in part ? part.ids.length : 0), 0)
}

interface TemplateStep {
  readonly single: readonly TemplateEntry[]
  readonly pair: readonly TemplateEntry[]
  readonly special_tokens: Readonly<Record<string, { readonly ids: readonly number[] }>>
}

type TemplateEntry =
  | { readonly SpecialToken: { readonly id: string; readonly type_id: number } }
  | { readonly Sequence: { readonly id: 'A' | 'B'; readonly type_id: number } }

function fromTemplate({ single, pair, special_tokens }: TemplateStep): SequenceTemplates {
  const part = (entry: TemplateEntry): TemplatePart =>
    'Sequence' in entry
      ? { text: entry.Sequence.id, typeId: entry.Sequence.type_id }
      : { ids: special_tokens[entry.SpecialToken.id]?.ids ?? [], typeId: entry.SpecialToken.type_id }
  return { single: single.map(part), pair: pair.map(part) }
}

/** `[token, id]` each. */
interface EndsStep {
  readonly cls: readonly [string, number]
  readonly sep: readonly [string, number]
}

function bert({ cls, sep }: EndsStep): SequenceTemplates {
  const single: TemplatePart[] = [
    { ids: [cls[1]], typeId: 0 },
    { text: 'A', typeId: 0 },
    { ids: [sep[1]], typeId: 0 },
  ]
  return { single, pair: [...single, { text: 'B', typeId: 1 }, { ids: [sep[1]], typeId: 1 }] }
}

function roberta({ cls, sep }: EndsStep): SequenceTemplates {
  const end: TemplatePart = { ids: [sep[1]], typeId: 0 }
  const single: TemplatePart[] = [{ ids: [cls[1]], typeId: 0 }, { text: 'A', typeId: 0 }, end]
  return { single, pair: [...single, end, { text: 'B', typeId: 0 }, end] }
}
