import { isModuleInstalled } from '@pinakes/manifest'

/** The successor first: it is maintained. */
export const TRANSFORMERS_MODULES = ['@huggingface/transformers', '@xenova/transformers'] as const

/** A tensor of transformers.js; `dispose` exists where its memory is not JavaScript's. */
export interface TransformersTensor {
  readonly type: string
  readonly data: unknown
  readonly dims: readonly number[]
  dispose?(): void
}

/** A loaded model: called with its inputs by name, it gives its outputs by name. */
export interface TransformersModel {
  (inputs: Record<string, TransformersTensor>): Promise<Record<string, TransformersTensor>>
  dispose(): Promise<unknown>
}

export interface TransformersLoader {
  from_pretrained(folder: string, options: Readonly<Record<string, unknown>>): Promise<TransformersModel>
}

/** The few names of transformers.js that are used, the same in both packages. */
export interface TransformersModule {
  readonly env: { readonly version: string; localModelPath: string }
  readonly AutoModel: TransformersLoader
  readonly AutoModelForSequenceClassification: TransformersLoader
  readonly Tensor: new (type: string, data: BigInt64Array, dims: readonly number[]) => TransformersTensor
}

/** The package of transformers.js that is installed, or null. Nothing is loaded. */
export function installedTransformers(): string | null {
  return TRANSFORMERS_MODULES.find((module) => isModuleInstalled(module, import.meta.url)) ?? null
}
