import { useDraftText, useDraftTray } from '../../drafts/use-draft.ts'
import type { PublishedVideo } from '../../posts/publish-post-action.ts'
import { createTrayPicture, EMPTY_TRAY } from '../../send-tray/use-send-tray.ts'
import type { ReadVideo } from './check-video.ts'

/** The video of a draft. `read` is undefined until the browser has read the file, and null if it cannot play it. */
export type DraftVideo = { file: File; captions: string; read: ReadVideo | null | undefined }

/**
 * Returns the video of a draft with its captions, and functions that change it. It is on this device only, and survives a reload. A draft may
 * hold more videos than a post can have, so that none is lost: the first is shown, and those behind it after it is removed.
 */
export function useDraftVideo(draftName: string) {
  const [{ pictures }, change] = useDraftTray(`${draftName}-video`) // the captions of a video are its alt text
  const [storedRead, storeRead] = useDraftText(`${draftName}-video-read`)
  const [stored] = pictures
  return {
    video: stored && ({ file: stored.file, captions: stored.alt, read: parseRead(storedRead) } satisfies DraftVideo),
    videoCount: pictures.length,
    /** Adds a video behind those that the draft has. */
    addVideo: (file: File) =>
      change((tray) => ({ ...tray, pictures: [...tray.pictures, createTrayPicture({ file })] })),
    /** Removes the video that is shown. */
    removeVideo: () => {
      storeRead('')
      change((tray) => ({ ...tray, pictures: tray.pictures.slice(1) }))
    },
    clearVideos: () => {
      storeRead('')
      change(() => EMPTY_TRAY)
    },
    setCaptions: (captions: string) =>
      change((tray) => ({
        ...tray,
        pictures: tray.pictures.map((one, index) => (index === 0 ? { ...one, alt: captions } : one)),
      })),
    setRead: (read: ReadVideo | null) => storeRead(JSON.stringify(read)),
    /** Puts the video of a post back, before those that were added since. */
    putBackVideo: (video: PublishedVideo | undefined) => {
      if (!video) return
      storeRead('')
      const restored = createTrayPicture({ file: video.file, alt: video.captions })
      change((tray) => ({ ...tray, pictures: [restored, ...tray.pictures] }))
    },
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
