const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** Formats a number with at most three digits and a decimal prefix, such as `12 k` or `1.5 M`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'not possible'
  if (value < 1_000) return formatDigits(value)
  const power = Math.min(PREFIXES.length - 1, Math.floor(Math.log10(value) / 3))
  const scaled = value / 1_000 ** power
  if (Math.round(scaled) >= 1_000 && power < PREFIXES.length - 1) return `1 ${PREFIXES[power + 1]}`
  return `${formatDigits(scaled)} ${PREFIXES[power]}`
}

/** Formats bytes, such as `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const text = formatNumber(bytes)
  if (!Number.isFinite(bytes)) return text
  return /[kMGTPE]$/.test(text) ? `${text}B` : `${text} B`
}

function formatDigits(value: number): string {
  if (value === 0) return '0'
  if (value < 0.01) return '< 0.01'
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0
  return `${Number(value.toFixed(digits))}`
}
