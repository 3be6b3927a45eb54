import { joinClassNames } from '@meadow/ui'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import styles from './send-tray.module.css'
import { usePictureDrop } from './use-picture-drop.ts'

type PictureDropZoneProps = {
  tray: { add: (files: readonly File[]) => void }
  disabled?: boolean
  /** Accessible name of the area. */
  label: string
  className?: string | undefined
  /** A function shows the hint itself, as in a dialog, which would cover the hint of the zone. */
  children: ReactNode | ((hint: ReactNode) => ReactNode)
}

/** Area that adds pasted and dropped pictures to a send tray. It shows where to drop while files are dragged over it. */
export function PictureDropZone({ tray, disabled = false, label, className, children }: PictureDropZoneProps) {
  const { isOver, handlers } = usePictureDrop({ disabled, onFiles: tray.add })
  const hint = isOver && <div className={styles['drop-hint']}>{t('sendTray.dropHere')}</div>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would change the layout of its content
    <div role="group" aria-label={label} className={joinClassNames(styles['drop-zone'], className)} {...handlers}>
      {typeof children === 'function' ? (
        children(hint)
      ) : (
        <>
          {children}
          {hint}
        </>
      )}
    </div>
  )
}
