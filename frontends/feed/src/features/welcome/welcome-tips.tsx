import { Card } from '@meadow/ui'
import { Link, useSession } from '@meadow/web'
import { Camera, PenLine, Search } from 'lucide-react'
import { t } from './texts.ts'
import styles from './welcome.module.css'

/** Card of a new member with the next steps beside the welcome. Each tip begins what it names. */
export function WelcomeTips({ onCompose }: { onCompose: () => void }) {
  const { user } = useSession()
  return (
    <Card title={t('welcome.tips')}>
      <ul className={styles['tips']}>
        <li>
          <Link to={`/profile/${user?.username}`} state={{ edit: true }}>
            <Camera aria-hidden="true" />
            {t('welcome.tipPicture')}
          </Link>
        </li>
        <li>
          <button type="button" onClick={onCompose}>
            <PenLine aria-hidden="true" />
            {t('welcome.tipPost')}
          </button>
        </li>
        <li>
          <Link to="/friends">
            <Search aria-hidden="true" />
            {t('welcome.tipFriends')}
          </Link>
        </li>
      </ul>
    </Card>
  )
}
