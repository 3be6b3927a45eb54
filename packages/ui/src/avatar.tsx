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
        toInitials(name)
      )}
      {online && <span className={styles['online']} />}
    </span>
  )
}

/** Returns the first letters of the first and the last word; '?' for an empty name. */
export function toInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? Array.from(word)[0] : '',
  )
  return letters.join('').toLocaleUpperCase() || '?'
}
