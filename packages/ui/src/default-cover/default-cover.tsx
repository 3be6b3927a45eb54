import { hashString } from '../hash-string.ts'
import { joinClassNames } from '../join-class-names.ts'
import styles from './default-cover.module.css'

const LANDSCAPES = ['morning', 'noon', 'dusk', 'night', 'sea', 'autumn'] as const

/** One of six landscapes, chosen by a seed such as a member id. Fills its container. Decorative. */
export function DefaultCover({ seed }: { seed: string }) {
  const landscape = LANDSCAPES[hashString(seed) % LANDSCAPES.length] ?? 'morning'
  return <div className={joinClassNames(styles['cover'], styles[landscape])} />
}
