import { useNow } from '@meadow/ui'
import { api, useQuery } from '@meadow/web'
import styles from './counts.module.css'
import { t } from './counts-texts.ts'
import { describeLastCheck } from './describe-last-check.ts'
import { formatDay } from './format-day.ts'

type CountNoteProps = { postId: string; count: 'likes' | 'comments' | 'shares'; isOpen: boolean }

/** Says since when a number of a post is counted, and when it was last checked. Renders nothing until it knows, and if it cannot know. */
export function CountNote({ postId, count, isOpen }: CountNoteProps) {
  const now = useNow()
  const { data } = useQuery({
    queryKey: ['posts', 'counts', postId],
    queryFn: ({ signal }) => api('GET /posts/:id/counts', { params: { id: postId }, signal }),
    enabled: isOpen,
    staleTime: 0, // the next check may have come in between
  })
  const firstDay = data?.firstDays[count]
  return (
    <p className={styles['note']}>
      {data && (
        <>
          {firstDay && `${t('counts.first', { day: formatDay(firstDay) })} `}
          {t('counts.live')} {describeLastCheck(data.checkedAt, now)}
        </>
      )}
    </p>
  )
}
