/** Abbreviates a count: 999, 1K, 1.2K, 3.4M. Rounds down. */
export function abbreviateCount(count: number): string {
  if (count >= 1_000_000) return `${formatOneDecimal(count / 1_000_000)}M`
  return count >= 1_000 ? `${formatOneDecimal(count / 1_000)}K` : String(count)
}

const formatOneDecimal = (value: number) => String(Math.floor(value * 10) / 10)
