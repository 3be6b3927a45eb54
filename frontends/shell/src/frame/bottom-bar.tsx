import { cx } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './bars.module.css'
import { CountedIcon } from './counted-icon.tsx'
import { spoken, useDestinations } from './destinations.ts'

/** The navigation of the phone, within reach of the thumb. */
export function BottomBar() {
  return (
    <nav className={styles['bottom']} aria-label={t('nav.label')}>
      {useDestinations().map((destination) => {
        const { to, label, isHere } = destination
        return (
          <Link
            key={to}
            to={to}
            className={cx(styles['item'], isHere && styles['here'])}
            aria-current={isHere ? 'page' : undefined}
            aria-label={spoken(destination)}
          >
            <CountedIcon destination={destination} />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
