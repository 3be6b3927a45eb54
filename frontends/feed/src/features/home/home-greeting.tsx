import { useSession } from '@meadow/web'
import { t } from '../../texts.ts'
import { formatGreeting } from './format-greeting.ts'
import styles from './home.module.css'

export function HomeGreeting() {
  const { user } = useSession()
  return (
    <header className={styles['welcome']}>
      <h1>{formatGreeting(new Date().getHours(), user?.fullName)}</h1>
      <p>{t('home.intro')}</p>
    </header>
  )
}
