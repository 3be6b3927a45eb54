/** Hashes a text to an unsigned 32-bit number (FNV-1a), for the colour or cover of a member. Not cryptographic. */
export function hashString(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0 // mixes the high bits in: FNV's low bits collide for similar texts
}
