import { REPORT_CATEGORIES, REPORT_KINDS, REPORT_STATUSES } from '@meadow/contracts/report-limits'
import { Button, EmptyState, SelectField, Spinner } from '@meadow/ui'
import { api, useInfiniteQuery } from '@meadow/web'
import { useState } from 'react'
import { LoadError, MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { ReportCard } from './report-card.tsx'
import { t } from './texts.ts'

type Kind = (typeof REPORT_KINDS)[number]
type Category = (typeof REPORT_CATEGORIES)[number]
type Status = (typeof REPORT_STATUSES)[number]
/** `appealed`: an appeal waits for an answer, whatever the status. `hidden`: open, and nobody sees the content. */
type ReportFilter = {
  status: Status | 'appealed' | 'hidden'
  kind: Kind | ''
  category: Category | ''
  assigned: 'me' | 'nobody' | ''
}

/** Lists the reports of all members with a filter, newest first. */
export function ReportQueue() {
  const [filter, setFilter] = useState<ReportFilter>({ status: 'open', kind: '', category: '', assigned: '' })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useReports(filter)
  const reports = data?.pages.flatMap((page) => page.reports)
  const any = { value: '' as const, label: t('moderation.any') }
  return (
    <>
      <div className={styles['filters']}>
        <SelectField
          label={t('moderation.status')}
          value={filter.status}
          options={([...REPORT_STATUSES, 'hidden', 'appealed'] as const).map((value) => ({
            value,
            label: t(`moderation.${value}`),
          }))}
          onChange={(status) => setFilter({ ...filter, status })}
        />
        <SelectField
          label={t('moderation.kind')}
          value={filter.kind}
          options={[any, ...REPORT_KINDS.map((value) => ({ value, label: t(`moderation.${value}`) }))]}
          onChange={(kind) => setFilter({ ...filter, kind })}
        />
        <SelectField
          label={t('moderation.category')}
          value={filter.category}
          options={[any, ...REPORT_CATEGORIES.map((value) => ({ value, label: t(`moderation.${value}`) }))]}
          onChange={(category) => setFilter({ ...filter, category })}
        />
        <SelectField
          label={t('moderation.assigned')}
          value={filter.assigned}
          options={[any, ...(['me', 'nobody'] as const).map((value) => ({ value, label: t(`moderation.${value}`) }))]}
          onChange={(assigned) => setFilter({ ...filter, assigned })}
        />
      </div>
      {!reports && !error && <Spinner label={t('moderation.loading')} />}
      {!reports && error && <LoadError onRetry={() => void refetch()} />}
      {reports?.length === 0 && <EmptyState title={t('moderation.none')}>{t('moderation.noneText')}</EmptyState>}
      {reports?.map((report) => (
        <ReportCard key={report._id} report={report} />
      ))}
      {hasNextPage && (
        <Button variant="line" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('moderation.more')}
        </Button>
      )}
    </>
  )
}

function useReports({ status, kind, category, assigned }: ReportFilter) {
  return useInfiniteQuery({
    queryKey: [...MODERATION_KEY, 'reports', status, kind, category, assigned],
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /moderation/reports', {
        query: {
          ...toStatusQuery(status),
          cursor: cursor ?? undefined,
          ...(kind && { kind }),
          ...(category && { category }),
          ...(assigned && { assigned }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0, // others decide, too
  })
}

function toStatusQuery(status: ReportFilter['status']) {
  if (status === 'appealed') return { appeal: 'open' as const }
  return status === 'hidden' ? { hidden: 'yes' as const } : { status }
}
