/** Letters that look like Latin ones, in Cyrillic and Greek. A name of these alone may pretend to be another. */
const LATIN_LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуьοανγ\d-]+$/

/** The scripts that the writing systems of one language use together, by UTS 39, beside the script that is alone. */
const SCRIPT_SETS = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]+$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}]+$/u,
  ...'Latin,Cyrillic,Greek,Arabic,Hebrew,Devanagari,Bengali,Tamil,Thai,Georgian,Armenian,Ethiopic,Khmer,Hangul'
    .split(',')
    .map((script) => new RegExp(`^\\p{Script=${script}}+$`, 'u')),
]

/**
 * Formats the address of a website: host and path. A name in another script is shown in Unicode, unless it mixes scripts or
 * all of its letters look like Latin ones.
 */
export function formatWebsite({ hostname, port, pathname }: URL): string {
  const host = hostname.split('.').map(toShownLabel).join('.')
  return `${host}${port && `:${port}`}${pathname.replace(/\/$/, '')}`
}

function toShownLabel(label: string): string {
  const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : undefined
  if (!decoded || LATIN_LOOKALIKES.test(decoded)) return label
  const letters = decoded.replace(/[\d-]|\p{M}|\p{Script=Common}/gu, '')
  return SCRIPT_SETS.some((scripts) => scripts.test(letters)) ? decoded : label
}

/** Decodes a label without its prefix `xn--` (RFC 3492). Returns undefined if it is invalid. */
function decodePunycode(encoded: string): string | undefined {
  const basicEnd = encoded.lastIndexOf('-')
  const output = Array.from(encoded.slice(0, Math.max(0, basicEnd)), (character) => character.codePointAt(0) ?? 0)
  let [codePoint, index, bias] = [128, 0, 72]
  for (let at = basicEnd + 1; at < encoded.length; ) {
    const start = index
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(encoded[at++] ?? ' ')
      if (digit < 0) return undefined
      index += digit * weight
      const threshold = Math.min(26, Math.max(1, k - bias))
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const length = output.length + 1
    bias = adaptBias(index - start, length, start === 0)
    codePoint += Math.floor(index / length)
    index %= length
    if (codePoint > 0x10ffff) return undefined
    output.splice(index++, 0, codePoint)
  }
  return String.fromCodePoint(...output)
}

function adaptBias(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? 700 : 2))
  delta += Math.floor(delta / length)
  let k = 0
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
  return k + Math.floor((36 * delta) / (delta + 38))
}
