import { Picture } from '@meadow/ui'
import type { ComponentProps } from 'react'
import styles from './link-preview-card.module.css'

type CardPictureProps = {
  picture: Pick<ComponentProps<typeof Picture>, 'sources' | 'placeholder'> & {
    url: string
    width: number
    height: number
  }
  /** Called if the picture does not load. */
  onError?: (() => void) | undefined
}

/** The square picture of a card. The texts of the card describe it. */
export const CardPicture = ({ picture: { url, ...picture }, onError }: CardPictureProps) => (
  <Picture
    className={styles['picture']}
    src={url}
    sources={picture.sources}
    sizes="120px"
    placeholder={picture.placeholder}
    alt=""
    width={picture.width}
    height={picture.height}
    ratio={1}
    {...(onError && { onError })}
  />
)
