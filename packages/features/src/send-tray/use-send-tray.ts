import { useRef, useState } from 'react'
import { movePicture, type SendTrayLimits, selectTrayFiles, type TrayPicture } from './tray-pictures.ts'

/** The pictures that a post or message will have, in their order. */
export type SendTrayState = ReturnType<typeof useSendTray>

/** Holds the pictures of a post or message until it is sent. Checks each file when it is added. */
export function useSendTray(limits: SendTrayLimits) {
  const [pictures, setPictures] = useState<readonly TrayPicture[]>([])
  const [error, setError] = useState<string>()
  const addedCount = useRef(0)

  return {
    pictures,
    /** Describes why the last added files were not all accepted. */
    error,
    isFull: pictures.length >= limits.maxPictures,
    add(files: readonly File[]): void {
      const selected = selectTrayFiles(files, pictures.length, limits)
      const added = selected.accepted.map((file) => ({ id: `picture-${addedCount.current++}`, file, alt: '' }))
      setPictures([...pictures, ...added])
      setError(selected.error)
    },
    remove(id: string): void {
      setPictures(pictures.filter((picture) => picture.id !== id))
      setError(undefined)
    },
    move(id: string, index: number): void {
      setPictures(movePicture(pictures, id, index))
    },
    setAlt(id: string, alt: string): void {
      setPictures(pictures.map((picture) => (picture.id === id ? { ...picture, alt } : picture)))
    },
    clear(): void {
      setPictures([])
      setError(undefined)
    },
  }
}
