import { Badge } from '@meadow/ui'
import styles from './bars.module.css'
import type { Destination } from './destinations.ts'

/** The icon of a place with the number of what waits there, which its name says (`spoken`). */
export function CountedIcon({ destination: { Icon, count } }: { destination: Destination }) {
  return (
    <span className={styles['counted']} aria-hidden="true">
      <Icon />
      <Badge count={count} />
    </span>
  )
}
