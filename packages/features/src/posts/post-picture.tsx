import type { MediaView } from '@meadow/contracts'
import { Picture } from '@meadow/ui'
import styles from './post.module.css'

const MIN_FEED_RATIO = 4 / 5
/** As wide as its column: all of a phone, see column-layout.module.css. */
const IMAGE_SIZES = '(max-width: 699px) 100vw, 620px'

/** The picture of a post from edge to edge; in a feed a tall one shows its middle. */
export function PostPicture({ media, whole: isDetail = false }: { media: MediaView; whole?: boolean }) {
  const { width, height } = media
  const ratio = isDetail ? width / height : Math.max(MIN_FEED_RATIO, width / height)
  return (
    <figure className={styles['picture']}>
      <Picture
        src={media.url}
        sources={media.sources}
        sizes={IMAGE_SIZES}
        placeholder={media.placeholder}
        alt={media.alt}
        width={width}
        height={height}
        ratio={ratio}
      />
    </figure>
  )
}
