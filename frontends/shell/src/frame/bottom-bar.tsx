import { joinClassNames } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './bars.module.css'
import { useDestinations } from './destinations.ts'
import { Waiting } from './waiting.tsx'

/** The navigation of the phone, within reach of the thumb. */
export function BottomBar() {
  return (
    <nav className={styles['bottom']} aria-label={t('nav.label')}>
      {useDestinations().map(({ to, label, Icon, isHere, count, waiting }) => (
        <Link
          key={to}
          to={to}
          className={joinClassNames(styles['item'], isHere && styles['here'])}
          aria-current={isHere ? 'page' : undefined}
        >
          <Icon aria-hidden="true" />
          {label}
          <Waiting count={count} what={waiting} />
        </Link>
      ))}
    </nav>
  )
}
