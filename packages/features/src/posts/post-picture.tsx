import type { MediaView } from '@meadow/contracts/browser'
import { Picture, PictureViewer } from '@meadow/ui'
import { useState } from 'react'
import { t } from '../texts.ts'
import styles from './post.module.css'

/** Taller and wider pictures are cropped to their middle. The viewer shows them whole. */
const [MIN_RATIO, MAX_RATIO] = [3 / 4, 3]
/** `sizes` of the picture: the width of its column in column-layout.module.css. */
const IMAGE_SIZES = '(max-width: 699px) 100vw, 530px'

/** Picture of a post, at most 70 % of the window's height. A click opens it in a viewer. */
export function PostPicture({ media }: { media: MediaView }) {
  const [isOpen, setIsOpen] = useState(false)
  const { url, sources, placeholder, alt, width, height } = media
  const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height))
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        style={{ '--ratio': ratio } as object}
        aria-label={alt ? t('post.openPictureOf', { alt }) : t('post.openPicture')}
        onClick={() => setIsOpen(true)}
      >
        <Picture
          src={url}
          sources={sources}
          sizes={IMAGE_SIZES}
          placeholder={placeholder}
          alt={alt}
          width={width}
          height={height}
          ratio={ratio}
        />
      </button>
      <PictureViewer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        picture={{ src: url, sources, alt, width, height }}
      />
    </>
  )
}
