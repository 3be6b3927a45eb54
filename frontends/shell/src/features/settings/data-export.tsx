import { Alert, Button, Progress, Skeleton } from '@meadow/ui'
import {
  ApiError,
  type ApiResponse,
  api,
  useConnectivity,
  useMutation,
  useQuery,
  useQueryClient,
  useToast,
} from '@meadow/web'
import { SectionLoadError } from './section-status.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'

type LatestExport = ApiResponse<'GET /auth/export'>
type MemberExport = NonNullable<LatestExport['export']>

const QUERY_KEY = ['export']
/** The interval at which a page asks for an export that is being made. */
const POLL_INTERVAL_MS = 2_000

const isRunning = (found: MemberExport | null | undefined): boolean =>
  found?.status === 'collecting' || found?.status === 'packing'

/** Part of 'My data' in which members ask for a copy of all that Meadow has about them, and download it. */
export function DataExport() {
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api('GET /auth/export', { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data?.export) ? POLL_INTERVAL_MS : false),
  })
  return (
    <section className={styles['form']} aria-labelledby="data-export" aria-busy={!data && !error}>
      <div className={styles['labels']}>
        <h2 id="data-export">{t('settings.export')}</h2>
        <p>{data?.isOffered === false ? t('settings.exportOff') : t('settings.exportText')}</p>
      </div>
      {data?.isOffered && <ExportState latest={data.export} />}
      {!data && (error ? <SectionLoadError onRetry={() => void refetch()} /> : <Skeleton width="50%" />)}
    </section>
  )
}

function ExportState({ latest }: { latest: MemberExport | null }) {
  if (!latest) return <RequestButton label={t('settings.exportRequest')} />
  if (latest.status === 'failed')
    return (
      <>
        <Alert>{t('settings.exportFailed')}</Alert>
        <RequestButton label={t('app.retry')} />
      </>
    )
  if (latest.status !== 'ready') return <RunningExport {...latest} />
  return <ReadyExport {...latest} />
}

function RunningExport({ status, parts, totalParts }: MemberExport) {
  const text =
    status === 'packing' ? t('settings.exportPacking') : t('settings.exportCollecting', { parts, total: totalParts })
  return (
    <div className={styles['labels']} role="status">
      <Progress label={t('settings.export')} value={parts / (totalParts + 1)} />
      <p>{text}</p>
      <p>{t('settings.exportLeave')}</p>
    </div>
  )
}

function ReadyExport({ bytes, expiresAt, nextAt }: MemberExport) {
  const toast = useToast()
  const isOnline = useConnectivity() === 'online'
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => api('POST /auth/export/link'),
    onSuccess: ({ url }) => openDownload(url),
    onError: (error) => toast({ tone: 'error', title: toMessage(error, t('settings.exportDownloadFailed')) }),
  })
  const canRequest = nextAt === null || new Date(nextAt) <= new Date()
  return (
    <>
      <p>{t('settings.exportReady', { size: formatBytes(bytes ?? 0), date: formatTime(expiresAt ?? '') })}</p>
      <div className={styles['answers']}>
        <Button busy={isPending} disabled={!isOnline} onClick={() => download()}>
          {t('settings.exportDownload')}
        </Button>
        {canRequest && <RequestButton label={t('settings.exportAgain')} />}
      </div>
      {!canRequest && <p className={styles['counts']}>{t('settings.exportNext', { date: formatTime(nextAt) })}</p>}
    </>
  )
}

function RequestButton({ label }: { label: string }) {
  const cache = useQueryClient()
  const toast = useToast()
  const isOnline = useConnectivity() === 'online'
  const { mutate: request, isPending } = useMutation({
    mutationFn: () => api('POST /auth/export'),
    onSuccess: (created) => cache.setQueryData<LatestExport>(QUERY_KEY, { isOffered: true, ...created }),
    onError: (error) => toast({ tone: 'error', title: toMessage(error, t('settings.exportRequestFailed')) }),
  })
  return (
    <>
      {!isOnline && <Alert tone="info">{t('settings.onlineOnly')}</Alert>}
      <div>
        <Button variant="line" busy={isPending} disabled={!isOnline} onClick={() => request()}>
          {label}
        </Button>
      </div>
    </>
  )
}

/** Lets the browser store the file at an address of this product. */
function openDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

const toMessage = (error: unknown, fallback: string): string => (error instanceof ApiError ? error.message : fallback)

const formatTime = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const formatBytes = (bytes: number): string => {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return value.toLocaleString(undefined, { style: 'unit', unit, maximumFractionDigits: 1 })
}
