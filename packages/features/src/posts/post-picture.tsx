import type { MediaView } from '@meadow/contracts'
import { Picture } from '@meadow/ui'
import styles from './post.module.css'

const TALLEST = 4 / 5
/** As wide as its column: all of a phone, see column-layout.module.css. */
const SIZES = '(max-width: 699px) 100vw, 620px'

/** The picture of a post from edge to edge; in a feed a tall one shows its middle. */
export function PostPicture({ media, whole = false }: { media: MediaView; whole?: boolean }) {
  const { width, height } = media
  const ratio = whole ? width / height : Math.max(TALLEST, width / height)
  return (
    <figure className={styles['picture']}>
      <Picture
        src={media.url}
        sources={media.sources}
        sizes={SIZES}
        placeholder={media.placeholder}
        alt={media.alt}
        width={width}
        height={height}
        ratio={ratio}
      />
    </figure>
  )
}
