import type { SyncOptions } from '../contracts.js'

/** Tells the caller of each finished action. */
export class Progress {
  #done = 0

  constructor(
    private readonly total: number,
    private readonly tell: SyncOptions['onProgress'],
  ) {}

  step(path: string): void {
    this.#done++
    this.tell?.(this.#done, this.total, path)
  }
}
