import { useState } from 'react'
import { movePicture, type SendTrayLimits, selectTrayFiles, type TrayPicture } from './tray-pictures.ts'

/** The pictures that wait for Send in a composer, and the functions that change them. */
export type SendTrayState = ReturnType<typeof useSendTray>

/** Pictures in the order of the post or message. `error` tells the member why the last added files were not all accepted. */
export type TrayContent = { pictures: readonly TrayPicture[]; error: string | undefined }

export const EMPTY_TRAY: TrayContent = { pictures: [], error: undefined }

let nextPictureId = 0 // unique in all trays

/** Creates a picture of a tray with an id of its own. */
export const createTrayPicture = ({ file, alt = '' }: { file: File; alt?: string }): TrayPicture => ({
  id: `picture-${nextPictureId++}`,
  file,
  alt,
})

/**
 * Holds the pictures of a post or message until its composer clears them after sending. Checks each file when it is added. The
 * content is in the state of this component, or in `stored` (a value and its setter) if it must outlive the component.
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
      const added = selected.accepted.map((file) => createTrayPicture({ file }))
      setContent({ pictures: [...pictures, ...added], error: selected.error })
    },
    remove: (id: string): void => setPictures(pictures.filter((picture) => picture.id !== id)),
    move: (id: string, index: number): void => setPictures(movePicture(pictures, id, index)),
    setAlt: (id: string, alt: string): void =>
      setPictures(pictures.map((picture) => (picture.id === id ? { ...picture, alt } : picture))),
    clear: (): void => setContent(EMPTY_TRAY),
  }
}
