import { MAX_PICTURES, MAX_POST_LENGTH, PICTURE_LIMITS } from '@meadow/contracts/limits'
import { countCharacters, trimText } from '@meadow/contracts/visible-text'
import {
  type ActionResult,
  getUploadErrorDescription,
  joinFailureReason,
  type PublishedSettings,
  publishPostAction,
  RefusedActionError,
  type TrayContent,
  useDraftText,
  useDraftTray,
  useForegroundAction,
  useSendTray,
} from '@meadow/features'
import { type ApiResponse, useMutation } from '@meadow/web'
import { useRef } from 'react'
import { t } from './texts.ts'
import { toPublishedSettings, toSettingsDraft, usePostSettings } from './use-post-settings.ts'

const DRAFT_NAME = 'post-draft'
const TRAY_LIMITS = { maxPictures: MAX_PICTURES, maxBytes: PICTURE_LIMITS.maxBytes }

/** The draft of a post: its text, and its pictures in a send tray. */
export type PostDraft = ReturnType<typeof usePostDraft>

/** Returns the draft of the post that the member is writing. All components share it. */
export function usePostDraft() {
  const [text, setText] = useDraftText(DRAFT_NAME)
  const storedTray = useDraftTray(DRAFT_NAME)
  const tray = useSendTray(TRAY_LIMITS, storedTray)
  const [settings, setSettings] = usePostSettings()
  const length = countCharacters(trimText(text))
  return {
    text,
    setText,
    tray,
    settings,
    setSettings,
    isEmpty: text === '' && tray.pictures.length === 0,
    isComplete: !tray.isChecking && (length > 0 || tray.pictures.length > 0) && length <= MAX_POST_LENGTH,
    clear() {
      setText('')
      tray.clear()
      setSettings(undefined)
    },
    /** Puts the text and the pictures of a post back, before those that were written since. */
    putBack(content: string, pictures: TrayContent['pictures'], published: PublishedSettings = {}) {
      setSettings(toSettingsDraft(published))
      setText((current) => [content, current].filter((part) => part.trim() !== '').join('\n\n'))
      storedTray[1]((current) => ({
        pictures: [...pictures, ...current.pictures].slice(0, MAX_PICTURES),
        error: undefined,
      }))
    },
  }
}

/**
 * Publishes a draft through the outbox, which holds it for a moment in which the member can take it back. In a browser that cannot
 * store it, nothing is held: online it waits for the response, and a draft that the server refused stays as it is;
 * a retry uploads only the missing pictures. Without a connection the post waits in the outbox.
 */
export function usePublishPost({ text, tray, settings, isComplete, clear }: PostDraft) {
  const publishing = useForegroundAction(publishPostAction)
  const uploadedUrls = useRef(new WeakMap<File, string | undefined>())

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const pictures = tray.pictures.map(({ file, alt }) => ({
        file,
        alt: alt.trim(),
        url: uploadedUrls.current.get(file),
      }))
      const published = toPublishedSettings(settings, pictures.length > 0)
      const uploads = pictures.filter(({ url }) => url === undefined)
      return publishing.perform({ content: trimText(text), pictures, settings: published }).catch((error: Error) => {
        if (!(error instanceof RefusedActionError)) throw error
        const isUpload = error.requestIndex < uploads.length
        const urls = isUpload || error.code !== 'invalid_request' ? toUploadedUrls(error) : [] // a picture may be gone
        for (const [index, { file }] of uploads.entries()) uploadedUrls.current.set(file, urls[index])
        throw isUpload ? toUploadError(error) : toPublishError(error)
      })
    },
  })

  return {
    isPublishing: isPending,
    /** The uploaded share of the pictures, from 0 to 1; undefined while nothing is uploaded. */
    uploadShare: publishing.uploadShare,
    cancelUpload: publishing.cancel,
    error: error && !isAbort(error) ? error.message : undefined,
    clearError: reset,
    /** Publishes a complete draft, and then empties it. Does nothing while it is being published. */
    publish(onPublished: (heldEntryId: string | undefined) => void): void {
      if (!isComplete || isPending) return
      const onSuccess = (result: ActionResult<unknown>) => {
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

const toPublishError = (cause: Error) => new Error(joinFailureReason(t('composer.failed'), cause), { cause })
