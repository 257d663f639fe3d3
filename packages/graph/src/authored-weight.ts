/** What a link that a person wrote weighs: twice what follows from where a document lies. */
export const AUTHORED_WEIGHT = 2
