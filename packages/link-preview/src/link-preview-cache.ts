import type { LinkPreview, LinkPreviewPage } from './link-preview.ts'

/** The result of fetching an address; `page` is null if it has no preview. */
export type FetchedLink = { _id: string; url: string; fetchedAt: Date; page: LinkPreviewPage | null }

/** A result that nothing shows is deleted this long after it has expired. */
export const UNUSED_CHECK_DELAY_MS = 3_600_000
/** The interval at which the cleanup looks whether an expired result is still shown. */
export const USED_CHECK_INTERVAL_MS = 24 * 3_600_000
/** Results that one call of the cleanup checks. */
export const UNUSED_CHECK_BATCH_SIZE = 100

/** Stores what was fetched, so that an address that many texts contain is fetched once a day. */
export type LinkPreviewCache = {
  /** Finds the newest usable result for an address. Returns null if the address has no preview, undefined if it must be fetched. */
  find(url: string, at: Date): Promise<LinkPreview | null | undefined>
  /** Adds a result that is not usable yet. The cleanup finds it and its files if the process ends before `publish`. */
  add(fetched: FetchedLink): Promise<void>
  /** Makes a result usable until `expiresAt`. Texts that show it keep it longer. */
  publish(id: string, expiresAt: Date): Promise<void>
  /** Deletes expired results that no text shows, a batch of them, and queues their files for removal. Returns the number that was checked. */
  deleteUnused(at: Date): Promise<number>
}
