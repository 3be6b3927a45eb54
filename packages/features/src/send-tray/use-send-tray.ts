import { useState } from 'react'
import { movePicture, type SendTrayLimits, selectTrayFiles, type TrayPicture } from './tray-pictures.ts'

/** The pictures that a post or message will have, in their order. */
export type SendTrayState = ReturnType<typeof useSendTray>

/** `error` describes why the last added files were not all accepted. */
export type TrayContent = { pictures: readonly TrayPicture[]; error: string | undefined }

export const EMPTY_TRAY: TrayContent = { pictures: [], error: undefined }

let addedCount = 0

/**
 * Holds the pictures of a post or message until it is sent. Checks each file when it is added. The content is the state of
 * the component, or `stored`: a value and its setter.
 */
export function useSendTray(limits: SendTrayLimits, stored?: readonly [TrayContent, (content: TrayContent) => void]) {
  const own = useState(EMPTY_TRAY)
  const [{ pictures, error }, setContent] = stored ?? own
  const setPictures = (changed: readonly TrayPicture[]) => setContent({ pictures: changed, error: undefined })

  return {
    pictures,
    error,
    isFull: pictures.length >= limits.maxPictures,
    add(files: readonly File[]): void {
      const selected = selectTrayFiles(files, pictures.length, limits)
      const added = selected.accepted.map((file) => ({ id: `picture-${addedCount++}`, file, alt: '' }))
      setContent({ pictures: [...pictures, ...added], error: selected.error })
    },
    remove: (id: string): void => setPictures(pictures.filter((picture) => picture.id !== id)),
    move: (id: string, index: number): void => setPictures(movePicture(pictures, id, index)),
    setAlt: (id: string, alt: string): void =>
      setPictures(pictures.map((picture) => (picture.id === id ? { ...picture, alt } : picture))),
    clear: (): void => setContent(EMPTY_TRAY),
  }
}
