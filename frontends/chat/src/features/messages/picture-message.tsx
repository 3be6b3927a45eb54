import { Button, Dialog, Picture, Skeleton } from '@meadow/ui'
import { useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { t } from '../../texts.ts'
import styles from './picture-message.module.css'
import { useMessagePicture } from './use-message-picture.ts'

const MAX_WIDTH_PX = 300
const MAX_HEIGHT_PX = 360
const SIZES = `${MAX_WIDTH_PX}px`

/** Shows a picture in its aspect ratio, up to the maximum size of a message. A click opens it in a dialog. */
export function PictureMessage({ message }: { message: ShownMessage }) {
  const [isOpen, setIsOpen] = useState(false)
  const { src, state, handleError, retry } = useMessagePicture(message)
  const { media, sender } = message
  const { width, height } = media ?? { width: MAX_WIDTH_PX, height: MAX_WIDTH_PX * 0.75 }
  const alt = media?.alt || t('message.picture', { name: sender.fullName })
  const boxStyle = { width: Math.min(MAX_WIDTH_PX, (MAX_HEIGHT_PX * width) / height) }
  const ratio = Math.max(width / height, 0.5)
  const pictureProps = {
    src,
    sources: media?.sources,
    placeholder: media?.placeholder,
    alt,
    width,
    height,
    onError: handleError,
  }
  if (state === 'failed')
    return (
      <div className={styles['failed']} style={{ ...boxStyle, aspectRatio: ratio }}>
        {t('message.pictureFailed')}
        {!message.localState && (
          <Button variant="plain" size="s" onClick={retry}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    )
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        style={boxStyle}
        aria-label={`${t('message.openPicture')}: ${alt}`}
        onClick={() => setIsOpen(true)}
      >
        {state === 'refreshing' ? (
          <Skeleton height={boxStyle.width / ratio} />
        ) : (
          <Picture {...pictureProps} sizes={SIZES} loading="eager" ratio={ratio} />
        )}
      </button>
      <Dialog
        wide
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('message.picture', { name: sender.fullName })}
      >
        {state === 'refreshing' ? (
          <Skeleton height={height} />
        ) : (
          <Picture {...pictureProps} sizes="min(1100px, 100vw)" className={styles['fullSize']} />
        )}
      </Dialog>
    </>
  )
}
