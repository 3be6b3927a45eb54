/** Formats a length in milliseconds as minutes and seconds, such as `1:05`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
