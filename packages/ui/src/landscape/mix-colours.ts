/** Mixes two `#rrggbb` colours; `share` is 0 for the first and 1 for the second. */
export function mixColours(from: string, to: string, share: number): string {
  const target = toChannels(to)
  const mixed = toChannels(from).map((value, i) => Math.round(value + ((target[i] ?? value) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const toChannels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
