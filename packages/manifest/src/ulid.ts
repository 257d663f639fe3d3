declare const brand: unique symbol

/** A ULID (`^[0-7][0-9A-HJKMNP-TV-Z]{25}$`): permanent, never normalised. */
export type Ulid<Kind extends string = string> = string & { readonly [brand]: Kind }
export type KbUlid = Ulid<'kb'>
export type DocUlid = Ulid<'document'>
