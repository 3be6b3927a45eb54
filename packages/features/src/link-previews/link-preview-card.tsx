import type { LinkPreviewView } from '@meadow/contracts/browser'
import { CardPicture } from './card-picture.tsx'
import styles from './link-preview-card.module.css'

export type LinkPreviewCardProps = {
  preview: LinkPreviewView
  /** Called if the picture does not load. */
  onPictureError?: () => void
}

/**
 * Shows how the page of a link describes itself. The host is that of the link in the text, in ASCII: a page can call itself what it
 * likes.
 */
export function LinkPreviewCard({
  preview: { url: address, title, description, picture },
  onPictureError,
}: LinkPreviewCardProps) {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return (
    <a className={styles['card']} href={url.href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {picture && <CardPicture picture={picture} onError={onPictureError} />}
      <span className={styles['texts']}>
        <bdi dir="ltr" className={styles['host']}>
          {url.host.replace(/^www\./, '')}
        </bdi>
        <span dir="auto" className={styles['title']}>
          {title}
        </span>
        {description && (
          <span dir="auto" className={styles['description']}>
            {description}
          </span>
        )}
      </span>
    </a>
  )
}
