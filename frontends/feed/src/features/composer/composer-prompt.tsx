import { PictureDropZone } from '@meadow/features'
import { Avatar, Card, IconButton, Menu, type MenuItem } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { BookOpen, CalendarDays, Ellipsis, Image, Radio, UsersRound, Video } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './composer.module.css'
import { usePostDraft } from './use-post-draft.ts'

/** What the specification names and Meadow does not have yet. */
const UNAVAILABLE = [
  [t('home.story'), <BookOpen key="story" />],
  [t('composer.video'), <Video key="video" />],
  [t('home.event'), <CalendarDays key="event" />],
  [t('home.live'), <Radio key="live" />],
  [t('home.group'), <UsersRound key="group" />],
] as const

const UNAVAILABLE_ITEMS: MenuItem[] = UNAVAILABLE.map(([label, icon]) => ({
  label,
  icon,
  hint: t('home.notAvailable'),
  disabled: true,
  onSelect: () => {},
}))

/** Card on the home page that opens the composer, also when pictures are pasted or dropped on it. */
export function ComposerPrompt({ onCompose }: { onCompose: (withPicture: boolean) => void }) {
  const { user } = useSession()
  const { tray } = usePostDraft()
  const addPictures = (files: readonly File[]) => {
    tray.add(files)
    onCompose(false)
  }
  return (
    <PictureDropZone tray={{ add: addPictures }} label={t('composer.title')} className={styles['prompt-drop']}>
      <Card as="div" className={styles['box']}>
        <Avatar name={user?.fullName ?? ''} src={user?.avatar} size={40} />
        <button type="button" className={styles['prompt']} onClick={() => onCompose(false)}>
          {t('composer.prompt')}
        </button>
        <IconButton label={t('composer.photo')} icon={<Image aria-hidden="true" />} onClick={() => onCompose(true)} />
        <Menu label={t('composer.more')} icon={<Ellipsis aria-hidden="true" />} items={UNAVAILABLE_ITEMS} />
      </Card>
    </PictureDropZone>
  )
}
