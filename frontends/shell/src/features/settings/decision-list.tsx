import type { DecisionView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { APPEAL_DAYS, APPEAL_STATES, APPEALABLE_DECISIONS, MAX_APPEAL_LENGTH } from '@meadow/contracts/report-limits'
import { countStoredCharacters } from '@meadow/contracts/visible-text'
import { getErrorDescription } from '@meadow/features'
import { Alert, Button, TextArea, Time } from '@meadow/ui'
import { api, useInfiniteQuery, useMutation, useQueryClient, useSocketEvent, useToast } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { SectionLoadError, SectionSkeleton } from './section-status.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'

const DECISIONS_KEY = ['reports', 'decisions'] as const

/** Lists what moderators decided about the member, newest first, each with its appeal or the form for one. */
export function DecisionList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: DECISIONS_KEY,
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /moderation/decisions', { query: { limit: PAGE_SIZE.reports, cursor: cursor ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0, // moderators decide while the page is open
  })
  useSocketEvent('notification', ({ reportId }) => void (reportId && refetch()))
  if (!data) return error ? <SectionLoadError onRetry={() => void refetch()} /> : <SectionSkeleton />
  const decisions = data.pages.flatMap((page) => page.decisions)
  if (decisions.length === 0) return <p className={styles['footer']}>{t('settings.noDecisions')}</p>
  return (
    <>
      <ul>
        {decisions.map((decision) => (
          <DecisionRow key={decision._id} decision={decision} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles['footer']}>
          <Button variant="line" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('settings.moreReports')}
          </Button>
        </div>
      )}
    </>
  )
}

function DecisionRow({ decision }: { decision: DecisionView }) {
  const { _id, text, rule, decidedAt, appeal, canAppeal } = decision
  const kind = APPEALABLE_DECISIONS.find((known) => known === decision.decision)
  return (
    <li className={styles['setting']}>
      <div className={styles['labels']}>
        <h3>{t(kind ? `settings.decision_${kind}` : 'settings.decision_other')}</h3>
        {text && <p className="member-text">{text}</p>}
        <p>
          <Time at={decidedAt} />
        </p>
        {rule && <p>{t('settings.reportRule', { rule })}</p>}
        {appeal && <AppealState appeal={appeal} />}
        {canAppeal && <AppealForm reportId={_id} />}
      </div>
    </li>
  )
}

function AppealState({ appeal: { text, state, answeredAt, at } }: { appeal: NonNullable<DecisionView['appeal']> }) {
  const known = APPEAL_STATES.find((one) => one === state) ?? 'open'
  return (
    <>
      <p>
        {t(`settings.appeal_${known}`)} <Time at={answeredAt ?? at} />
      </p>
      {text && <p className="member-text">{t('settings.appealWords', { text })}</p>}
    </>
  )
}

/** Asks for the words of an appeal, once the member wants one. */
function AppealForm({ reportId }: { reportId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const cache = useQueryClient()
  const toast = useToast()
  const send = useMutation({
    mutationFn: () =>
      api('POST /moderation/reports/:id/appeal', { params: { id: reportId }, body: { text: text.trim() } }),
    onSuccess: () => toast({ tone: 'success', title: t('settings.appealed') }),
    onSettled: () => cache.invalidateQueries({ queryKey: DECISIONS_KEY }),
  })
  if (!isOpen) {
    return (
      <div>
        <Button variant="line" size="s" onClick={() => setIsOpen(true)}>
          {t('settings.appeal')}
        </Button>
      </div>
    )
  }
  const isTooLong = countStoredCharacters(text) > MAX_APPEAL_LENGTH
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form className={styles['appeal']} onSubmit={submit}>
      <TextArea
        label={t('settings.appealText')}
        hint={t('settings.appealHint', { count: APPEAL_DAYS })}
        value={text}
        onChange={setText}
        counter={{ max: MAX_APPEAL_LENGTH, from: 800 }}
        data-autofocus
      />
      {send.error && <Alert>{`${t('settings.appealFailed')}. ${getErrorDescription(send.error)}`}</Alert>}
      <div>
        <Button type="submit" size="s" busy={send.isPending} disabled={text.trim() === '' || isTooLong}>
          {t('settings.appealSend')}
        </Button>
      </div>
    </form>
  )
}
