import { useDraftText } from '@meadow/features'
import { Alert, Button, Card, Skeleton } from '@meadow/ui'
import { type ApiResponse, api, Link, useDocumentTitle, useQuery, useSearchParams, useSession } from '@meadow/web'
import { lazy, Suspense, useState } from 'react'
import { AppLayout } from '../../app-layout/app-layout.tsx'
import { DEFAULT_NOTICES, toNoticeDraftName } from './default-notices.ts'
import styles from './legal.module.css'
import { t } from './texts.ts'

type Notice = keyof typeof DEFAULT_NOTICES
type LegalVersion = NonNullable<ApiResponse<'GET /auth/legal/:notice'>['current']>

/** The `version` in the address of the text that Meadow brings. */
const DEFAULT_VERSION = 'default'

const loadNoticeForm = () => import('./notice-form.tsx')
const Markdown = lazy(async () => ({ default: (await loadNoticeForm()).Markdown }))
const NoticeForm = lazy(async () => ({ default: (await loadNoticeForm()).NoticeForm }))

/** Terms and privacy notice. Both pages are public. */
export const TermsPage = () => <LegalPage notice="terms" title={t('legal.terms')} />
export const PrivacyPage = () => <LegalPage notice="privacy" title={t('legal.privacy')} />

function LegalPage({ notice, title }: { notice: Notice; title: string }) {
  useDocumentTitle(title)
  const [search] = useSearchParams()
  const version = search.get('version') ?? undefined
  const isDefault = version === DEFAULT_VERSION
  const { data, error, refetch } = useQuery({
    queryKey: ['legal', notice, version],
    queryFn: ({ signal }) => api('GET /auth/legal/:notice', { params: { notice }, query: { version }, signal }),
    enabled: !isDefault,
    staleTime: 0,
  })
  const current = isDefault ? null : data?.current
  return (
    <AppLayout>
      <main className={styles['page']}>
        <Card as="article">
          <div className={styles['text']}>
            <h1>{title}</h1>
            {current !== undefined && (
              <LegalText key={notice} notice={notice} current={current} isEarlier={version !== undefined} />
            )}
            {current === undefined && !error && <NoticeSkeleton />}
            {current === undefined && error && (
              <>
                <Alert>{t('legal.failed')}</Alert>
                <div className={styles['buttons']}>
                  <Button variant="soft" onClick={() => void refetch()}>
                    {t('app.retry')}
                  </Button>
                </div>
              </>
            )}
          </div>
        </Card>
      </main>
    </AppLayout>
  )
}

const NoticeSkeleton = () => (
  <div className={styles['notice']}>
    {['30%', '100%', '90%', '60%'].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

type LegalTextProps = { notice: Notice; current: LegalVersion | null; isEarlier: boolean }

function LegalText({ notice, current, isEarlier }: LegalTextProps) {
  const isAdmin = useSession().user?.role === 'admin'
  const [isEditing, setIsEditing] = useState(false)
  const [draft] = useDraftText(toNoticeDraftName(notice))
  const { changed, text: defaultText } = DEFAULT_NOTICES[notice]
  const text = current?.text ?? defaultText
  const date = formatDate(current?.changedAt ?? changed)
  if (isEditing && !isEarlier)
    return (
      <Suspense fallback={<NoticeSkeleton />}>
        <NoticeForm
          notice={notice}
          publishedText={text}
          publishedId={current?._id ?? null}
          onClose={() => setIsEditing(false)}
        />
      </Suspense>
    )
  return (
    <>
      <p className={styles['changed']}>
        {isEarlier ? t('legal.earlier', { date }) : t('legal.updated', { date })}{' '}
        {isEarlier && <Link to={`/${notice}`}>{t('legal.showCurrent')}</Link>}
      </p>
      <Suspense fallback={<NoticeSkeleton />}>
        <div className={styles['notice']}>
          <Markdown text={text} />
        </div>
        {(current || isEarlier) && <VersionList notice={notice} shown={current?._id ?? DEFAULT_VERSION} />}
        {isAdmin && !isEarlier && (
          <div className={styles['buttons']}>
            <Button variant="line" onClick={() => setIsEditing(true)}>
              {draft ? t('legal.continue') : t('legal.edit')}
            </Button>
          </div>
        )}
      </Suspense>
    </>
  )
}

/** Lists the other versions of a notice by their day. The oldest one is the text that Meadow brings. */
function VersionList({ notice, shown }: { notice: Notice; shown: string }) {
  const { data } = useQuery({
    queryKey: ['legal', notice, 'versions', shown],
    queryFn: ({ signal }) => api('GET /auth/legal/:notice/versions', { params: { notice }, signal }),
  })
  if (!data || data.versions.length === 0) return null
  const versions = [...data.versions, { _id: DEFAULT_VERSION, changedAt: DEFAULT_NOTICES[notice].changed }]
  return (
    <details className={styles['versions']}>
      <summary>{t('legal.versions')}</summary>
      <ul>
        {versions
          .filter(({ _id }) => _id !== shown)
          .map(({ _id, changedAt }) => (
            <li key={_id}>
              <Link to={_id === data.versions[0]?._id ? `/${notice}` : `/${notice}?version=${_id}`}>
                {formatTime(changedAt)}
              </Link>
            </li>
          ))}
      </ul>
    </details>
  )
}

const formatDate = (time: string): string => new Date(time).toLocaleDateString(undefined, { dateStyle: 'long' })
/** Formats a time with its minute, which tells two versions of a day apart. */
const formatTime = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
