import { Avatar, Card, getTooltipProps, joinClassNames } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { CalendarDays, Image, SquarePen, Video } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './composer.module.css'

/** Card on the home page that opens the composer. */
export function ComposerPrompt({ onCompose }: { onCompose: (withPicture: boolean) => void }) {
  const { user } = useSession()
  const notAvailableTooltip = getTooltipProps(t('home.notAvailable'))
  return (
    <Card as="div" className={styles['box']}>
      <div className={styles['start']}>
        <Avatar name={user?.fullName ?? ''} src={user?.avatar} />
        <button type="button" className={styles['prompt']} onClick={() => onCompose(false)}>
          {t('composer.prompt')}
        </button>
      </div>
      <div className={styles['tools']}>
        <button type="button" onClick={() => onCompose(false)}>
          <SquarePen aria-hidden="true" /> {t('composer.post')}
        </button>
        <button type="button" onClick={() => onCompose(true)}>
          <Image aria-hidden="true" /> {t('composer.photo')}
        </button>
        <button
          type="button"
          aria-disabled="true"
          {...notAvailableTooltip}
          className={joinClassNames(notAvailableTooltip.className, styles['unavailable'])}
        >
          <Video aria-hidden="true" /> {t('composer.video')}
        </button>
        <button
          type="button"
          aria-disabled="true"
          {...notAvailableTooltip}
          className={joinClassNames(notAvailableTooltip.className, styles['unavailable'])}
        >
          <CalendarDays aria-hidden="true" /> {t('home.event')}
        </button>
      </div>
    </Card>
  )
}
