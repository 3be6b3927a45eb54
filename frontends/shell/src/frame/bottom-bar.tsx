import { Badge, cx } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './bars.module.css'
import { useDestinations } from './destinations.ts'

/** The navigation of the phone, within reach of the thumb. */
export function BottomBar() {
  return (
    <nav className={styles['bottom']} aria-label={t('nav.label')}>
      {useDestinations().map((destination) => {
        const { to, label, Icon, isHere, count, spoken } = destination
        return (
          <Link
            key={to}
            to={to}
            className={cx(styles['item'], isHere && styles['here'])}
            aria-current={isHere ? 'page' : undefined}
            aria-label={spoken}
          >
            <span className={styles['counted']} aria-hidden="true">
              <Icon aria-hidden="true" />
              <Badge count={count} />
            </span>
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
