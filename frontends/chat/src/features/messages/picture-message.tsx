import { Button, Dialog, Picture, Skeleton } from '@meadow/ui'
import { useState } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { t } from '../../texts.ts'
import styles from './picture-message.module.css'
import { usePicture } from './use-picture.ts'

const WIDEST = 300
const TALLEST = 360
const SIZES = `${WIDEST}px`

/** A picture in its own proportions, as large as a message may be; a press shows all of it. */
export function PictureMessage({ message }: { message: ShownMessage }) {
  const [open, setOpen] = useState(false)
  const { src, state, handleError, again } = usePicture(message)
  const { media, sender } = message
  const { width, height } = media ?? { width: WIDEST, height: WIDEST * 0.75 }
  const alt = media?.alt || t('message.picture', { name: sender.fullName })
  const place = { width: Math.min(WIDEST, (TALLEST * width) / height) }
  const ratio = Math.max(width / height, 0.5)
  const shown = {
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
      <div className={styles['lost']} style={{ ...place, aspectRatio: ratio }}>
        {t('message.pictureFailed')}
        {!message.local && (
          <Button variant="plain" size="s" onClick={again}>
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
        style={place}
        aria-label={`${t('message.openPicture')}: ${alt}`}
        onClick={() => setOpen(true)}
      >
        {state === 'asking' ? (
          <Skeleton height={place.width / ratio} />
        ) : (
          <Picture {...shown} sizes={SIZES} loading="eager" ratio={ratio} />
        )}
      </button>
      <Dialog wide open={open} onClose={() => setOpen(false)} title={t('message.picture', { name: sender.fullName })}>
        {state === 'asking' ? (
          <Skeleton height={height} />
        ) : (
          <Picture {...shown} sizes="min(1100px, 100vw)" className={styles['whole']} />
        )}
      </Dialog>
    </>
  )
}
