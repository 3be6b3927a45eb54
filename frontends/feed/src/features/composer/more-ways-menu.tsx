import type { ComposerRequest } from '@meadow/features'
import { Menu, type MenuItem } from '@meadow/ui'
import { BookOpen, CalendarDays, Ellipsis, Radio, UsersRound, Video } from 'lucide-react'
import { t } from './more-ways-texts.ts'

/** What the specification names and Meadow does not have yet. */
const UNAVAILABLE = [
  [t('composer.story'), <BookOpen key="story" />],
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
export function MoreWaysMenu({ onCompose }: { onCompose: (request: ComposerRequest) => void }) {
  const video = { label: t('composer.video'), icon: <Video />, onSelect: () => onCompose({ withVideo: true }) }
  const items = [video, ...UNAVAILABLE_ITEMS]
  return <Menu label={t('composer.more')} icon={<Ellipsis aria-hidden="true" />} items={items} isInitiallyOpen />
}
