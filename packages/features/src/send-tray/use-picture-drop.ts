import { type ClipboardEvent, type DragEvent, useState } from 'react'

type PictureDropOptions = { disabled: boolean; onFiles: (files: readonly File[]) => void }

/** Returns handlers for an element that takes pasted and dropped files, and whether files are dragged over it. */
export function usePictureDrop({ disabled, onFiles }: PictureDropOptions) {
  const [isOver, setIsOver] = useState(false)
  const accept = (event: DragEvent) => {
    if (disabled || !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  const handlers = {
    onDragEnter: accept,
    onDragOver: accept,
    onDragLeave(event: DragEvent): void {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
    },
    onDrop(event: DragEvent): void {
      setIsOver(false)
      if (disabled || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
    onPaste(event: ClipboardEvent): void {
      const files = [...event.clipboardData.files]
      if (disabled || files.length === 0 || hasFormattedText(event.clipboardData)) return
      event.preventDefault()
      onFiles(files)
    },
  }
  return { isOver, handlers }
}

const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

/** Word processors put a picture of the copied text beside the text. */
const hasFormattedText = ({ types }: DataTransfer): boolean =>
  types.includes('text/plain') && types.includes('text/html')
