import { LinkPreview } from '@meadow/features'
import { useRef } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { useRefreshPicture } from '../../data/messages/use-refresh-picture.ts'
import styles from './messages.module.css'

/** The card of the first link of a message, if it has one. Refreshes the URL of its picture if it has expired, once for each URL. */
export function MessageLinkPreview({ message }: { message: ShownMessage }) {
  const { facets, linkPreview, isLinkPreviewRemoved } = message
  const refresh = useRefreshPicture()
  const refreshedUrl = useRef<string>(undefined)
  const refreshPicture = () => {
    const url = linkPreview?.picture?.url
    if (refreshedUrl.current === url) return
    refreshedUrl.current = url
    void refresh(message).catch(() => undefined) // the card remains without its picture
  }
  return (
    <LinkPreview
      className={styles['linkPreview']}
      facets={facets?.length ? facets : undefined} // an edit that waits has none: the card stays until it is sent
      preview={linkPreview}
      isRemoved={isLinkPreviewRemoved}
      onPictureError={refreshPicture}
    />
  )
}
