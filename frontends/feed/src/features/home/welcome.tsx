import { useSession } from '@meadow/web'
import { t } from '../../texts.ts'
import { greetingAt } from './greeting.ts'
import styles from './home.module.css'

export function Welcome() {
  const { user } = useSession()
  return (
    <header className={styles['welcome']}>
      <h1>{greetingAt(new Date().getHours(), user?.fullName)}</h1>
      <p>{t('home.intro')}</p>
    </header>
  )
}
