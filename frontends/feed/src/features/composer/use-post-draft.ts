import { MAX_PICTURES, MAX_POST_LENGTH, PICTURE_LIMITS } from '@meadow/contracts/limits'
import { countCharacters, trimText } from '@meadow/contracts/visible-text'
import { type TrayContent, useDraftText, useDraftTray, useSendTray } from '@meadow/features'

const DRAFT_NAME = 'post-draft'
const TRAY_LIMITS = { maxPictures: MAX_PICTURES, maxBytes: PICTURE_LIMITS.maxBytes }

/** The draft of a post: its text, and its pictures in a send tray. */
export type PostDraft = ReturnType<typeof usePostDraft>

/** Returns the draft of the post that the member is writing. All components share it. */
export function usePostDraft() {
  const [text, setText] = useDraftText(DRAFT_NAME)
  const storedTray = useDraftTray(DRAFT_NAME)
  const tray = useSendTray(TRAY_LIMITS, storedTray)
  const length = countCharacters(trimText(text))
  return {
    text,
    setText,
    tray,
    isEmpty: text === '' && tray.pictures.length === 0,
    isComplete: !tray.isChecking && (length > 0 || tray.pictures.length > 0) && length <= MAX_POST_LENGTH,
    clear() {
      setText('')
      tray.clear()
    },
    /** Replaces the text and the pictures. */
    replace(changed: string, pictures: TrayContent['pictures']) {
      setText(changed)
      storedTray[1](() => ({ pictures, error: undefined }))
    },
  }
}
