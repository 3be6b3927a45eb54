/** A number that always belongs to this text (FNV-1a): the hue of a name, the landscape of a member. */
export function hashString(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0 // its low bits alone tell texts that are alike badly apart
}
