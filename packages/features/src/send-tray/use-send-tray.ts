import { useState } from 'react'
import { validatePicture } from '../pictures/validate-picture.ts'
import {
  addToTray,
  type CheckedPicture,
  movePicture,
  type SendTrayLimits,
  type TrayContent,
  type TrayPicture,
} from './tray-pictures.ts'

/** The pictures that wait for Send in a composer, and the functions that change them. */
export type SendTrayState = ReturnType<typeof useSendTray>

export const EMPTY_TRAY: TrayContent = { pictures: [], error: undefined }

/** The content of a tray that outlives its component, and the function that changes it. */
export type StoredTray = readonly [TrayContent, (change: (content: TrayContent) => TrayContent) => void]

let nextPictureId = 0 // unique in all trays

/** Creates a picture of a tray with an id of its own. */
export const createTrayPicture = ({ file, alt = '' }: { file: File; alt?: string }): TrayPicture => ({
  id: `picture-${nextPictureId++}`,
  file,
  alt,
})

/**
 * Holds the pictures of a post or message until its composer clears them after sending. Checks each file when it is added. The
 * content is in the state of this component, or in `stored` if it must outlive the component.
 */
export function useSendTray({ maxPictures, maxBytes }: SendTrayLimits, stored?: StoredTray) {
  const own = useState(EMPTY_TRAY)
  const [{ pictures, error }, change] = stored ?? own
  const [checks, setChecks] = useState(0)
  const changePictures = (changed: (pictures: readonly TrayPicture[]) => readonly TrayPicture[]) =>
    change((content) => ({ pictures: changed(content.pictures), error: undefined }))

  return {
    pictures,
    error,
    isFull: pictures.length >= maxPictures,
    /** Added files are still being checked, so the pictures are not complete. */
    isChecking: checks > 0,
    /** Resolves when the files have been checked and added. */
    async add(files: readonly File[]): Promise<void> {
      setChecks((count) => count + 1)
      const checked: CheckedPicture[] = []
      for (const file of files)
        checked.push({ picture: createTrayPicture({ file }), problem: await validatePicture(file, maxBytes) })
      change((content) => addToTray(content, checked, maxPictures))
      setChecks((count) => count - 1)
    },
    remove: (id: string): void => changePictures((current) => current.filter((picture) => picture.id !== id)),
    move: (id: string, index: number): void => changePictures((current) => movePicture(current, id, index)),
    setAlt: (id: string, alt: string): void =>
      changePictures((current) => current.map((picture) => (picture.id === id ? { ...picture, alt } : picture))),
    clear: (): void => change(() => EMPTY_TRAY),
  }
}
