/** An exact decimal as canonical text (`0.3`, `30`): never a binary float. */
export type Decimal = string & { readonly decimal: true }
