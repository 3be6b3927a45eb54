import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './picture.module.css'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt' | 'width' | 'height'> & {
  src: string
  alt: string
  width: number
  height: number
  /** Width over height of its place, where that is not the picture's own; what goes beyond is cut. */
  ratio?: number
}

/** A picture whose place is known before it arrives, so that nothing jumps. */
export function Picture({
  src,
  alt,
  width,
  height,

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
      className={cx(styles['picture'], className)}
      style={{ ...style, aspectRatio: ratio }}
    />
  )
}
