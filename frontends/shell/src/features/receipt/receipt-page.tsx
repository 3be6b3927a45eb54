import { Alert, Button } from '@meadow/ui'
import { ApiError, type ApiResponse, api, useDocumentTitle, useParams, useQuery } from '@meadow/web'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import styles from './receipt.module.css'
import { t } from './texts.ts'

type Receipt = ApiResponse<'GET /auth/receipts/:id'>['receipt']

const SERVICE_NAMES: Record<string, string> = {
  auth: t('receipt.auth'),
  social: t('receipt.social'),
  posts: t('receipt.posts'),
  notify: t('receipt.notify'),
  chat: t('receipt.chat'),
}

const COUNT_NAMES: Record<string, string> = {
  posts: t('receipt.countPosts'),
  comments: t('receipt.countComments'),
  likes: t('receipt.countLikes'),
  pictures: t('receipt.countPictures'),
  follows: t('receipt.countFollows'),
  followers: t('receipt.countFollowers'),
  blocks: t('receipt.countBlocks'),
  blockers: t('receipt.countBlockers'),
  mutes: t('receipt.countMutes'),
  muters: t('receipt.countMuters'),
  privacyExceptions: t('receipt.countPrivacyExceptions'),
  privacyExceptionsByOthers: t('receipt.countPrivacyExceptionsByOthers'),
  reports: t('receipt.countReports'),
  evidence: t('receipt.countEvidence'),
  profiles: t('receipt.countProfiles'),
  messages: t('receipt.countMessages'),
  groups: t('receipt.countGroups'),
  reactions: t('receipt.countReactions'),
  readMarks: t('receipt.countReadMarks'),
  ownNotifications: t('receipt.countOwnNotifications'),
  notificationsOfOthers: t('receipt.countNotificationsOfOthers'),
  pushSubscriptions: t('receipt.countPushSubscriptions'),
  settings: t('receipt.countSettings'),
}

/** Page behind the link of the mail about an erased account: which part of Meadow removed what, and when. */
export function ReceiptPage() {
  useDocumentTitle(t('receipt.page'))
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => api('GET /auth/receipts/:id', { params: { id }, signal }),
  })
  if (!data) return <MissingReceipt error={error} onRetry={() => void refetch()} />
  const { receipt } = data
  return (
    <AuthLayout
      slogan={t('receipt.slogan')}
      title={t('receipt.title')}
      intro={t('receipt.intro', { date: formatTime(receipt.erasedAt) })}
    >
      <Alert tone={receipt.isComplete ? 'success' : 'info'}>
        {receipt.isComplete ? t('receipt.complete') : t('receipt.incomplete')}
      </Alert>
      <ul className={styles['parts']}>
        {receipt.parts.map((part) => (
          <ErasedPart key={part.service} part={part} />
        ))}
      </ul>
      <Button variant="line" wide onClick={() => download(receipt)}>
        {t('receipt.download')}
      </Button>
    </AuthLayout>
  )
}

function MissingReceipt({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <AuthLayout slogan={t('receipt.slogan')} title={t('receipt.title')}>
      {!error && <p role="status">{t('receipt.loading')}</p>}
      {error && <Alert>{isUnknown ? t('receipt.missing') : t('receipt.failed')}</Alert>}
      {error && !isUnknown && (
        <Button variant="line" onClick={onRetry}>
          {t('receipt.retry')}
        </Button>
      )}
    </AuthLayout>
  )
}

function ErasedPart({ part: { service, erasedAt, counts } }: { part: Receipt['parts'][number] }) {
  const removed = Object.entries(counts)
  return (
    <li className={styles['part']}>
      <h2>{SERVICE_NAMES[service] ?? service}</h2>
      <p>{erasedAt ? formatTime(erasedAt) : t('receipt.pending')}</p>
      {erasedAt && removed.length === 0 && <p>{t('receipt.nothing')}</p>}
      {removed.length > 0 && (
        <dl className={styles['counts']}>
          {removed.map(([name, count]) => (
            <div key={name}>
              <dt>{COUNT_NAMES[name] ?? name}</dt>
              <dd>{count.toLocaleString()}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const formatTime = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })

/** Saves the receipt as a JSON file. */
function download(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `meadow-receipt-${receipt.erasedAt.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(url)
}
