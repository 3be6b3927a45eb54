import { joinClassNames } from './join-class-names.ts'
import styles from './skeleton.module.css'

type CssLength = number | string

/** Loading placeholder. Hidden from screen readers: announce the loading state once beside it. */
export function Skeleton({
  width = '100%',
  height = 14,
  round = false,
}: {
  width?: CssLength
  height?: CssLength
  round?: boolean
}) {
  return (
    <span
      className={joinClassNames(styles['skeleton'], round && styles['round'])}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}
