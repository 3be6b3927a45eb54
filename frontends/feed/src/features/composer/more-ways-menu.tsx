import { Menu, type MenuItem } from '@meadow/ui'
import { BookOpen, CalendarDays, Ellipsis, Radio, UsersRound, Video } from 'lucide-react'
import { t } from './more-ways-texts.ts'

/** What the specification names and Meadow does not have yet. */
const UNAVAILABLE = [
  [t('composer.story'), <BookOpen key="story" />],
  [t('composer.video'), <Video key="video" />],
  [t('composer.event'), <CalendarDays key="event" />],
  [t('composer.live'), <Radio key="live" />],
  [t('composer.group'), <UsersRound key="group" />],
] as const

const UNAVAILABLE_ITEMS: MenuItem[] = UNAVAILABLE.map(([label, icon]) => ({
  label,
  icon,
  hint: t('composer.notAvailable'),
  disabled: true,
  onSelect: () => {},
}))

/** Open menu with more ways to post. */
export const MoreWaysMenu = () => (
  <Menu label={t('composer.more')} icon={<Ellipsis aria-hidden="true" />} items={UNAVAILABLE_ITEMS} isInitiallyOpen />
)
