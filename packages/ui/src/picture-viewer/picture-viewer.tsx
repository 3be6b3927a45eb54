import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { joinClassNames } from '../join-class-names.ts'
import { readKey } from '../keys/read-key.ts'
import { useModalDialog } from '../overlays/use-modal-dialog.ts'
import styles from './picture-viewer.module.css'
import type { ViewedPicture } from './viewed-picture.ts'
import { ViewerStage } from './viewer-stage.tsx'

export type PictureViewerProps = {
  open: boolean
  onClose: () => void
  pictures: readonly ViewedPicture[]
  /** Index of the picture that is shown first. */
  startIndex?: number
}

/**
 * Shows whole pictures over the page, one at a time, with their alt texts below. Arrows, buttons and swipes turn to the others;
 * two fingers or a double tap zoom. Escape, the Close button, Back, a drag downwards and a click beside the picture close it.
 */
export function PictureViewer({ open, ...props }: PictureViewerProps) {
  const { onClose } = props
  const dialog = useModalDialog(open, onClose)
  return (
    <dialog {...dialog} className={styles['viewer']} aria-label={props.pictures.length > 1 ? 'Pictures' : 'Picture'}>
      {open && <OpenViewer {...props} />}
    </dialog>
  )
}

function OpenViewer({ pictures, startIndex = 0, onClose }: Omit<PictureViewerProps, 'open'>) {
  const [chosenIndex, setIndex] = useState(startIndex)
  const last = pictures.length - 1
  const index = Math.min(chosenIndex, last)
  const alt = pictures[index]?.alt ?? ''
  const handleKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[readKey(event) ?? '']
    if (target === undefined) return
    event.preventDefault()
    setIndex(Math.max(0, Math.min(last, target)))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work from every control inside
    <div className={styles['content']} onKeyDown={handleKeyDown}>
      <ViewerStage pictures={pictures} index={index} onIndexChange={setIndex} onClose={onClose} />
      {alt && (
        <p className={styles['caption']} dir="auto" aria-hidden="true">
          {alt}
        </p>
      )}
      {pictures.length > 1 && (
        <p className={styles['position']} role="status">
          {index + 1} of {pictures.length}
          <span className="visually-hidden">{alt && `: ${alt}`}</span>
        </p>
      )}
      <IconButton
        label="Close"
        icon={<X aria-hidden="true" />}
        className={joinClassNames(styles['button'], styles['close'])}
        data-autofocus
        onClick={onClose}
      />
    </div>
  )
}
