import { MAX_PICTURES, MAX_POST_LENGTH, PICTURE_LIMITS } from '@meadow/contracts/limits'
import { countCharacters, trimText } from '@meadow/contracts/visible-text'
import { EMPTY_TRAY, useSendTray } from '@meadow/features'
import { useStoredPostDraft } from './post-draft-store.ts'

const TRAY_LIMITS = { maxPictures: MAX_PICTURES, maxBytes: PICTURE_LIMITS.maxBytes }

/** The draft of a post: its text, and its pictures in a send tray. */
export type PostDraft = ReturnType<typeof usePostDraft>

/** Returns the draft of the post that the member is writing. All components share it. */
export function usePostDraft() {
  const [{ text, tray: content }, update] = useStoredPostDraft()
  const tray = useSendTray(TRAY_LIMITS, [content, (change) => update((draft) => ({ tray: change(draft.tray) }))])
  const length = countCharacters(trimText(text))
  return {
    text,
    setText: (changed: string) => update({ text: changed }),
    tray,
    isEmpty: text === '' && tray.pictures.length === 0,
    isComplete: !tray.isChecking && (length > 0 || tray.pictures.length > 0) && length <= MAX_POST_LENGTH,
    clear: () => update({ text: '', tray: EMPTY_TRAY }),
  }
}
