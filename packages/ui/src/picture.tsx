import { type ComponentProps, useMemo, useState } from 'react'
import { joinClassNames } from './join-class-names.ts'
import styles from './picture.module.css'
import { toPlaceholderUrl } from './placeholder-url.ts'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'width' | 'height'> & {
  src: string
  alt: string
  width: number
  height: number
  /** Its files in all their widths; with them say by `sizes` how wide its place is. */
  sources?: readonly { url: string; width: number }[] | undefined
  /** A thumbhash in base64: what its place shows until the picture is there. */
  placeholder?: string | undefined
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
  placeholder = '',
  ratio = width / height,
  className,
  style,
  onLoad,
  ...rest
}: PictureProps) {
  const [shown, setShown] = useState<string>()
  const preview = useMemo(() => (placeholder ? `url("${toPlaceholderUrl(placeholder)}")` : undefined), [placeholder])
  return (
    <img
      loading="lazy"
      decoding="async"
      {...rest}
      srcSet={sources.length > 1 ? sources.map((source) => `${source.url} ${source.width}w`).join(', ') : undefined}
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={joinClassNames(styles['picture'], className)}
      style={{ ...style, aspectRatio: ratio, backgroundImage: shown === src ? undefined : preview }}
      onLoad={(event) => {
        setShown(src)
        onLoad?.(event)
      }}
    />
  )
}
