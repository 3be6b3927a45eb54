import type { MediaView, PostView } from '@meadow/contracts/browser'
import { joinClassNames, Picture } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { type CSSProperties, useState } from 'react'
import { LazyPictureViewer, loadPictureViewer } from '../pictures/lazy-picture-viewer.tsx'
import { t } from '../texts.ts'
import { LazyPostVideo } from '../video/lazy-post-video.tsx'
import styles from './post-pictures.module.css'

/** Taller and wider pictures are cropped to their middle. The viewer shows them whole. */
const MIN_RATIO = { feed: 8 / 5, detail: 3 / 4 }
const MAX_RATIO = 3
/** `sizes` of a picture: the width of a post's column, alone and side by side. */
const FULL_SIZES = '(max-width: 699px) 100vw, 530px'
const HALF_SIZES = '(max-width: 699px) 50vw, 265px'

/** A post, or one within another post. */
type PicturedPost = Pick<PostView, '_id' | 'pictures' | 'video' | 'pictureCover'>

type PostPicturesProps = {
  pictures: readonly MediaView[]
  /** Post page: a single picture may be taller. */
  isDetail?: boolean
}

const loadCoveredPictures = rememberLoaded(async () => ({
  default: (await import('./covered-pictures.tsx')).CoveredPictures,
}))

/** Pictures or the video of a post. What its author has covered is not loaded before the viewer asks for it. */
export function PostPictures({ post, isDetail = false }: { post: PicturedPost; isDetail?: boolean }) {
  const children = post.video ? (
    <LazyPostVideo video={post.video} isDetail={isDetail} />
  ) : (
    <ShownPictures pictures={post.pictures} isDetail={isDetail} />
  )
  return post.pictureCover ? (
    <LazyComponent load={loadCoveredPictures} props={{ post, children }} fallback={null} renderError={() => null} />
  ) : (
    children
  )
}

/** One picture in its proportions, several in a grid. A click opens the viewer at that picture. */
function ShownPictures({ pictures, isDetail = false }: PostPicturesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [startIndex, setStartIndex] = useState(0)
  const [first, second] = pictures
  if (!first) return null
  const minRatio = MIN_RATIO[isDetail ? 'detail' : 'feed']
  const ratio = Math.min(MAX_RATIO, Math.max(minRatio, first.width / first.height))
  const open = (index: number) => {
    setStartIndex(index)
    setIsOpen(true)
  }
  return (
    <>
      <div
        className={joinClassNames(second ? styles['grid'] : styles['single'], isDetail && styles['detail'])}
        style={second ? undefined : ({ '--ratio': ratio } as CSSProperties)}
        data-count={pictures.length}
      >
        {pictures.map((media, index) => (
          <button
            key={media._id}
            type="button"
            aria-label={toOpenLabel(media.alt, index, pictures.length)}
            onPointerDown={() => void loadPictureViewer().catch(() => undefined)}
            onClick={() => open(index)}
          >
            <Picture
              src={media.url}
              sources={media.sources}
              sizes={second ? HALF_SIZES : FULL_SIZES}
              placeholder={media.placeholder}
              alt={media.alt}
              width={media.width}
              height={media.height}
              ratio={second ? toTileRatio(index, pictures.length) : ratio}
            />
          </button>
        ))}
      </div>
      <LazyPictureViewer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        pictures={pictures.map(({ url, ...media }) => ({ ...media, src: url }))}
        startIndex={startIndex}
      />
    </>
  )
}

/** Returns the aspect ratio of a tile of the grid: half of its width, and all or half of its height. */
const toTileRatio = (index: number, count: number): number => (count === 2 || (count === 3 && index === 0) ? 1 : 2)

function toOpenLabel(alt: string, index: number, count: number): string {
  if (alt) return t('post.openPictureOf', { alt })
  return count > 1 ? t('post.openPictureAt', { position: index + 1, total: count }) : t('post.openPicture')
}
