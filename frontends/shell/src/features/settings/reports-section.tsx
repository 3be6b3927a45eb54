import { PAGE_SIZE } from '@meadow/contracts/limits'
import { REPORT_DECISIONS, REPORT_KINDS, REPORT_STATUSES } from '@meadow/contracts/report-limits'
import { queryKeys } from '@meadow/features'
import { Button, joinClassNames, Time } from '@meadow/ui'
import { type ApiResponse, api, useInfiniteQuery, useSocketEvent } from '@meadow/web'
import { DecisionList } from './decision-list.tsx'
import { SectionLoadError, SectionSkeleton } from './section-status.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'

type OwnReport = ApiResponse<'GET /reports'>['reports'][number]

/** Section with what moderators decided about the member, and the member's own reports with their outcomes. */
export function ReportsSection() {
  return (
    <>
      <section aria-labelledby="own-reports">
        <div className={styles['subheading']}>
          <h2 id="own-reports">{t('settings.ownReports')}</h2>
        </div>
        <OwnReports />
      </section>
      <section aria-labelledby="decisions-about-member">
        <div className={styles['subheading']}>
          <h2 id="decisions-about-member">{t('settings.decisions')}</h2>
          <p>{t('settings.decisionsText')}</p>
        </div>
        <DecisionList />
      </section>
    </>
  )
}

/** Lists the reports of the member and their outcomes, newest first. */
function OwnReports() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOwnReports()
  useSocketEvent('notification', ({ reportId }) => void (reportId && refetch()))
  if (!data) return error ? <SectionLoadError onRetry={() => void refetch()} /> : <SectionSkeleton />
  const reports = data.pages.flatMap((page) => page.reports)
  if (reports.length === 0) return <p className={styles['footer']}>{t('settings.noReports')}</p>
  return (
    <>
      <ul>
        {reports.map((report) => (
          <ReportRow key={report._id} report={report} />
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

function useOwnReports() {
  return useInfiniteQuery({
    queryKey: queryKeys.ownReports,
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /reports', { query: { limit: PAGE_SIZE.reports, cursor: cursor ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0, // moderators decide while the page is open
  })
}

function ReportRow({ report }: { report: OwnReport }) {
  const kind = REPORT_KINDS.find((known) => known === report.kind) ?? 'member'
  return (
    <li className={joinClassNames(styles['setting'], styles['member'])}>
      <div className={styles['labels']}>
        <h3>{t(`settings.reported_${kind}`)}</h3>
        {report.text && <p className="member-text">{report.text}</p>}
        <p>
          {toOutcome(report)} <Time at={report.decidedAt ?? report.createdAt} />
        </p>
        {report.rule && <p>{t('settings.reportRule', { rule: report.rule })}</p>}
      </div>
    </li>
  )
}

/** Returns the outcome as a sentence. Moderators of a newer version may know more decisions. */
function toOutcome({ status, decision }: OwnReport): string {
  if (status === 'dismissed' && decision !== 'dismiss') return t('settings.outcome_reversed')
  const known = REPORT_DECISIONS.find((one) => one === decision)
  if (known) return t(`settings.outcome_${known}`)
  const state = REPORT_STATUSES.find((one) => one === status)
  return t(
    state === 'open'
      ? 'settings.outcome_open'
      : state === 'refused'
        ? 'settings.outcome_refused'
        : 'settings.outcome_other',
  )
}
