import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'
import { hashString } from './hash-string.ts'

type AvatarProps = { name: string; src?: string | null | undefined; size?: number; online?: boolean }

/** Picture of a member, or their initials on a colour derived from the name. Decorative: render the name beside it. */
export function Avatar({ name, src, size = 44, online = false }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const style = { '--size': `${size}px`, '--hue': hashString(name) % 360 } as CSSProperties
  return (
    <span className={styles['avatar']} style={style} aria-hidden="true">
      {src && src !== failedSrc ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setFailedSrc(src)} />
      ) : (
        <span className="member-text">{toInitials(name)}</span>
      )}
      {online && <span className={styles['online']} />}
    </span>
  )
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A grapheme that shows something: not a mark of direction alone. */
const VISIBLE_PATTERN = /[^\p{C}\p{Z}\p{M}]/u

/** Returns the first visible graphemes of the first and the last word; '?' for a name without one. */
export function toInitials(name: string): string {
  const initials = name.split(/\s+/).flatMap((word) => findFirstVisibleGrapheme(word) ?? [])
  return (
    [...new Set([0, Math.max(0, initials.length - 1)])]
      .map((at) => initials[at])
      .join('')
      .toUpperCase() || '?'
  )
}

const findFirstVisibleGrapheme = (word: string): string | undefined =>
  Array.from(GRAPHEMES.segment(word), ({ segment }) => segment).find((grapheme) => VISIBLE_PATTERN.test(grapheme))
