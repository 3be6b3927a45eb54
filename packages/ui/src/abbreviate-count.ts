/** Abbreviates a count: 999, 1K, 1.2K, 3.4M. Rounds down. */
export function abbreviateCount(count: number): string {
  if (count >= 1_000_000) return `${oneDecimal(count / 1_000_000)}M`
  return count >= 1_000 ? `${oneDecimal(count / 1_000)}K` : String(count)
}

const oneDecimal = (value: number) => String(Math.floor(value * 10) / 10)
