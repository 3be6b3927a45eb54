import { type ComponentProps, useMemo, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { joinClassNames } from './join-class-names.ts'
import styles from './picture.module.css'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'width' | 'height'> & {
  src: string
  alt: string
  width: number
  height: number
  /** All widths of the picture, for `srcset`. Set `sizes` with it: the widths of the box. */
  sources?: readonly { url: string; width: number }[] | undefined
  /** Thumbhash in base64, shown until the picture has loaded. */
  placeholder?: string | undefined
  /** Aspect ratio (width / height) of the box, if it differs from the picture's. The rest is cropped. */
  ratio?: number
}

/** Picture that reserves its space before it loads. Prevents layout shift. */
export function Picture({
  src,
  alt,
  width,
  height,
  sources = [],
  placeholder = '',
  ratio = width / height,
  sizes,
  className,
  style,
  onLoad,
  ...rest
}: PictureProps) {
  const [loadedSrc, setLoadedSrc] = useState<string>()
  const preview = useMemo(() => (placeholder ? `url("${toPlaceholderUrl(placeholder)}")` : undefined), [placeholder])
  return (
    <img
      loading="lazy"
      decoding="async"
      {...rest}
      srcSet={sources.length > 1 ? sources.map((source) => `${source.url} ${source.width}w`).join(', ') : undefined}
      sizes={sizes && scaleSizes(sizes, width / height / ratio)}
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={joinClassNames(styles['picture'], className)}
      style={{ ...style, aspectRatio: ratio, backgroundImage: loadedSrc === src ? undefined : preview }}
      onLoad={(event) => {
        setLoadedSrc(src)
        onLoad?.(event)
      }}
    />
  )
}

/** Enlarges the widths of `sizes` for a picture that is wider than its box, because its ends are cropped. */
function scaleSizes(sizes: string, factor: number): string {
  if (factor <= 1) return sizes
  return sizes.replaceAll(
    /([\d.]+)(px|vw)(?=,|$)/g,
    (_, length, unit) => `${Math.ceil(Number(length) * factor)}${unit}`,
  )
}

/** Decodes a base64 thumbhash to a data URL. */
function toPlaceholderUrl(placeholder: string): string {
  return thumbHashToDataURL(Uint8Array.from(atob(placeholder), (byte) => byte.charCodeAt(0)))
}
