import type { PostDraftView, QuotedPostView } from '@meadow/contracts/browser'
import { MAX_PICTURES, MAX_POST_LENGTH, PICTURE_LIMITS } from '@meadow/contracts/limits'
import { countStoredCharacters, trimText } from '@meadow/contracts/visible-text'
import { type ApiResponse, createUuid, useMutation, useOutbox, useOutboxEntries } from '@meadow/web'
import { useDraftText, useDraftTray } from '../drafts/use-draft.ts'
import { joinFailureReason } from '../get-error-description.ts'
import {
  type PublishedSettings,
  type PublishPostActionData,
  publishPostAction,
  toVideoRequests,
} from '../posts/publish-post-action.ts'
import { getUploadErrorDescription } from '../send-tray/get-upload-error-description.ts'
import { createTrayPicture, EMPTY_TRAY, type StoredTray, useSendTray } from '../send-tray/use-send-tray.ts'
import { quoteAction } from '../shares/share-action.ts'
import { RefusedActionError } from '../waiting/refused-action-error.ts'
import { type ActionResult, useForegroundAction } from '../waiting/use-foreground-action.ts'
import { type DraftVersion, parseDraftVersion, toChangedVersion } from './drafts/draft-version.ts'
import { postDraftAction } from './drafts/post-draft-action.ts'
import { uploadedPictures } from './drafts/uploaded-pictures.ts'
import { t } from './texts.ts'
import { toPublishedSettings, toSettingsDraft, usePostSettings } from './use-post-settings.ts'
import { findVideoProblem } from './video/check-video.ts'
import { useDraftVideo } from './video/use-draft-video.ts'

const TRAY_LIMITS = { maxPictures: MAX_PICTURES, maxBytes: PICTURE_LIMITS.maxBytes }

/** The draft of a post: its text, and its pictures in a send tray. */
export type PostDraft = ReturnType<typeof usePostDraft>

/**
 * Returns the draft of the post that the member is writing, or of that which shares `quoted` with a comment: each shared post has
 * its own draft, which is on this device only. All components share them.
 */
export function usePostDraft(quoted?: QuotedPostView) {
  const name = quoted ? `quote-draft-${quoted._id}` : 'post-draft'
  const [text, storeText] = useDraftText(name)
  const [storedTray, storeTray] = useDraftTray(name)
  const [storedVersion, storeVersion] = useDraftText(`${name}-version`)
  const changeVersion = (change: (version: DraftVersion | undefined) => DraftVersion | undefined) =>
    storeVersion((current) => {
      const changed = change(parseDraftVersion(current))
      return changed ? JSON.stringify(changed) : ''
    })
  const touch = () => changeVersion((version) => toChangedVersion(version, new Date(), createUuid))
  const changeTray: StoredTray[1] = (change) => {
    storeTray(change)
    touch()
  }
  const tray = useSendTray(TRAY_LIMITS, [storedTray, changeTray])
  const [settings, storeSettings] = usePostSettings(name)
  const { video, videoCount, addVideo, removeVideo, clearVideos, setCaptions, setRead, putBackVideo } =
    useDraftVideo(name)
  const length = countStoredCharacters(text)
  const isBlank = length === 0 && tray.pictures.length === 0
  const hasTooMuch = videoCount > 1 || (videoCount === 1 && tray.pictures.length > 0)
  const canPostVideo = video?.read !== undefined && !findVideoProblem(video.file, video.read ?? undefined)
  const listPictures = () =>
    tray.pictures.map(({ file, alt }) => ({ file, alt: alt.trim(), url: uploadedPictures.getUrl(file) }))
  return {
    quoted,
    text,
    setText(changed: string) {
      storeText(changed)
      touch()
    },
    tray,
    settings,
    setSettings(change: Parameters<typeof storeSettings>[0]) {
      storeSettings(change)
      touch()
    },
    /** The video that it has in place of pictures, on this device only. */
    video,
    /** It has a video and pictures, or several videos, of which a post can have one. Nothing is left out before the member removes it. */
    hasTooMuch,
    addVideo,
    removeVideo,
    setCaptions,
    setRead,
    /** Its version on this device; undefined if nothing was written. */
    version: parseDraftVersion(storedVersion),
    changeVersion,
    isEmpty: text === '' && tray.pictures.length === 0 && !video,
    /** There is nothing that could be read or seen, beside a video. */
    isBlank,
    isComplete:
      !tray.isChecking &&
      !hasTooMuch &&
      (video ? canPostVideo : !isBlank) &&
      length <= MAX_POST_LENGTH &&
      !(quoted && length === 0),
    /** Returns its content, as it is published or saved. Pictures that the server has come with their URLs. */
    toContent: () => ({
      content: trimText(text),
      pictures: listPictures(),
      settings: toPublishedSettings(settings, tray.pictures.length > 0),
    }),
    /** Returns what it has in place of pictures, as it is published; undefined without a video. */
    toVideoContent: () =>
      video && {
        pictures: [],
        video: { file: video.file, captions: video.captions, durationMs: 0, ...video.read },
        settings: toPublishedSettings(settings, true),
      },
    /** Empties it. `keepsVideo` leaves its video, which is on this device only. */
    clear({ keepsVideo = false } = {}) {
      storeText('')
      storeTray(() => EMPTY_TRAY)
      if (!keepsVideo) clearVideos()
      storeSettings(undefined)
      storeVersion('')
    },
    /** Replaces it by a draft that is saved. */
    replace(
      { _id: id, content, changedAt, ...published }: ReplacingDraft,
      pictures: readonly { file: File; alt: string }[],
    ) {
      storeText(content)
      storeTray(() => ({ pictures: pictures.map(createTrayPicture), error: undefined }))
      storeSettings(undefined)
      storeSettings(toSettingsDraft(published as PublishedSettings))
      changeVersion(() => ({ id, changedAt, savedAt: changedAt }))
    },
    /** Puts the text and the pictures of a post back, before those that were written since. */
    putBack({ content, pictures, video: publishedVideo, settings: published = {}, draft }: PublishPostActionData) {
      for (const { file } of pictures) uploadedPictures.remember(file, undefined) // they may be gone
      putBackVideo(publishedVideo)
      storeSettings(toSettingsDraft(published))
      storeText((current) => [content, current].filter((part) => part.trim() !== '').join('\n\n'))
      storeTray((current) => ({
        pictures: [...pictures.map(createTrayPicture), ...current.pictures].slice(0, MAX_PICTURES),
        error: undefined,
      }))
      if (draft) changeVersion((version) => version ?? { ...draft, savedAt: draft.changedAt })
      touch()
    },
  }
}

/** A draft of the server, without its pictures. */
type ReplacingDraft = Pick<PostDraftView, '_id' | 'content' | 'changedAt'> &
  Partial<Omit<PostDraftView, 'pictures' | '_id' | 'content' | 'changedAt'>>

/**
 * Publishes a draft through the outbox, which holds it for a moment in which the member can take it back. In a browser that cannot
 * store it, nothing is held: online it waits for the response, and a draft that the server refused stays as it is;
 * a retry uploads only the missing pictures. Without a connection the post waits in the outbox.
 */
export function usePublishPost({ quoted, tray, version, isComplete, toContent, toVideoContent, clear }: PostDraft) {
  const outbox = useOutbox()
  const draftEntries = useOutboxEntries(postDraftAction)
  const publishing = useForegroundAction(publishPostAction)
  const quoting = useForegroundAction(quoteAction)

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const uploads = tray.pictures.filter(({ file }) => uploadedPictures.getUrl(file) === undefined)
      const videoContent = toVideoContent()
      const draft = version?.savedAt === undefined ? undefined : { id: version.id, changedAt: version.changedAt }
      const publication: Promise<ActionResult<unknown>> = quoted
        ? quoting.perform({ ...toContent(), postId: quoted._id, quoted })
        : publishing.perform({ ...toContent(), ...videoContent, ...(draft && { draft }) })
      return publication.catch((error: Error) => {
        if (!(error instanceof RefusedActionError)) throw error
        if (videoContent && !quoted) {
          if (error.requestIndex === 0) throw toVideoError(error)
          const isCaptions = error.requestIndex < toVideoRequests(videoContent.video).length
          throw isCaptions ? toCaptionsError(error) : toPublishError(error)
        }
        const isUpload = error.requestIndex < uploads.length
        const urls = isUpload || error.code !== 'invalid_request' ? toUploadedUrls(error) : [] // a picture may be gone
        const files = error.code === 'invalid_request' ? tray.pictures : uploads
        for (const [index, { file }] of files.entries()) uploadedPictures.remember(file, urls[index])
        throw isUpload ? toUploadError(error) : toPublishError(error)
      })
    },
  })

  return {
    isPublishing: isPending,
    /** The uploaded share of the pictures, from 0 to 1; undefined while nothing is uploaded. */
    uploadShare: quoted ? quoting.uploadShare : publishing.uploadShare,
    cancelUpload: quoted ? quoting.cancel : publishing.cancel,
    error: error && !isAbort(error) ? error.message : undefined,
    clearError: reset,
    /** Publishes a complete draft, and then empties it. Does nothing while it is being published. */
    publish(onPublished: (heldEntryId: string | undefined) => void): void {
      if (!isComplete || isPending) return
      const onSuccess = (result: ActionResult<unknown>) => {
        for (const { id, data } of draftEntries) if (data.id === version?.id) void outbox.discard(id) // it is no longer needed
        clear()
        onPublished(result.isSent ? undefined : result.heldEntryId)
      }
      mutate(undefined, { onSuccess })
    },
  }
}

const isAbort = ({ name }: Error) => name === 'AbortError'

const toUploadedUrls = ({ responses }: RefusedActionError): readonly string[] =>
  (responses as ApiResponse<'POST /media'>[]).map(({ secure_url }) => secure_url)

const toUploadError = (cause: Error) =>
  new Error(getUploadErrorDescription(cause, t('composer.uploadFailed')), { cause })

const toVideoError = (cause: Error) => new Error(joinFailureReason(t('composer.videoFailed'), cause), { cause })

const toCaptionsError = (cause: Error) => new Error(joinFailureReason(t('composer.captionsFailed'), cause), { cause })

const toPublishError = (cause: Error) => new Error(joinFailureReason(t('composer.failed'), cause), { cause })
