/** So many changes at least are answered at once, and all of the last `rev` among them. */
export const CHANGES = 100
