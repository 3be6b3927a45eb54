import { type ComposerRequest, LazyMenu, PictureDropZone } from '@meadow/features'
import { Avatar, Button, Card, IconButton } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Ellipsis, Image } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './composer-prompt.module.css'
import { loadMoreWaysMenu } from './load-more-ways-menu.ts'

/** Card on the home page that opens the composer, also when pictures are pasted or dropped on it. */
export function ComposerPrompt({ onCompose }: { onCompose: (request: ComposerRequest) => void }) {
  const { user } = useSession()
  return (
    <PictureDropZone
      tray={{ add: (files) => onCompose({ files }) }}
      label={t('composer.title')}
      className={styles['prompt-drop']}
    >
      <Card as="div" className={styles['box']}>
        <Avatar name={user?.fullName ?? t('composer.guest')} src={user?.avatar} size={40} />
        <button type="button" className={styles['prompt']} onClick={() => onCompose({})}>
          {t('composer.prompt')}
        </button>
        <Button className={styles['post']} variant="soft" size="s" onClick={() => onCompose({})}>
          {t('composer.post')}
        </Button>
        <IconButton
          label={t('composer.photo')}
          icon={<Image aria-hidden="true" />}
          onClick={() => onCompose({ withPicture: true })}
        />
        <LazyMenu
          label={t('composer.more')}
          icon={<Ellipsis aria-hidden="true" />}
          load={loadMoreWaysMenu}
          props={{ onCompose }}
        />
      </Card>
    </PictureDropZone>
  )
}
