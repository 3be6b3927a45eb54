import type { ComposerRequest } from '@meadow/features'
import { Menu, type MenuItem } from '@meadow/ui'
import { useNavigate } from '@meadow/web'
import { BookOpen, CalendarDays, Ellipsis, Radio, UsersRound, Video } from 'lucide-react'
import { t } from './more-ways-texts.ts'

/** What the specification names and Meadow does not have yet. */
const UNAVAILABLE = [
  [t('composer.story'), <BookOpen key="story" />],
  [t('composer.event'), <CalendarDays key="event" />],
  [t('composer.live'), <Radio key="live" />],
] as const

const UNAVAILABLE_ITEMS: MenuItem[] = UNAVAILABLE.map(([label, icon]) => ({
  label,
  icon,
  hint: t('composer.notAvailable'),
  disabled: true,
  onSelect: () => {},
}))

/** Open menu with more ways to post. */
export function MoreWaysMenu({ onCompose }: { onCompose: (request: ComposerRequest) => void }) {
  const navigate = useNavigate()
  const video = { label: t('composer.video'), icon: <Video />, onSelect: () => onCompose({ withVideo: true }) }
  const group = {
    label: t('composer.group'),
    icon: <UsersRound />,
    onSelect: () => void navigate('/inbox?new=group'),
  }
  const items = [video, group, ...UNAVAILABLE_ITEMS]
  return <Menu label={t('composer.more')} icon={<Ellipsis aria-hidden="true" />} items={items} isInitiallyOpen />
}
