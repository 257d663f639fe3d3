export declare const KB: string
/** The knowledge base that the demo is linked with. */
export declare const PARTNER: string
export declare const TOUR: readonly (readonly string[])[]
export declare function typed(args: readonly string[]): string
