import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './picture.module.css'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt' | 'width' | 'height' | 'srcSet'> & {
  src: string
  alt: string
  width: number
  height: number
  sources?: readonly { url: string; width: number }[] | undefined
  /** Width over height of its place, where that is not the picture's own; what goes beyond is cut. */
  ratio?: number
}

/** A picture whose place is known before it arrives, so that nothing jumps. */
export function Picture({
  src,
  alt,
  width,
  height,
  sources = [],
  ratio = width / height,
  className,
  style,
  ...rest
}: PictureProps) {
  return (
    <img
      loading="lazy"
      decoding="async"
      {...rest}
      src={src}
      alt={alt}
      width={width}
      height={height}
      srcSet={sources.length > 1 ? sources.map((source) => `${source.url} ${source.width}w`).join(', ') : undefined}
      className={cx(styles['picture'], className)}
      style={{ ...style, aspectRatio: ratio }}
    />
  )
}
