import type { LinkPreviewView } from '@meadow/contracts/browser'
import { LinkPreview } from '@meadow/features'
import { useRef } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { useRefreshPicture } from '../../data/messages/use-refresh-picture.ts'
import styles from './messages.module.css'

/** The card of the first link of a message. Refreshes the URL of its picture if it has expired, once for each URL. */
export function MessageLinkPreview({ message, preview }: { message: ShownMessage; preview: LinkPreviewView }) {
  const refresh = useRefreshPicture()
  const refreshedUrl = useRef<string>(undefined)
  const refreshPicture = () => {
    const url = preview.picture?.url
    if (refreshedUrl.current === url) return
    refreshedUrl.current = url
    void refresh(message).catch(() => undefined) // the card remains without its picture
  }
  return (
    <div className={styles['linkPreview']}>
      <LinkPreview preview={preview} onPictureError={refreshPicture} />
    </div>
  )
}
