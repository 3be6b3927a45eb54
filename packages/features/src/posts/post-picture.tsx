import type { MediaView } from '@meadow/contracts/browser'
import { Picture } from '@meadow/ui'
import styles from './post.module.css'

const MIN_FEED_RATIO = 4 / 5
/** `sizes` of the picture: the width of its column in column-layout.module.css. */
const IMAGE_SIZES = '(max-width: 699px) 100vw, 620px'

/** Picture of a post. A feed crops tall pictures to their middle. */
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
