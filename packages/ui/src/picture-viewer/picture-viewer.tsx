import { X } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import { useModalDialog } from '../overlays/use-modal-dialog.ts'
import styles from './picture-viewer.module.css'

type PictureViewerProps = {
  open: boolean
  onClose: () => void
  picture: {
    src: string
    alt: string
    width: number
    height: number
    sources?: readonly { url: string; width: number }[] | undefined
  }
}

/**
 * Shows a whole picture over the page, with its alt text below. Escape, the Close button, Back and a click beside the picture
 * close it. Two fingers zoom.
 */
export function PictureViewer({ open, onClose, picture }: PictureViewerProps) {
  const ref = useModalDialog(open, onClose)
  const { src, alt, width, height, sources = [] } = picture
  return (
    <dialog
      ref={ref}
      className={styles['viewer']}
      aria-label={alt || 'Picture'}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation() // the cancel event closes this layer alone
      }}
      onClick={(event) => {
        if (!(event.target instanceof HTMLImageElement)) onClose()
      }}
    >
      {open && (
        <>
          <IconButton label="Close" icon={<X aria-hidden="true" />} className={styles['close']} data-autofocus />
          <img
            src={src}
            srcSet={sources.map((source) => `${source.url} ${source.width}w`).join(', ') || undefined}
            sizes="100vw"
            alt={alt}
            width={width}
            height={height}
          />
          {alt && (
            <p dir="auto" aria-hidden="true">
              {alt}
            </p>
          )}
        </>
      )}
    </dialog>
  )
}
