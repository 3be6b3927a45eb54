import { type MediaStore, type PictureEncoder, putPictureFiles } from '@meadow/media'
import type { BackgroundTask, Logger, Metrics } from '@meadow/service'
import { createHourlyCleanup, createPollingTask } from '@meadow/storage'
import type { LinkPreview, LinkPreviewPage, NamePreviewFile } from '../link-preview.ts'
import type { LinkPreviewCache } from '../link-preview-cache.ts'
import { LinkPreviewError, type LinkPreviewErrorCode } from '../link-preview-error.ts'
import { encodePreviewPicture } from './encode-picture.ts'
import type { PreviewFetcher } from './preview-fetcher.ts'

/** A text with a link that waits for its preview: a post or a message. `url` is undefined if it no longer has a link. */
export type LinkPreviewJob = { id: string; url: string | undefined }

/** The texts of a service that wait for a preview. */
export type LinkPreviewQueue = {
  /** Takes texts that are due at `at`. They are due again at `retryAt`, unless they are finished before. */
  take(at: Date, options: { limit: number; retryAt: Date }): Promise<LinkPreviewJob[]>
  /**
   * Shows a preview with the text, and takes the text from the queue. With null it shows none. If its first link is no longer that
   * of the job, it stays in the queue.
   */
  finish(job: LinkPreviewJob, preview: LinkPreview | null, at: Date): Promise<void>
}

export type LinkPreviewWorkerDeps = {
  queue: LinkPreviewQueue
  cache: LinkPreviewCache
  /** @default previews are off: waiting texts get none */
  fetcher?: PreviewFetcher | undefined
  /** The origin of this installation, of whose addresses no preview is made: clients show our posts themselves. */
  ownOrigin?: string | undefined
  encoder: Pick<PictureEncoder, 'encode'>
  files: MediaStore
  /** Returns the path of a file of a picture in the media store. */
  toPath: NamePreviewFile
  newId: (at: Date) => string
  newRandomName: () => string
  now: () => Date
  log: Logger
}

/** Texts that one process works at. A page and its picture take 3 s each at most. */
const MAX_CONCURRENCY = 4
const RETRY_AFTER_MS = 60_000
const POLL_INTERVAL_MS = 1_000
/** Less than the gateway waits for a response. */
const FINDER_TIMEOUT_MS = 3_000
const CACHED_MS = 24 * 3_600_000
const CACHED_WITHOUT_PREVIEW_MS = 3_600_000

type LinkPreviewResult = LinkPreviewErrorCode | 'found' | 'cached'
type Counter = ReturnType<Metrics['counter']>

/** Creates the background tasks that add previews to texts with links, and delete those that nothing shows. */
export const createLinkPreviewTasks = (deps: LinkPreviewWorkerDeps): BackgroundTask[] => [
  createLinkPreviewWorker(deps),
  createHourlyCleanup({
    name: 'link preview cleanup',
    log: deps.log,
    deleteBatch: async () => (await deps.cache.deleteUnused(deps.now())) > 0,
  }),
]

/** Creates the background task that adds previews to texts with links. A failure of an engine is logged; the text is tried again a minute later. */
export function createLinkPreviewWorker(deps: LinkPreviewWorkerDeps): BackgroundTask {
  const { queue, log, now } = deps
  let counter: Counter | undefined
  const count = (result: LinkPreviewResult) => counter?.inc({ result })

  async function handle(job: LinkPreviewJob, signal: AbortSignal): Promise<void> {
    await queue.finish(job, await findPreview(deps, job, { count, signal }), now())
  }

  return {
    ...createPollingTask({
      name: 'link preview worker',
      intervalMs: POLL_INTERVAL_MS,
      async run(signal) {
        for (let mayHaveMore = true; mayHaveMore && !signal.aborted; ) {
          const at = now()
          const retryAt = new Date(at.getTime() + RETRY_AFTER_MS)
          const jobs = await queue.take(at, { limit: MAX_CONCURRENCY, retryAt })
          const results = await Promise.allSettled(jobs.map((job) => handle(job, signal)))
          const failed = results.find(({ status }) => status === 'rejected')
          if (failed?.status === 'rejected') throw failed.reason
          mayHaveMore = jobs.length > 0
        }
      },
      failure: 'link previews could not be added, will retry',
      log,
    }),
    registerMetrics(metrics: Metrics) {
      const help = 'Links for which a preview was looked up, by result'
      counter = metrics.counter({ name: 'link_previews_total', help, labels: ['result'] })
    },
  }
}

/**
 * Creates the function that finds the preview of a link before a text with it is stored. It shares the cache of the worker. Returns null if
 * there is none, if as many others are being fetched as the worker fetches at the same time, and if fetching takes longer than `timeoutMs`:
 * the result is found the next time.
 */
export function createLinkPreviewFinder(
  deps: Omit<LinkPreviewWorkerDeps, 'queue'>,
  timeoutMs = FINDER_TIMEOUT_MS,
): (url: string) => Promise<LinkPreview | null> {
  const context = { count: () => {}, signal: new AbortController().signal }
  let running = 0
  return async (url) => {
    const cached = await findCached(deps, url, context)
    if (cached !== undefined) return cached
    if (running === MAX_CONCURRENCY) return null
    running += 1
    const fetched = fetchPreview(deps, url, context).finally(() => {
      running -= 1
    })
    const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
    const timer = setTimeout(giveUp, timeoutMs, null)
    try {
      return await Promise.race([fetched, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

type FindPreviewContext = { count: (result: LinkPreviewResult) => void; signal: AbortSignal }

/** Finds the preview of a link in the cache, or fetches it. Returns null if it has none. */
async function findPreview(
  deps: Omit<LinkPreviewWorkerDeps, 'queue'>,
  { url }: Pick<LinkPreviewJob, 'url'>,
  context: FindPreviewContext,
): Promise<LinkPreview | null> {
  if (url === undefined) return null
  const cached = await findCached(deps, url, context)
  return cached === undefined ? fetchPreview(deps, url, context) : cached
}

/** Finds the preview of a link in the cache. Returns null if it has none, undefined if it must be fetched. */
async function findCached(
  { cache, fetcher, ownOrigin, now }: Omit<LinkPreviewWorkerDeps, 'queue'>,
  url: string,
  { count }: FindPreviewContext,
): Promise<LinkPreview | null | undefined> {
  if (!fetcher || URL.parse(url)?.origin === ownOrigin) return null
  const cached = await cache.find(url, now())
  if (cached !== undefined) count('cached')
  return cached
}

/** Fetches the preview of a link into the cache. Returns null if it has none. */
async function fetchPreview(
  deps: Omit<LinkPreviewWorkerDeps, 'queue'>,
  url: string,
  { count, signal }: FindPreviewContext,
): Promise<LinkPreview | null> {
  const { cache, fetcher, now } = deps
  if (!fetcher) return null
  const _id = deps.newId(now())
  try {
    const { picture, ...texts } = await fetcher.fetch(url)
    const page = await storePage(deps, { _id, url, texts, content: picture, signal })
    count('found')
    return { _id, url, ...page }
  } catch (error) {
    if (!(error instanceof LinkPreviewError)) throw error
    count(error.code)
    if (error.isOfProcess) return null // another page may have kept it busy
    await cache.add({ _id, url, fetchedAt: now(), page: null })
    await cache.publish(_id, new Date(now().getTime() + CACHED_WITHOUT_PREVIEW_MS))
    return null
  }
}

type StorePageOptions = {
  _id: string
  url: string
  texts: Omit<LinkPreviewPage, 'picture'>
  /** The file of the picture as the other site sent it. */
  content: Buffer | undefined
  signal: AbortSignal
}

/** Stores a page with its picture, which is encoded anew. The row comes before the files, so that the cleanup knows these. */
async function storePage(
  { cache, encoder, files, toPath, newRandomName, now }: Omit<LinkPreviewWorkerDeps, 'queue'>,
  { _id, url, texts, content, signal }: StorePageOptions,
): Promise<LinkPreviewPage> {
  const encoded = content && (await encodePreviewPicture(encoder, content, signal))
  const random = newRandomName()
  const picture = encoded
    ? {
        random,
        width: encoded.width,
        height: encoded.height,
        placeholder: encoded.placeholder,
        narrower: encoded.narrower.map(({ width }) => width),
      }
    : null
  const page = { ...texts, picture }
  await cache.add({ _id, url, fetchedAt: now(), page })
  if (encoded) await putPictureFiles(files, encoded, (width) => toPath({ ownerId: _id, random }, width))
  await cache.publish(_id, new Date(now().getTime() + CACHED_MS))
  return page
}
