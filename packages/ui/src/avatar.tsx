import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'
import { hashString } from './hash-string.ts'

type AvatarProps = { name: string; src?: string | null | undefined; size?: number; online?: boolean }

/** The picture of somebody, or initials on the colour of their name. Decoration: the name stands beside it. */
export function Avatar({ name, src, size = 44, online = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const style = { '--size': `${size}px`, '--hue': hashString(name) % 360 } as CSSProperties
  return (
    <span className={styles['avatar']} style={style} aria-hidden="true">
      {src && src !== failed ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setFailed(src)} />
      ) : (
        toInitials(name)
      )}
      {online && <span className={styles['online']} />}
    </span>
  )
}

/** First letters of the first and the last word; '?' when there is no name. */
export function toInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? Array.from(word)[0] : '',
  )
  return letters.join('').toLocaleUpperCase() || '?'
}
