import { IconButton, joinClassNames } from '@meadow/ui'
import { ArrowLeft, ArrowRight, Check, Plus, X } from 'lucide-react'
import type { DragEvent, MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import styles from './send-tray.module.css'
import { t } from './texts.ts'
import type { TrayPicture } from './tray-pictures.ts'
import { usePreviewUrl } from './use-preview-url.ts'

/** Type of dragged data: the id of a picture of the tray. */
const DRAGGED_PICTURE_TYPE = 'application/x-meadow-picture'

type TrayPictureTileProps = {
  picture: TrayPicture
  index: number
  /** Number of pictures in the tray. */
  count: number
  disabled: boolean
  isDescribed: boolean
  onDescribe: () => void
  onMove: (id: string, index: number) => void
  onRemove: (index: number) => void
}

/** One picture of the send tray, with its buttons. It can be dragged to another position. */
export function TrayPictureTile(props: TrayPictureTileProps) {
  const { picture, index, count, disabled, isDescribed, onDescribe, onMove, onRemove } = props
  const previewUrl = usePreviewUrl(picture.file)
  const hasAlt = picture.alt.trim() !== ''
  const names = { count, number: index + 1 }
  const isDraggable = count > 1 && !disabled

  const moveTo = (target: number) => (event: MouseEvent<HTMLButtonElement>) => {
    if (target < 0 || target >= count) return
    flushSync(() => onMove(picture.id, target))
    event.currentTarget.focus() // moving the element takes the focus away
  }
  const handleDrop = (event: DragEvent) => {
    const draggedId = event.dataTransfer.getData(DRAGGED_PICTURE_TYPE)
    if (!draggedId) return
    event.preventDefault()
    onMove(draggedId, index)
  }

  return (
    <li
      className={styles['picture']}
      draggable={isDraggable}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED_PICTURE_TYPE, picture.id)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED_PICTURE_TYPE) && event.preventDefault()}
      onDrop={handleDrop}
    >
      <img src={previewUrl} alt={picture.alt || t('sendTray.preview', names)} draggable={false} />
      <IconButton
        size="s"
        label={t('sendTray.remove', names)}
        icon={<X aria-hidden="true" />}
        className={joinClassNames(styles['over'], styles['remove'])}
        disabled={disabled}
        data-remove=""
        onClick={() => onRemove(index)}
      />
      <button
        type="button"
        className={joinClassNames(styles['over'], styles['describe'])}
        aria-label={t(hasAlt ? 'sendTray.editAlt' : 'sendTray.addAlt', names)}
        aria-expanded={isDescribed}
        disabled={disabled}
        onClick={onDescribe}
      >
        {hasAlt ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />} {t('sendTray.altShort')}
      </button>
      {count > 1 && (
        <div className={styles['order']}>
          <IconButton
            size="s"
            label={t('sendTray.moveEarlier', { number: index + 1 })}
            icon={<ArrowLeft aria-hidden="true" />}
            className={styles['over']}
            aria-disabled={index === 0}
            disabled={disabled}
            onClick={moveTo(index - 1)}
          />
          <IconButton
            size="s"
            label={t('sendTray.moveLater', { number: index + 1 })}
            icon={<ArrowRight aria-hidden="true" />}
            className={styles['over']}
            aria-disabled={index === count - 1}
            disabled={disabled}
            onClick={moveTo(index + 1)}
          />
        </div>
      )}
    </li>
  )
}
