import { MAX_MESSAGE_PICTURE_BYTES, MAX_PICTURES } from '@meadow/contracts/limits'
import { useDraftTray, useSendTray } from '@meadow/features'
import type { UnsentPicture } from '@meadow/features/outbox-plans'
import { useToast } from '@meadow/web'
import { useState } from 'react'
import { t } from '../texts.ts'

const LIMITS = { maxPictures: MAX_PICTURES, maxBytes: MAX_MESSAGE_PICTURE_BYTES }

/** The pictures that the next message will have. */
export type MessageTray = ReturnType<typeof useMessageTray>

/** Holds the pictures of the next message, as part of a draft. Those of an earlier visit come once `isReady`. */
export function useMessageTray(draftName: string, isReady = true) {
  const [content, setContent] = useDraftTray(draftName, isReady)
  const pictureTray = useSendTray(LIMITS, [content, setContent])
  const [video, setVideo] = useState<File>()
  const toast = useToast()
  return {
    ...pictureTray,
    /** The video that is shown before it is sent: a message of its own. */
    video,
    setVideo,
    /** Adds pictures, and shows the first video. Resolves when the pictures have been checked and added. */
    async add(files: readonly File[]): Promise<void> {
      const [found, ...others] = files.filter(isVideo)
      if (found) setVideo(found)
      if (others.length > 0) toast({ tone: 'info', title: t('video.oneAtATime') })
      const pictures = files.filter((file) => !isVideo(file))
      if (pictures.length > 0) await pictureTray.add(pictures)
    },
    /** Adds pictures of a message that was not sent, as far as there is room. */
    addDescribed(returned: readonly UnsentPicture[]): void {
      const added = returned.map(({ file, alt }) => ({
        id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
        file: file instanceof File ? file : new File([file], 'picture', { type: file.type }),
        alt,
      }))
      if (added.length > 0)
        setContent(({ pictures }) => ({ pictures: [...pictures, ...added].slice(0, MAX_PICTURES), error: undefined }))
    },
  }
}

const isVideo = ({ type }: File): boolean => type.startsWith('video/')
