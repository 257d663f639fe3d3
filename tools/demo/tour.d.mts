export declare const KB: string
export declare const TOUR: readonly (readonly string[])[]
export declare function typed(args: readonly string[]): string
