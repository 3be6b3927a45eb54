import { formatRelativeTime } from './format-relative-time.ts'
import { useNow } from './use-now.ts'

type TimeProps = { at: string | Date; now?: Date; className?: string | undefined }

/** Relative time that updates itself. The tooltip shows the exact local time. */
export function Time({ at, now, className }: TimeProps) {
  const clock = useNow()
  const date = new Date(at)
  const exact = date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <time className={className} dateTime={date.toISOString()} title={exact}>
      {formatRelativeTime(date, now ?? clock)}
    </time>
  )
}
