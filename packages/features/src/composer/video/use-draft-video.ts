import { useDraftText, useDraftTray } from '../../drafts/use-draft.ts'
import type { PublishedVideo } from '../../posts/publish-post-action.ts'
import { createTrayPicture, EMPTY_TRAY } from '../../send-tray/use-send-tray.ts'
import type { ReadVideo } from './check-video.ts'

/** The video of a draft. `read` is undefined until the browser has read the file, and null if it cannot play it. */
export type DraftVideo = { file: File; captions: string; read: ReadVideo | null | undefined }

/** Returns the video of a draft with its captions, and functions that change it. It is on this device only, and survives a reload. */
export function useDraftVideo(draftName: string) {
  const [{ pictures }, change] = useDraftTray(`${draftName}-video`) // the captions of a video are its alt text
  const [storedRead, storeRead] = useDraftText(`${draftName}-video-read`)
  const [stored] = pictures
  const set = (video: { file: File; alt?: string } | undefined) => {
    storeRead('')
    change(() => (video ? { pictures: [createTrayPicture(video)], error: undefined } : EMPTY_TRAY))
  }
  return {
    video: stored && ({ file: stored.file, captions: stored.alt, read: parseRead(storedRead) } satisfies DraftVideo),
    setVideo: (file: File | undefined) => set(file && { file }),
    setCaptions: (captions: string) =>
      change((tray) => ({ ...tray, pictures: tray.pictures.map((one) => ({ ...one, alt: captions })) })),
    setRead: (read: ReadVideo | null) => storeRead(JSON.stringify(read)),
    /** Puts the video of a post back. */
    putBackVideo: (video: PublishedVideo | undefined) => video && set({ file: video.file, alt: video.captions }),
  }
}

/** Reads what was stored, also by another version. */
function parseRead(stored: string): ReadVideo | null | undefined {
  try {
    return stored ? JSON.parse(stored) : undefined
  } catch {
    return undefined
  }
}
