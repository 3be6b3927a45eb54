import { Dialog, Picture } from '@meadow/ui'
import { useState } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { t } from '../../texts.ts'
import styles from './messages.module.css'

const WIDEST = 300
const TALLEST = 360
const SIZES = `${WIDEST}px`

/** A picture in its own proportions, as large as a message may be; a press shows all of it. */
export function PictureMessage({ message }: { message: ShownMessage }) {
  const [open, setOpen] = useState(false)
  const { media, imageUrl, sender } = message
  const { width, height } = media ?? { width: WIDEST, height: WIDEST * 0.75 }
  const alt = media?.alt || t('message.picture', { name: sender.fullName })
  const shown = {
    src: media?.url ?? imageUrl,
    sources: media?.sources,
    placeholder: media?.placeholder,
    alt,
    width,
    height,
  }
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        style={{ width: Math.min(WIDEST, (TALLEST * width) / height) }}
        aria-label={`${t('message.openPicture')}: ${alt}`}
        onClick={() => setOpen(true)}
      >
        <Picture {...shown} sizes={SIZES} loading="eager" ratio={Math.max(width / height, 0.5)} />
      </button>
      <Dialog wide open={open} onClose={() => setOpen(false)} title={t('message.picture', { name: sender.fullName })}>
        <Picture {...shown} sizes="min(1100px, 100vw)" className={styles['whole']} />
      </Dialog>
    </>
  )
}
