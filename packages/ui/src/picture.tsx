import { type ComponentProps, useEffect, useMemo, useState } from 'react'
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
  const isLoaded = loadedSrc === src
  const preview = usePreview(placeholder, isLoaded)
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
      style={{ ...style, aspectRatio: ratio, backgroundImage: isLoaded ? undefined : preview }}
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

type ThumbHashDecoder = typeof import('thumbhash')
let decoder: ThumbHashDecoder | undefined

/**
 * Returns the CSS image of a base64 thumbhash. The decoder loads on demand, after what the first page needs; until then, and if it
 * does not load, there is none.
 */
function usePreview(placeholder: string, isLoaded: boolean): string | undefined {
  const [decodedBy, setDecodedBy] = useState(decoder)
  const isNeeded = placeholder !== '' && !isLoaded
  useEffect(() => {
    if (!isNeeded || decodedBy) return
    let isUnmounted = false
    const load = async () => {
      decoder ??= await import('thumbhash')
      if (!isUnmounted) setDecodedBy(decoder)
    }
    load().catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [isNeeded, decodedBy])
  return useMemo(
    () => (isNeeded && decodedBy ? `url("${toPlaceholderUrl(placeholder, decodedBy)}")` : undefined),
    [isNeeded, decodedBy, placeholder],
  )
}

const toPlaceholderUrl = (placeholder: string, { thumbHashToDataURL }: ThumbHashDecoder): string =>
  thumbHashToDataURL(Uint8Array.from(atob(placeholder), (byte) => byte.charCodeAt(0)))
